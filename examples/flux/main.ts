import { App, YamlOutputType } from 'cdk8s';
import { Delivery, FluxDriftDetection, ServingStack } from 'cdk8s-serving-stack';

/** A cluster whose own Flux reads the repository in which this app lies, at `stacks/west`. */
export function westCluster(outdir?: string): App {
  const app = new App({ outdir, outputFileExtension: '.yaml', yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE });
  new ServingStack(app, 'west', {
    gateway: { hostname: 'west.clusters.example.com' },
    delivery: Delivery.flux({
      path: 'stacks/west/dist',
      driftDetection: FluxDriftDetection.WARN,
    }),
  });
  return app;
}

if (require.main === module) {
  westCluster().synth();
}
