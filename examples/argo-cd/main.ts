import { App, YamlOutputType } from 'cdk8s';
import { Delivery, ServingStack } from 'cdk8s-serving-stack';

/** A cluster that Argo CD, which runs in another one, knows as `west`. */
export function westCluster(outdir?: string): App {
  const app = new App({ outdir, outputFileExtension: '.yaml', yamlOutputType: YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE });
  new ServingStack(app, 'west', {
    delivery: Delivery.argoCd({
      repoUrl: 'https://git.example.com/platform/clusters.git',
      path: 'west/dist',
      targetRevision: 'main',
      destination: { name: 'west' },
      appProject: true,
    }),
  });
  return app;
}

if (require.main === module) {
  westCluster().synth();
}
