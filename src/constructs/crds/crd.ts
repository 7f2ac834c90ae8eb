import { Manifest } from '../../lib/component';

/** What OpenAPI leaves to Kubernetes to say about a value. */
interface KubernetesKeywords {
  readonly 'x-kubernetes-list-type'?: 'atomic' | 'map';
  readonly 'x-kubernetes-list-map-keys'?: readonly string[];
  readonly 'x-kubernetes-validations'?: ReadonlyArray<{ readonly rule: string; readonly message: string }>;
}

/** A structural schema: what a CustomResourceDefinition says about a value. */
export interface Schema extends KubernetesKeywords {
  readonly type: 'array' | 'integer' | 'object' | 'string';
  /** Required, because `kubectl explain` has nothing else to show. */
  readonly description: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly format?: 'date-time' | 'int32' | 'int64';
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly properties?: Properties;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
}

/** The fields of an object. */
export type Properties = Readonly<Record<string, Schema>>;

/** The metadata of an object, of which the API server refuses to be told more, a description too. */
export const METADATA = { type: 'object' } as Schema;

/** A column that `kubectl get` shows. */
export interface Column {
  readonly name: string;
  readonly type: 'date' | 'string';
  readonly jsonPath: string;
}

/** A namespaced resource of one version, with a status that its controller writes. */
export interface Resource {
  readonly group: string;
  readonly version: string;
  readonly names: {
    readonly kind: string;
    readonly listKind?: string;
    readonly plural: string;
    readonly singular: string;
    readonly shortNames?: readonly string[];
  };
  readonly annotations?: Readonly<Record<string, string>>;
  readonly labels?: Readonly<Record<string, string>>;
  readonly columns?: readonly Column[];
  readonly schema: Schema;
}

/** The column that every `kubectl get` ends with; columns of one's own take it away. */
export const ageColumn: Column = { name: 'Age', type: 'date', jsonPath: '.metadata.creationTimestamp' };

/** The CustomResourceDefinition of a resource. */
export function crd({ group, version, names, annotations, labels, columns, schema }: Resource): Manifest {
  return unshared({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${names.plural}.${group}`, annotations, labels },
    spec: {
      group,
      names,
      scope: 'Namespaced',
      versions: [{
        name: version,
        served: true,
        storage: true,
        subresources: { status: {} },
        additionalPrinterColumns: columns,
        schema: { openAPIV3Schema: schema },
      }],
    },
  });
}

// Constants that several places refer to would become aliases in YAML, and labels that a construct adds to one CRD would
// turn up on the others.
function unshared(value: Manifest): Manifest {
  return JSON.parse(JSON.stringify(value));
}
