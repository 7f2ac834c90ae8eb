import { makeCa, NOW } from './certificates';
import { ComponentMode, ServingStackProps, StackKind } from '../../src';

const HOSTNAME = 'west.clusters.example.com';

/** How stacks differ most, for each kind of stack. */
const GATEWAYS_AND_CLUSTERS: Record<string, ServingStackProps> = {
  'plain HTTP': {},
  'mutual TLS': {
    now: NOW.toISOString(),
    gateway: {
      hostname: HOSTNAME,
      clientCas: [{ name: 'fleet-b', certificate: makeCa({ name: 'fleet-b' }) }, { name: 'fleet-a', certificate: makeCa({ name: 'fleet-a' }) }],
    },
  },
  'a hostname without client CAs': { gateway: { hostname: HOSTNAME } },
  'a driver root as on GKE': { nvidiaDriverRoot: '/home/kubernetes/bin/nvidia' },
  'a substrate that is provided': { mode: ComponentMode.PROVIDED },
};

/** Stacks that between them have every component, by what is special about them; the first of each kind has nothing but its kind. */
export const VARIANTS: ReadonlyArray<readonly [name: string, props: ServingStackProps]> = Object.values(StackKind).flatMap(stack =>
  Object.entries(GATEWAYS_AND_CLUSTERS).map(([name, props]) => [`${stack} with ${name}`, { stack, ...props }] as const));
