import { ApiObject, JsonPatch } from 'cdk8s';

/**
 * Keeps the nulls of a value that an object holds at `pointer`: cdk8s drops them, though Helm deletes a chart's default by one.
 * A user's own patches come later, and still win.
 */
export function keepNulls(object: ApiObject, pointer: string, value: unknown): void {
  if (value === null) {
    object.addJsonPatch(JsonPatch.add(pointer, null));
  } else if (Array.isArray(value)) {
    value.forEach((item, i) => item === null ? object.addJsonPatch(JsonPatch.replace(`${pointer}/${i}`, null)) : keepNulls(object, `${pointer}/${i}`, item));
  } else if (typeof value === 'object') {
    for (const [key, item] of Object.entries(value!)) {
      keepNulls(object, `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`, item);
    }
  }
}
