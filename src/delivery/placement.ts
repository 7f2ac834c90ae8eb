import { ApiObject, App, Chart, JsonPatch, YamlOutputType } from 'cdk8s';
import { Construct, Dependable, IConstruct } from 'constructs';
import { Delivered } from './engine';
import { fileName, Manifest } from '../lib/component';
import { goYamlNumber } from '../lib/names';
import { Ordered } from '../lib/order';

/** Output types that name files by kind, so that no order is left. */
const UNORDERED: { [type in YamlOutputType]?: string } = {
  [YamlOutputType.FILE_PER_RESOURCE]: 'FILE_PER_RESOURCE',
  [YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE]: 'FOLDER_PER_CHART_FILE_PER_RESOURCE',
};

type Render = (component: Ordered) => readonly Manifest[];

/** Objects of one component that are created together. */
export interface Step {
  readonly key: string;
  readonly owner: IConstruct;
  /** Name of the file, without what it ends in. */
  readonly file: string;
  readonly manifests: readonly Manifest[];
}

/**
 * Creates each component's objects where document order can carry the order of installation: in the Chart around `scope`,
 * chained one after the other, or outside any Chart in Charts of their own, which are named and sorted as files.
 */
export function placeInOrder(scope: Construct, components: readonly Ordered[], render: Render): Delivered {
  return placeSteps(scope, components.map(component => {
    const { data, owner } = component.installation;
    return { key: data.key, owner, file: fileName(data), manifests: render(component) };
  }));
}

/** The same for components whose objects are created in several steps, each with a file of its own. */
export function placeSteps(scope: Construct, steps: readonly Step[]): Delivered {
  return chartAround(scope) ? placeInChart(scope, steps) : placeInFiles(scope, steps);
}

/** Creates one object: the only way in which this library does. */
export function createObject(scope: Construct, id: string, manifest: Manifest): ApiObject {
  const { name, namespace } = manifest.metadata;
  for (const text of [name, namespace ?? '']) {
    if (goYamlNumber(text)) {
      throw new Error(`${manifest.kind} ${text}: a Go YAML reader would take this name for a number, choose another`);
    }
  }
  const object = new ApiObject(scope, id, manifest);
  if (namespace === undefined && object.chart.namespace !== undefined) {
    // cdk8s gives every object its Chart's namespace, cluster-scoped ones included
    object.addJsonPatch(JsonPatch.remove('/metadata/namespace'));
  }
  return object;
}

function placeInChart(scope: Construct, steps: readonly Step[]): Delivered {
  const delivered = new Map<string, ApiObject[]>();
  let last: ApiObject | undefined;
  for (const { key, owner, manifests } of steps) {
    const objects = createObjects(owner as Construct, manifests);
    for (const object of objects) {
      // a single chain: cdk8s expands any wider dependency to all pairs of objects and walks every path between them
      if (last) {
        object.node.addDependency(last);
      }
      last = object;
    }
    delivered.set(key, [...delivered.get(key) ?? [], ...objects]);
  }
  if (last) {
    Dependable.implement(scope, { dependencyRoots: [last] });
  }
  return delivered;
}

function placeInFiles(scope: Construct, steps: readonly Step[]): Delivered {
  const app = scope.node.root as Construct;
  scope.node.addValidation({ validate: () => indexedNames(app) });
  const delivered = new Map<string, ApiObject[]>();
  for (const { key, file, manifests } of steps) {
    delivered.set(key, [...delivered.get(key) ?? [], ...createObjects(createChart(scope, file), manifests)]);
  }
  return delivered;
}

function createChart(scope: Construct, name: string): Chart {
  const app = scope.node.root as Construct;
  const taken = app.node.tryFindChild(name);
  if (taken) {
    throw new Error(`${scope.node.path}: the App already has ${Chart.isChart(taken) ? 'a Chart' : 'a construct'} named ${name}, `
      + (taken === scope ? 'this one itself, though its output needs the name: give it another id'
        : 'a stack outside any Chart is alone in its App: use one App per cluster'));
  }
  return new Chart(app, name);
}

/** Creates objects with ids from their kinds and names, and from namespace and group too where those are taken. */
export function createObjects(scope: Construct, manifests: readonly Manifest[]): ApiObject[] {
  return manifests.map(manifest => {
    const { apiVersion, metadata: { name, namespace = '' } } = manifest;
    const kind = manifest.kind.toLowerCase();
    const ids = [`${kind}.${name}`, `${kind}.${namespace}.${name}`, `${kind}.${apiVersion}.${namespace}.${name}`];
    // the last one even where it is taken: cdk8s says so
    return createObject(scope, ids.find(id => !scope.node.tryFindChild(id)) ?? ids[2], manifest);
  });
}

function chartAround(scope: IConstruct): Chart | undefined {
  return scope.node.scopes.find(Chart.isChart);
}

/** Refuses output types that lose the order, for engines that take it from the document order alone. */
export function refuseUnorderedOutput(scope: Construct): void {
  const name = UNORDERED[(scope.node.root as Partial<App>).yamlOutputType ?? YamlOutputType.FILE_PER_CHART];
  if (name) {
    throw new Error(`${scope.node.path}: yamlOutputType ${name} loses the order of installation, since cdk8s names the files by kind, `
      + 'use FILE_PER_CHART or FILE_PER_APP for this delivery');
  }
}

/** Refuses output types that write into one folder what only its API group tells apart, for engines that have such objects. */
export function refuseFilesByKind(scope: Construct): void {
  const type = (scope.node.root as Partial<App>).yamlOutputType ?? YamlOutputType.FILE_PER_CHART;
  if (type === YamlOutputType.FILE_PER_RESOURCE || (type === YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE && chartAround(scope))) {
    throw new Error(`${scope.node.path}: yamlOutputType ${UNORDERED[type]} writes objects of one kind and name to one file here, so that one is lost, `
      + 'use FILE_PER_CHART or FILE_PER_APP for this delivery');
  }
}

/** Charts that cdk8s writes as folders: children of the App, since only their names it leaves alone. */
export class Folders {
  private readonly app: App;

  /** Refuses a scope inside a Chart and an App that does not write folders. */
  constructor(private readonly scope: Construct, engine: string) {
    this.app = scope.node.root as App;
    const chart = chartAround(scope);
    const type = 'yamlOutputType FOLDER_PER_CHART_FILE_PER_RESOURCE';
    if (chart) {
      throw new Error(`${scope.node.path}: delivery ${engine} writes a folder for each component, which cannot be inside Chart ${chart.node.path}: `
        + `put it into the App, made with ${type}`);
    }
    if (this.app.yamlOutputType !== YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE) {
      throw new Error(`${scope.node.path}: delivery ${engine} writes a folder for each component, make the App with ${type}`);
    }
    scope.node.addValidation({ validate: () => indexedNames(this.app) });
  }

  /** The folder of that name, which must not be there yet. */
  public create(name: string): Chart {
    return createChart(this.scope, name);
  }
}

/** What would make cdk8s put an index before the name of every file. */
function indexedNames(app: Construct): string[] {
  const faults: string[] = [];
  const consequence = 'cdk8s would rename every file of the stack';
  for (const construct of app.node.findAll()) {
    const parent = construct.node.scope;
    if (Chart.isChart(construct) && parent && Chart.isChart(parent)) {
      faults.push(`Chart ${construct.node.path} is nested in Chart ${parent.node.path}, ${consequence}: make it a child of the App`);
    }
    for (const dependency of construct.node.dependencies) {
      const chart = chartAround(construct);
      if (chart === undefined || chart !== chartAround(dependency)) {
        faults.push(`${construct.node.path} depends on ${dependency.node.path}, ${consequence}: `
          + 'put the stack into a Chart of yours to depend on it, the stack keeps its own order');
      }
    }
  }
  return faults;
}
