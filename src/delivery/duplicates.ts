import { ApiObject } from 'cdk8s';
import { IConstruct } from 'constructs';

/** A validation that finds objects of the App that would overwrite each other in the cluster. */
export function uniqueObjects(root: IConstruct): { validate(): string[] } {
  let size = -1;
  let faults: string[] = [];
  return {
    validate: () => {
      // cdk8s validates the whole App anew for every Chart of it
      const constructs = root.node.findAll();
      if (constructs.length !== size) {
        size = constructs.length;
        faults = duplicates(constructs.filter(ApiObject.isApiObject));
      }
      return faults;
    },
  };
}

/** Objects with the same group, kind, namespace and name. */
function duplicates(objects: readonly ApiObject[]): string[] {
  const seen = new Map<string, ApiObject>();
  return objects.flatMap(object => {
    // as rendered: cluster-scoped objects lose the namespace of their Chart, and patches may rename
    const { name, namespace } = object.toJson().metadata;
    const id = JSON.stringify([object.apiGroup, object.kind, namespace, name]);
    const first = seen.get(id);
    seen.set(id, first ?? object);
    return first ? [`${object.kind} ${namespace ? `${namespace}/` : ''}${name} is defined twice, `
      + `at ${first.node.path} and ${object.node.path}: remove one`] : [];
  });
}
