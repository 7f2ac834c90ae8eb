import { App } from 'cdk8s';
import { ServingStack, StackKind, TaintEffect, TolerationOperator } from 'cdk8s-serving-stack';

/** A GKE cluster that serves engines of several nodes, its GPU nodes tainted by the team. */
export function westCluster(outdir?: string): App {
  const app = new App({ outdir, outputFileExtension: '.yaml' });
  new ServingStack(app, 'west', {
    stack: StackKind.DYNAMO,
    nvidiaDriverRoot: '/home/kubernetes/bin/nvidia',
    tolerations: [{ key: 'example.com/gpu', operator: TolerationOperator.EXISTS, effect: TaintEffect.NO_SCHEDULE }],
    components: {
      prometheus: { values: { prometheus: { prometheusSpec: { retention: '2d' } } } },
    },
  });
  return app;
}

if (require.main === module) {
  westCluster().synth();
}
