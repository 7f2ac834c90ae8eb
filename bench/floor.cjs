// The least that any program must do: load cdk8s and write the given objects, in the same Charts.
const { readFileSync } = require('node:fs');
const { ApiObject, App, Chart } = require('cdk8s');

const [outdir, objects] = process.argv.slice(2);
const app = new App({ outdir });
for (const [id, manifests] of Object.entries(JSON.parse(readFileSync(objects, 'utf8')))) {
  const chart = new Chart(app, id);
  manifests.forEach((manifest, i) => new ApiObject(chart, `object-${i}`, manifest));
}
app.synth();
