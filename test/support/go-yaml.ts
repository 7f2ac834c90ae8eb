import { execFileSync, spawnSync } from 'node:child_process';

/** Whether there is a YAML reader written in Go, as those of Helm and of the API server are. */
export const kubectlIsThere = spawnSync('kubectl', ['version', '--client']).status === 0;

if (!kubectlIsThere) {
  console.warn('kubectl is not on the PATH: output is not read back by a YAML reader written in Go');
}

/** A document as kubectl reads it, without a cluster. */
export function readByGo(document: string): any {
  const json = execFileSync('kubectl', ['annotate', '--local', '-f', '-', 'read-by=go', '-o', 'json'], { input: document });
  const { metadata, ...object } = JSON.parse(json.toString());
  delete metadata.annotations['read-by'];
  return { ...object, metadata };
}

/** A text of Helm values, as Helm reads it. */
export function readValuesByGo(valuesContent: string): any {
  const indented = valuesContent.replace(/^(?=.)/gm, '  ');
  return readByGo(`apiVersion: example.test/v1\nkind: Values\nmetadata:\n  name: values\nspec:\n${indented}`).spec;
}
