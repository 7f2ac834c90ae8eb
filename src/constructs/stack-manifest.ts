import { GatewayCa } from './gateway-pki';
import { InputForm, MANIFEST_OPTIONS, SPEC, stackFaults, StackInput } from './stack-input';
import { DeliveryStackOptions } from './stack-options';
import { EngineTraits } from '../delivery/engine';
import { Fault, nearest, show } from '../lib/fault';
import { dnsLabel, dnsSubdomain } from '../lib/names';
import { check, Field, isOfKey, MapSchema } from '../lib/schema';
import type { SourceDocument } from '../lib/yaml-input';

const API_GROUP = 'infrastructure.modelplane.ai';
const API_VERSION = `${API_GROUP}/v1alpha1`;
const KIND = 'ServingStack';

/** Input from a ServingStack document. */
export const FROM_MANIFEST: InputForm = { spelling: 'yaml', spec: ['spec'] };

/** Options beside a ServingStack document. */
export interface ManifestOptions extends DeliveryStackOptions {
  readonly gatewayCa?: GatewayCa;
}

/** A ServingStack document as it was read, not checked yet but for its kind. */
export interface StackManifest {
  /** Where it begins: `west.yaml:1:1`. */
  readonly location: string;
  /** Its name as given, which may be anything before it is checked. */
  readonly name: unknown;
  readonly namespace?: string;
  readonly document: SourceDocument;
}

/** The ServingStack documents of a YAML text. */
export interface StackManifests {
  readonly manifests: StackManifest[];
  /** Kinds of the other documents, which are not for this library. */
  readonly skipped: string[];
  readonly faults: Fault[];
}

/** Reads the ServingStack documents of a YAML text, those inside a List included. */
export function readManifests(text: string, file: string): StackManifests {
  // the YAML library takes as long to load as all of ours, and an app without YAML files never needs it
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { readYaml } = require('../lib/yaml-input') as typeof import('../lib/yaml-input');
  const { documents, faults } = readYaml(text, file);
  const manifests: StackManifest[] = [];
  const skipped: string[] = [];
  const read = (document: SourceDocument) => {
    const { apiVersion, kind, items, metadata } = (document.value ?? {}) as Record<string, any>;
    if (kind === 'List' && Array.isArray(items)) {
      items.forEach((value, i) => read({ value, locate: (path, key) => document.locate(['items', i, ...path], key) }));
      return;
    }
    const fault = kindFault(apiVersion, kind);
    if (fault) {
      faults.push({ ...fault, location: document.locate(fault.path) });
    } else if (kind === KIND) {
      manifests.push({ location: document.locate([]), name: metadata?.name, namespace: typeof metadata?.namespace === 'string' ? metadata.namespace : undefined, document });
    } else {
      skipped.push(`${document.locate([])}: ${show(kind)}`);
    }
  };
  documents.forEach(read);
  return { manifests, skipped, faults };
}

/** Everything wrong with a document and the options beside it, and the stack that they describe. */
export function checkManifest({ document }: StackManifest, options: ManifestOptions, traits: EngineTraits): { faults: Fault[]; input: StackInput } {
  const described = check(document.value, DOCUMENT, 'yaml');
  const beside = check(options, MANIFEST_OPTIONS, 'props');
  const { gatewayCa, ...rest } = beside.value ?? {};
  const spec = described.value?.spec ?? {};
  const input: StackInput = { ...spec, ...rest, ...gatewayCa ? { gateway: { ...spec.gateway, ca: gatewayCa } } : {} };
  const located = (fault: Fault): Fault => ({ ...fault, location: document.locate(fault.path, isOfKey(fault)) });
  const together = stackFaults(input, FROM_MANIFEST, traits).map(fault => fault.path[0] === FROM_MANIFEST.spec[0] ? located(fault) : fault);
  return { faults: [...described.faults.map(located), ...beside.faults, ...together], input };
}

const OBJECT_META = [
  'annotations', 'creationTimestamp', 'deletionGracePeriodSeconds', 'deletionTimestamp', 'finalizers', 'generateName', 'generation', 'labels',
  'managedFields', 'ownerReferences', 'resourceVersion', 'selfLink', 'uid',
];

const DOCUMENT: MapSchema = {
  type: 'map',
  fields: {
    apiVersion: { type: 'string', required: true },
    kind: { type: 'string', required: true },
    metadata: {
      type: 'map',
      required: true,
      fields: {
        name: { type: 'string', required: true, minLength: 1, maxLength: 253, check: name => dnsSubdomain(name) },
        namespace: { type: 'string', minLength: 1, check: dnsLabel },
        ...Object.fromEntries(OBJECT_META.map((name): [string, Field] => [name, { type: 'any' }])),
      },
    },
    // Crossplane adds a field of its own to the spec of every kind that it serves
    spec: { ...SPEC, fields: { ...SPEC.fields, crossplane: { type: 'any' } }, required: true },
    status: { type: 'any' },
  },
};

function kindFault(apiVersion: unknown, kind: unknown): Fault | undefined {
  if (kind === undefined || typeof kind !== 'string') {
    return { path: ['kind'], problem: kind === undefined ? 'missing' : `${show(kind)} is not a kind`, fix: `a Kubernetes object has one, such as ${KIND}` };
  }
  if (kind === KIND) {
    return apiVersion === API_VERSION ? undefined : {
      path: ['apiVersion'],
      problem: apiVersion === undefined ? 'missing' : `${show(apiVersion)} is not supported`,
      fix: `must be ${API_VERSION}`,
    };
  }
  const ours = typeof apiVersion === 'string' && apiVersion.startsWith(`${API_GROUP}/`);
  return ours && nearest(kind, [KIND]) ? { path: ['kind'], problem: `${show(kind)} is not a kind`, fix: `must be ${KIND}` } : undefined;
}
