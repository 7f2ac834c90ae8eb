import { About, Result } from '../../../src/verify/check';

/** States of a cluster that one check tells apart. The objects are complete: an API server takes them. */
export interface CheckStates {
  readonly code: string;
  /** What the stack is like, where the check differs by it. */
  readonly about?: Partial<About>;
  /** False where an API server has a say in the objects, such as their age, and a test cannot lay them down. */
  readonly laidDown?: false;
  /** A cluster in which the check passes. */
  readonly good: readonly any[];
  /** What is wrong with others: that they lack objects of the good one, or have some more or others in their place. Undone, it is fixed. */
  readonly bad: readonly BadState[];
}

export interface BadState {
  readonly what: string;
  readonly without?: readonly any[];
  readonly with?: readonly any[];
  readonly result: Exclude<Result, 'pass'>;
  /** The finding's message in full. */
  readonly message: string;
  /** The finding's fix in full, where it matters. */
  readonly fix?: string;
}

/** The objects of a bad state. */
export function objectsOf({ good }: CheckStates, { with: more = [], without = [] }: BadState): any[] {
  const replaced = new Set([...more, ...without].map(identity));
  return [...good.filter(object => !replaced.has(identity(object))), ...more];
}

export function identity({ apiVersion, kind, metadata: { namespace, name } }: any): string {
  return [apiVersion, kind, namespace, name].join();
}

interface DeploymentOptions {
  readonly args?: string[];
  /** Why it is not available. */
  readonly message?: string;
  /** How many pods it wants, 1 if not said otherwise; without any it is available. */
  readonly replicas?: number;
  readonly labels?: Record<string, string>;
}

/** A Deployment of one container that is available, or is not with the message given. */
export function deployment(namespace: string, name: string, image: string, { args, message, replicas = 1, labels }: DeploymentOptions = {}): any {
  const made = workload('Deployment', namespace, name, image, { args });
  const available = message === undefined ? replicas : 0;
  return {
    ...made,
    metadata: { ...made.metadata, ...labels && { labels } },
    spec: { ...made.spec, replicas },
    status: {
      replicas,
      readyReplicas: available,
      availableReplicas: available,
      conditions: [{
        type: 'Available',
        status: message === undefined ? 'True' : 'False',
        reason: 'Test',
        message: message ?? 'Deployment has minimum availability.',
      }],
    },
  };
}

interface DaemonSetOptions {
  readonly args?: string[];
  readonly tolerations?: any[];
  readonly desired?: number;
  readonly ready?: number;
  readonly nodeSelector?: Record<string, string>;
  readonly priorityClassName?: string;
}

/** A DaemonSet of one container with so many pods wanted, all of them ready if not said otherwise. */
export function daemonSet(namespace: string, name: string, image: string, options: DaemonSetOptions = {}): any {
  const { desired = 1, ready = desired, ...more } = options;
  return {
    ...workload('DaemonSet', namespace, name, image, more),
    status: { desiredNumberScheduled: desired, currentNumberScheduled: desired, numberMisscheduled: 0, numberReady: ready },
  };
}

function workload(kind: string, namespace: string, name: string, image: string, { args, ...pod }: Omit<DaemonSetOptions, 'desired' | 'ready'>): any {
  const labels = { 'app.kubernetes.io/name': name };
  return {
    apiVersion: 'apps/v1',
    kind,
    metadata: { namespace, name },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image, ...args && { args } }], ...pod } },
    },
  };
}

/** A node as the kubelet and the cloud describe it. */
export function node(name: string, options: { labels?: Record<string, string>; taints?: any[]; providerID?: string; gpus?: string } = {}): any {
  const { labels = {}, taints, providerID, gpus } = options;
  const capacity = { cpu: '8', memory: '32Gi', pods: '110', ...gpus !== undefined && { 'nvidia.com/gpu': gpus } };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: { 'kubernetes.io/hostname': name, ...labels } },
    spec: { ...taints && { taints }, ...providerID && { providerID } },
    status: { capacity, allocatable: capacity },
  };
}
