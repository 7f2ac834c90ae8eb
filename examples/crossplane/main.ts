import { App } from 'cdk8s';
import { Delivery, SecretType, ServingStack, StackKind } from 'cdk8s-serving-stack';

/** A GKE cluster that a control plane reaches by its kubeconfig, as a service account of Google Cloud. */
export function westCluster(outdir?: string): App {
  const app = new App({ outdir, outputFileExtension: '.yaml' });
  new ServingStack(app, 'west', {
    stack: StackKind.DYNAMO,
    nvidiaDriverRoot: '/home/kubernetes/bin/nvidia',
    secrets: [
      { type: SecretType.KUBECONFIG, name: 'west-kubeconfig', key: 'kubeconfig' },
      { type: SecretType.GOOGLE_APPLICATION_CREDENTIALS, name: 'gcp', key: 'private_key', namespace: 'crossplane-system' },
    ],
    delivery: Delivery.crossplane({ name: 'west', namespace: 'platform' }),
  });
  return app;
}

if (require.main === module) {
  westCluster().synth();
}
