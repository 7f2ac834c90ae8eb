import { ageColumn, crd, METADATA, Properties, Schema } from './crd';
import { Manifest } from '../../lib/component';

const release = 'v1.0.2';
const stableGroup = 'inference.networking.k8s.io';
const experimentalGroup = 'inference.networking.x-k8s.io';

const dnsSubdomainOrEmpty = '^$|^[a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*$';
const dnsLabel = '^[a-z0-9]([-a-z0-9]*[a-z0-9])?$';
const kindName = '^[a-zA-Z]([-a-zA-Z0-9]*[a-zA-Z0-9])?$';
const labelValue = '^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$';
const reasonName = '^[A-Za-z]([A-Za-z0-9_,:]*[A-Za-z0-9_])?$';
const qualifiedName = '^([a-z0-9]([-a-z0-9]*[a-z0-9])?(\\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*/)?(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])$';

const atomicList = { 'x-kubernetes-list-type': 'atomic' } as const;
const listByType = { 'x-kubernetes-list-type': 'map', 'x-kubernetes-list-map-keys': ['type'] } as const;
const portOfService = {
  'x-kubernetes-validations': [{
    rule: "self.kind != 'Service' || has(self.port)",
    message: "port is required when kind is 'Service' or unspecified (defaults to 'Service')",
  }],
} as const;

/**
 * The CRDs of the Gateway API Inference Extension v1.0.2.
 *
 * Envoy AI Gateway v1.1 is built against this release; later ones drop the experimental resources.
 *
 * @see https://github.com/kubernetes-sigs/gateway-api-inference-extension/tree/v1.0.2/config/crd
 */
export function inferenceExtensionCrds(): Manifest[] {
  return [inferencePool(), experimentalInferencePool(), inferenceObjective()];
}

function inferencePool(): Manifest {
  return crd({
    group: stableGroup,
    version: 'v1',
    names: {
      kind: 'InferencePool',
      listKind: 'InferencePoolList',
      plural: 'inferencepools',
      singular: 'inferencepool',
      shortNames: ['infpool'],
    },
    annotations: {
      // The API server refuses a CRD of a *.k8s.io group without it.
      'api-approved.kubernetes.io': 'https://github.com/kubernetes-sigs/gateway-api-inference-extension/pull/1173',
      'inference.networking.k8s.io/bundle-version': release,
    },
    schema: {
      type: 'object',
      description: 'Pods that serve the same model, and the picker that chooses one of them for each request.',
      required: ['spec'],
      properties: {
        ...objectFields(),
        spec: {
          type: 'object',
          description: 'Which pods are in the pool and who chooses among them.',
          required: ['endpointPickerRef', 'selector', 'targetPorts'],
          properties: {
            selector: {
              type: 'object',
              description: 'Selects the pods, in the namespace of the pool.',
              required: ['matchLabels'],
              properties: {
                matchLabels: labels('Labels that a pod must have, all of them; 1 to 64.', { minProperties: 1, maxProperties: 64 }),
              },
            },
            targetPorts: {
              type: 'array',
              description: 'Port that the pods serve on; exactly one.',
              minItems: 1,
              maxItems: 1,
              ...atomicList,
              items: {
                type: 'object',
                description: 'A port of the pods.',
                required: ['number'],
                properties: { number: port('Number of the port, 1 to 65535.') },
              },
            },
            endpointPickerRef: {
              type: 'object',
              description: 'The endpoint picker, which names a pod for each request.',
              required: ['name'],
              properties: {
                ...reference('', 'Service', { minLength: 0 }),
                port: {
                  type: 'object',
                  description: 'Port of the picker; required of a Service.',
                  required: ['number'],
                  properties: { number: port('Number of the port, 1 to 65535.') },
                },
                failureMode: failureMode(),
              },
              ...portOfService,
            },
          },
        },
        status: {
          type: 'object',
          description: 'State of the pool as each of its parents sees it.',
          properties: {
            parents: {
              type: 'array',
              description: 'Parents, mostly Gateways, that send requests to the pool; at most 32.',
              maxItems: 32,
              ...atomicList,
              items: parent(conditions(), { minLength: 0 }),
            },
          },
        },
      },
    },
  });
}

function experimentalInferencePool(): Manifest {
  const pending = pendingCondition('Accepted');
  return crd({
    group: experimentalGroup,
    version: 'v1alpha2',
    names: {
      kind: 'InferencePool',
      listKind: 'InferencePoolList',
      plural: 'inferencepools',
      singular: 'inferencepool',
      shortNames: ['xinfpool'],
    },
    annotations: {
      'api-approved.kubernetes.io': 'unapproved, experimental-only',
      'inference.networking.k8s.io/bundle-version': release,
    },
    schema: {
      type: 'object',
      description: 'The InferencePool before it became stable, for controllers that still watch it.',
      properties: {
        ...objectFields(),
        spec: {
          type: 'object',
          description: 'Which pods are in the pool and who chooses among them.',
          required: ['extensionRef', 'selector', 'targetPortNumber'],
          properties: {
            selector: labels('Labels that a pod in the namespace of the pool must have, all of them.'),
            targetPortNumber: port('Port that the pods serve on, 1 to 65535.'),
            extensionRef: {
              type: 'object',
              description: 'The extension, which names a pod for each request.',
              required: ['name'],
              properties: {
                ...reference('', 'Service'),
                portNumber: port('Port of the extension, 1 to 65535.'),
                failureMode: failureMode(),
              },
            },
          },
        },
        status: {
          type: 'object',
          description: 'State of the pool as each of its parents sees it.',
          // A parent of kind Status is how this version says that no Gateway has taken the pool up yet.
          default: { parent: [{ parentRef: { kind: 'Status', name: 'default' }, conditions: [pending] }] },
          properties: {
            parent: {
              type: 'array',
              description: 'Parents, mostly Gateways, that send requests to the pool; at most 32.',
              maxItems: 32,
              items: parent(conditions([pending])),
            },
          },
        },
      },
    },
  });
}

function inferenceObjective(): Manifest {
  return crd({
    group: experimentalGroup,
    version: 'v1alpha2',
    names: {
      kind: 'InferenceObjective',
      listKind: 'InferenceObjectiveList',
      plural: 'inferenceobjectives',
      singular: 'inferenceobjective',
    },
    annotations: {
      'inference.networking.k8s.io/bundle-version': release,
    },
    columns: [
      { name: 'Inference Pool', type: 'string', jsonPath: '.spec.poolRef.name' },
      { name: 'Priority', type: 'string', jsonPath: '.spec.priority' },
      ageColumn,
    ],
    schema: {
      type: 'object',
      description: 'What a kind of request may expect of the pool that serves it.',
      properties: {
        ...objectFields(),
        spec: {
          type: 'object',
          description: 'The pool and the rank of the requests in it.',
          required: ['poolRef'],
          properties: {
            poolRef: {
              type: 'object',
              description: 'The pool, in the namespace of the objective.',
              required: ['name'],
              properties: reference(stableGroup, 'InferencePool'),
            },
            priority: {
              type: 'integer',
              description: 'Rank of the requests when the pool cannot serve all: higher goes first, unset counts as 0.',
            },
          },
        },
        status: {
          type: 'object',
          description: 'Whether a controller has taken the objective up.',
          properties: { conditions: conditions([pendingCondition('Ready')]) },
        },
      },
    },
  });
}

function objectFields(): Properties {
  return {
    apiVersion: { type: 'string', description: 'API group and version that the object is written in.' },
    kind: { type: 'string', description: 'Kind of the object.' },
    metadata: METADATA,
  };
}

// Only v1 spells out that the group may be empty.
function reference(group: string, kind: string, groupLimits: { readonly minLength?: number } = {}): Properties {
  return {
    group: {
      type: 'string',
      description: `API group of the object that is meant, at most 253 characters; ${group || 'the core group'} by default.`,
      default: group,
      ...groupLimits,
      maxLength: 253,
      pattern: dnsSubdomainOrEmpty,
    },
    kind: {
      type: 'string',
      description: `Kind of the object that is meant, 1 to 63 characters; ${kind} by default.`,
      default: kind,
      minLength: 1,
      maxLength: 63,
      pattern: kindName,
    },
    name: { type: 'string', description: 'Name of the object that is meant, 1 to 253 characters.', minLength: 1, maxLength: 253 },
  };
}

function labels(description: string, limits: { readonly minProperties?: number; readonly maxProperties?: number } = {}): Schema {
  return {
    type: 'object',
    description,
    ...limits,
    additionalProperties: {
      type: 'string',
      description: 'Value of the label, at most 63 characters.',
      minLength: 0,
      maxLength: 63,
      pattern: labelValue,
    },
  };
}

function port(description: string): Schema {
  return { type: 'integer', format: 'int32', description, minimum: 1, maximum: 65535 };
}

function failureMode(): Schema {
  return {
    type: 'string',
    description: 'What becomes of requests while it does not answer: FailClose drops them, FailOpen lets the gateway choose a pod.',
    default: 'FailClose',
    enum: ['FailOpen', 'FailClose'],
  };
}

function parent(parentConditions: Schema, groupLimits?: { readonly minLength?: number }): Schema {
  return {
    type: 'object',
    description: 'A parent and its view of the pool.',
    required: ['parentRef'],
    properties: {
      parentRef: {
        type: 'object',
        description: 'The parent.',
        required: ['name'],
        properties: {
          ...reference('gateway.networking.k8s.io', 'Gateway', groupLimits),
          namespace: {
            type: 'string',
            description: 'Namespace of the parent, 1 to 63 characters; that of the pool by default.',
            minLength: 1,
            maxLength: 63,
            pattern: dnsLabel,
          },
        },
      },
      conditions: parentConditions,
    },
  };
}

function conditions(initial?: ReadonlyArray<Readonly<Record<string, string>>>): Schema {
  return {
    type: 'array',
    description: 'What is true of the object at the moment, one entry for each type; at most 8.',
    default: initial,
    maxItems: 8,
    ...listByType,
    items: {
      type: 'object',
      description: 'One aspect of the state of the object.',
      required: ['lastTransitionTime', 'message', 'reason', 'status', 'type'],
      properties: {
        type: { type: 'string', description: 'The aspect, at most 316 characters.', maxLength: 316, pattern: qualifiedName },
        status: { type: 'string', description: 'Whether it holds: True, False or Unknown.', enum: ['True', 'False', 'Unknown'] },
        reason: {
          type: 'string',
          description: 'Why, in one word for programs, 1 to 1024 characters.',
          minLength: 1,
          maxLength: 1024,
          pattern: reasonName,
        },
        message: { type: 'string', description: 'Why, in a sentence for people, at most 32768 characters.', maxLength: 32768 },
        lastTransitionTime: { type: 'string', format: 'date-time', description: 'When the status last changed, in RFC 3339.' },
        observedGeneration: {
          type: 'integer',
          format: 'int64',
          description: 'Generation of the object that the condition was set for; a lower one than the current is out of date.',
          minimum: 0,
        },
      },
    },
  };
}

function pendingCondition(type: string): Readonly<Record<string, string>> {
  return {
    type,
    status: 'Unknown',
    reason: 'Pending',
    message: 'Waiting for controller',
    lastTransitionTime: '1970-01-01T00:00:00Z',
  };
}
