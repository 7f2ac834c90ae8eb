import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ApiObject, App, Chart, Yaml, YamlOutputType } from 'cdk8s';

/**
 * Writes the Charts of an App that holds one stack outside any Chart, a file or a folder each: the same bytes as App.synth, which however
 * validates and resolves the whole App anew for every Chart.
 */
export function writeCharts(app: App, folder: string): string[] {
  return charts(app).flatMap(chart => {
    if (app.yamlOutputType === YamlOutputType.FILE_PER_CHART) {
      const file = `${chart.node.id}.yaml`;
      Yaml.save(join(folder, file), objects(chart));
      return [file];
    }
    mkdirSync(join(folder, chart.node.id));
    return objects(chart).map(object => {
      const file = join(chart.node.id, `${object.kind}.${object.metadata.name}.yaml`);
      Yaml.save(join(folder, file), [object]);
      return file;
    });
  });
}

/** The same as one text. */
export function chartsText(app: App): string {
  return Yaml.stringify(...charts(app).flatMap(objects));
}

function charts(app: App): Chart[] {
  const faults = app.node.findAll().flatMap(construct => construct.node.validate());
  if (faults.length > 0) {
    throw new Error(faults.join('\n'));
  }
  return app.node.children.filter(Chart.isChart);
}

function objects(chart: Chart): any[] {
  return chart.node.findAll().filter(ApiObject.isApiObject).map(object => object.toJson());
}
