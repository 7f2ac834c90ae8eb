import { join } from 'node:path';
import { App } from 'cdk8s';
import { Delivery, PlainDeliveryOptions, ServingStack, StackKind } from 'cdk8s-serving-stack';

/** A cluster whose platform team applies plain manifests, from charts that lie beside this file where they do. */
export function eastCluster(outdir?: string, options: PlainDeliveryOptions = {}): App {
  const app = new App({ outdir, outputFileExtension: '.yaml' });
  new ServingStack(app, 'east', {
    stack: StackKind.DYNAMO,
    delivery: Delivery.plain({ chartFolder: join(__dirname, 'charts'), kubernetesVersion: '1.34.0', ...options }),
  });
  return app;
}

if (require.main === module) {
  eastCluster().synth();
}
