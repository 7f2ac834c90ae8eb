import { Manifest } from '../lib/component';
import { formatFault, formatPath, show } from '../lib/fault';
import { isMap } from '../lib/values';
import { checkBareText } from '../lib/values-check';
import { readBlockYaml } from '../lib/yaml-block';

/**
 * The objects in the output of `helm template`, in the order in which Helm would create them: what runs before the installation,
 * the chart's CRDs and templates, and what runs after it.
 *
 * A list is its items. Hooks of an installation or an upgrade are objects like all others, by their weight; those of a removal, a
 * rollback or a test are left out. Throws all that a cluster could not be given as it is, a line each.
 */
export function readHelmOutput(text: string): Manifest[] {
  const faults: string[] = [];
  const entries: Entry[] = [];
  const seen = new Map<string, string>();
  for (const { source, content } of documentsOf(text)) {
    const read = readDocument(content, source);
    faults.push(...read.faults);
    for (const value of read.values) {
      const hook = hookOf(value);
      if (hook === 'left out') {
        continue;
      }
      for (const object of flatten(value)) {
        const problem = objectProblem(object) ?? twice(object as Manifest, source, seen);
        if (problem) {
          faults.push(`${source}: ${problem}`);
        } else {
          entries.push({ ...hook, manifest: withoutHook(object as Manifest) });
        }
      }
    }
  }
  if (faults.length > 0) {
    throw new Error(faults.join('\n'));
  }
  // a stable sort: helm prints objects of equal weight by kind, so that an account comes before the Job that uses it
  return entries.sort((a, b) => a.phase - b.phase || a.weight - b.weight).map(({ manifest }) => manifest);
}

/** Whether the object is a CRD. */
export function isCrd({ apiVersion, kind }: { readonly apiVersion: string; readonly kind: string }): boolean {
  return kind === 'CustomResourceDefinition' && apiVersion.startsWith('apiextensions.k8s.io/');
}

/** The kinds that belong to no namespace, as `kind.group`. */
export class Scopes {
  private readonly clusterScoped = new Set(CLUSTER_SCOPED);
  private readonly known = new Set<string>();

  /** Knows the kinds of Kubernetes itself and of the CRDs among the objects. */
  constructor(objects: Iterable<Manifest>) {
    for (const object of objects) {
      if (isCrd(object)) {
        const { names, group, scope } = object.spec ?? {};
        this.known.add(`${names?.kind}.${group}`);
        if (scope === 'Cluster') {
          this.clusterScoped.add(`${names?.kind}.${group}`);
        }
      }
    }
  }

  /**
   * The object with the namespace that Helm would have given it. One of a kind that nothing describes counts as namespaced, as most
   * are: kubectl drops the namespace of an object that has none, but would put one that lacks it into `default`.
   */
  public place(object: Manifest, namespace: string): Manifest {
    const { namespace: own, ...metadata } = object.metadata;
    return this.clusterScoped.has(`${object.kind}.${groupOf(object)}`)
      ? { ...object, metadata }
      : { ...object, metadata: { ...metadata, namespace: own || namespace } };
  }
}

const BEFORE = 0;
const WITH = 1;
const AFTER = 2;

interface Place {
  readonly phase: number;
  readonly weight: number;
}

interface Entry extends Place {
  readonly manifest: Manifest;
}

/** The events of Helm at which an object of a plain installation is created, and when. */
const EVENTS: Readonly<Record<string, number>> = {
  'pre-install': BEFORE,
  'pre-upgrade': BEFORE,
  'post-install': AFTER,
  'post-upgrade': AFTER,
};

const HOOK = 'helm.sh/hook';

/** Each document with the template that it comes from. */
function* documentsOf(text: string): Generator<{ source: string; content: string }> {
  let source = 'helm\'s output';
  // a marker at the start of a line ends a document wherever it stands, in quotes and blocks too
  for (const content of text.split(/^(?=---(?:\s|$))/m)) {
    source = /^# Source: (.+?)\s*$/m.exec(content)?.[1] ?? source;
    yield { source, content };
  }
}

/** The values in a part of the output, mostly one, and what keeps it from being read. */
function readDocument(content: string, source: string): { readonly values: readonly unknown[]; readonly faults: readonly string[] } {
  const value = readBlockYaml(content);
  if (value) {
    return { values: [value], faults: [] };
  }
  // the YAML library takes as long to load as all of ours
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { readYaml } = require('../lib/yaml-input') as typeof import('../lib/yaml-input');
  const { documents, faults } = readYaml(content, source);
  return { values: documents.map(document => document.value), faults: faults.map(formatFault) };
}

/** When Helm creates an object; it reads the annotations of whole documents, not those of a list's items. */
function hookOf(value: unknown): Place | 'left out' {
  const annotations = isMap(value) && isMap(value.metadata) && isMap(value.metadata.annotations) ? value.metadata.annotations : {};
  if (annotations[HOOK] === undefined) {
    return { phase: WITH, weight: 0 };
  }
  const phases = String(annotations[HOOK]).split(',').map(event => EVENTS[event.trim().toLowerCase()]).filter(phase => phase !== undefined);
  // as Go's Atoi, which takes nothing but digits and a sign; Helm counts all else as 0
  const weight = String(annotations[`${HOOK}-weight`] ?? 0);
  return phases.length === 0 ? 'left out' : { phase: Math.min(...phases), weight: /^[-+]?\d+$/.test(weight) ? Number(weight) : 0 };
}

/** The items of a list, those of lists in it included, with the kind that a list of one kind leaves out. */
function flatten(value: unknown): unknown[] {
  if (!isMap(value) || typeof value.kind !== 'string' || !value.kind.endsWith('List') || !Array.isArray(value.items)) {
    return [value];
  }
  const { apiVersion, kind, items } = value;
  const typed = kind === 'List' ? {} : { apiVersion, kind: kind.slice(0, -'List'.length) };
  return items.flatMap(item => flatten(isMap(item) ? { ...typed, ...item } : item));
}

/** What keeps an object from being written and applied as it is. */
function objectProblem(value: unknown): string | undefined {
  if (!isMap(value)) {
    return `${show(value)} is not a Kubernetes object`;
  }
  const { apiVersion, kind, metadata } = value;
  if (typeof apiVersion !== 'string' || typeof kind !== 'string') {
    return `an object without ${typeof kind === 'string' ? 'apiVersion' : 'kind'}`;
  }
  const name = isMap(metadata) ? metadata.name : undefined;
  if (typeof name !== 'string' || name === '') {
    return name === undefined || name === null ? `${kind} without metadata.name, which kubectl apply needs` : `${kind}: metadata.name ${show(name)} is not a name`;
  }
  const { namespace } = metadata;
  if (namespace !== undefined && namespace !== null && typeof namespace !== 'string') {
    return `${kind} ${name}: metadata.namespace ${show(namespace)} is not a name`;
  }
  const [fault] = checkBareText(value);
  return fault && `${kind} ${name}: ${formatPath(fault.path)}: ${fault.problem}, and cdk8s cannot quote it: change the values that it comes from`;
}

function twice(object: Manifest, source: string, seen: Map<string, string>): string | undefined {
  const { kind, metadata: { namespace, name } } = object;
  const id = JSON.stringify([groupOf(object), kind, namespace, name]);
  const first = seen.get(id);
  seen.set(id, first ?? source);
  return first === undefined ? undefined : `${kind} ${name} is in ${first} too`;
}

/** Without what only Helm reads: Argo CD would take an ordinary object for a hook. */
function withoutHook(object: Manifest): Manifest {
  const { annotations, ...metadata } = object.metadata;
  const kept = Object.entries(annotations ?? {}).filter(([key]) => key !== HOOK && !key.startsWith(`${HOOK}-`));
  return { ...object, metadata: { ...metadata, ...kept.length > 0 ? { annotations: Object.fromEntries(kept) } : {} } };
}

function groupOf({ apiVersion }: Manifest): string {
  return apiVersion.includes('/') ? apiVersion.slice(0, apiVersion.indexOf('/')) : '';
}

/** @see https://kubernetes.io/docs/reference/kubernetes-api/ */
const CLUSTER_SCOPED: readonly string[] = Object.entries<string[]>({
  '': ['ComponentStatus', 'Namespace', 'Node', 'PersistentVolume'],
  'admissionregistration.k8s.io': [
    'MutatingAdmissionPolicy', 'MutatingAdmissionPolicyBinding', 'MutatingWebhookConfiguration', 'ValidatingAdmissionPolicy',
    'ValidatingAdmissionPolicyBinding', 'ValidatingWebhookConfiguration',
  ],
  'apiextensions.k8s.io': ['CustomResourceDefinition'],
  'apiregistration.k8s.io': ['APIService'],
  'authentication.k8s.io': ['SelfSubjectReview', 'TokenReview'],
  'authorization.k8s.io': ['SelfSubjectAccessReview', 'SelfSubjectRulesReview', 'SubjectAccessReview'],
  'certificates.k8s.io': ['CertificateSigningRequest', 'ClusterTrustBundle'],
  'flowcontrol.apiserver.k8s.io': ['FlowSchema', 'PriorityLevelConfiguration'],
  'internal.apiserver.k8s.io': ['StorageVersion'],
  'networking.k8s.io': ['IPAddress', 'IngressClass', 'ServiceCIDR'],
  'node.k8s.io': ['RuntimeClass'],
  'policy': ['PodSecurityPolicy'],
  'rbac.authorization.k8s.io': ['ClusterRole', 'ClusterRoleBinding'],
  'resource.k8s.io': ['DeviceClass', 'DeviceTaintRule', 'ResourceSlice'],
  'scheduling.k8s.io': ['PriorityClass'],
  'storage.k8s.io': ['CSIDriver', 'CSINode', 'StorageClass', 'VolumeAttachment', 'VolumeAttributesClass'],
  'storagemigration.k8s.io': ['StorageVersionMigration'],
}).flatMap(([group, kinds]) => kinds.map(kind => `${kind}.${group}`));

