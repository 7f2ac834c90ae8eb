import { X509Certificate } from 'node:crypto';
import { crd } from './apis';
import { because, conditionOf, isStale, refusedListener } from './gateway-state';
import { Answer, Cluster, pathOf, Read } from './read';
import { CLUSTER_CA_MAP, Condition, Gateway, INFERENCE_GATEWAY, QUEUES } from './resources';
import { LWS } from '../constructs/lws';
import { StackKind } from '../constructs/stack-options';

/** What a cluster's serving stack has come to. */
export interface Status {
  readonly name: string;
  /** The stack that is installed, where one can be told. */
  readonly stack?: StackKind;
  /** Addresses of the gateway: IP addresses and host names. */
  readonly addresses: readonly string[];
  /** Whether the gateway takes requests, nothing where there is none. */
  readonly programmed?: boolean;
  /** Why not. */
  readonly reason?: string;
  /** The cluster CA's certificate as PEM text, where the gateway has one. */
  readonly caCertificate?: string;
  /** What could not be read. */
  readonly unreadable: readonly string[];
}

const [lwsCrd] = Object.keys(LWS.requires!.crds!);

/** Everything that the status is read from. */
export const STATUS_READS = { gateway: INFERENCE_GATEWAY, ca: CLUSTER_CA_MAP, queue: QUEUES, lws: crd(lwsCrd) };

/** Reads the status of a cluster. */
export async function status(cluster: Cluster): Promise<Status> {
  const answers: Record<string, Answer> = Object.fromEntries(await Promise.all(
    Object.entries(STATUS_READS).map(async ([name, read]) => [name, await cluster.answer(read)] as const)));
  const one = <T>(name: keyof typeof STATUS_READS, _: Read<T>): T | undefined => 'items' in answers[name] ? answers[name].items[0] : undefined;
  const gateway = one('gateway', STATUS_READS.gateway);
  return {
    name: cluster.name,
    stack: one('queue', STATUS_READS.queue) ? StackKind.DYNAMO : gateway && one('lws', STATUS_READS.lws) ? StackKind.STANDARD : undefined,
    addresses: (gateway?.status?.addresses ?? []).map(({ value }) => value),
    ...gateway && programmed(gateway),
    caCertificate: certificate(one('ca', STATUS_READS.ca)?.data?.['ca.crt']),
    unreadable: Object.entries(STATUS_READS).flatMap(([name, read]) => {
      const answer = answers[name];
      return 'unreadable' in answer ? [`${pathOf(read)}: ${answer.unreadable}`] : [];
    }),
  };
}

function programmed(gateway: Gateway): { programmed: boolean; reason?: string } {
  // the first that is not so explains the others
  const unmet: Condition | undefined = ['Accepted', 'Programmed'].map(type => conditionOf(gateway.status, type) ?? { type, status: 'Unknown' })
    .find(({ status: is }) => is !== 'True');
  if (unmet) {
    return { programmed: false, reason: [unmet.reason ?? `${unmet.type} is ${unmet.status}`, unmet.message].filter(Boolean).join(': ') };
  }
  const refused = refusedListener(gateway);
  if (refused) {
    return { programmed: false, reason: `listener ${refused.listener}${because(refused.condition)}` };
  }
  return isStale(gateway) ? { programmed: false, reason: 'the controller has not seen the last change yet' } : { programmed: true };
}

function certificate(pem: string | undefined): string | undefined {
  return pem === undefined || pem.trim() === '' ? undefined : pem;
}

/** Whose a certificate is and until when, in a few words. */
export function describeCertificate(pem: string): string {
  try {
    const { subject, validTo } = new X509Certificate(pem);
    return `${subject.split('\n').find(part => part.startsWith('CN='))?.slice(3) ?? subject}, until ${new Date(validTo).toISOString().slice(0, 10)}`;
  } catch {
    return 'is no certificate';
  }
}
