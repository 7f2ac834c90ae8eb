import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';

/** Objects of the App that would overwrite each other in the cluster: same group, kind, namespace and name. */
export function duplicateObjects(root: IConstruct): string[] {
  const seen = new Map<string, ApiObject>();
  const faults: string[] = [];
  for (const object of root.node.findAll().filter(ApiObject.isApiObject)) {
    const namespace = object.metadata.namespace;
    const id = JSON.stringify([object.apiGroup, object.kind, namespace, object.name]);
    const first = seen.get(id);
    if (first) {
      faults.push(`${object.kind} ${namespace ? `${namespace}/` : ''}${object.name} is defined twice, `
        + `at ${first.node.path} and ${object.node.path}: remove one`);
    }
    seen.set(id, first ?? object);
  }
  return faults;
}
