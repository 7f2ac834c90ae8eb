// A stack with defaults, as an app has it; with a second argument its objects are kept for floor.cjs.
const { writeFileSync } = require('node:fs');
const { App } = require('cdk8s');
const { ServingStack } = require('..');

const [outdir, objects] = process.argv.slice(2);
const app = new App({ outdir });
new ServingStack(app, 'west');
app.synth();
if (objects) {
  writeFileSync(objects, JSON.stringify(Object.fromEntries(app.charts.map(chart => [chart.node.id, chart.toJson()]))));
}
