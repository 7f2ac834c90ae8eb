import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Release } from '../lib/component';
import { show } from '../lib/fault';
import { compare } from '../lib/order';
import { isMap } from '../lib/values';

/** Where helm takes a chart from. */
export interface ChartSource {
  readonly args: readonly string[];
  /** What tells the chart from all others: the digest of a local one, the address and version of one that is published. */
  readonly identity: readonly string[];
}

/**
 * The chart of a release: `<chart>-<version>.tgz` or `<chart>/` in the folder, or else as it is published.
 *
 * Throws where the folder has the chart in another version, which helm would render without a word.
 */
export function chartSource({ chart: { name, repository }, version }: Pick<Release, 'chart' | 'version'>, folder?: string): ChartSource {
  const local = folder === undefined ? undefined : localChart(resolve(folder), name, version);
  if (local) {
    return local;
  }
  return {
    args: [...repository.startsWith('oci://') ? [`${repository}/${name}`] : [name, '--repo', repository], '--version', version],
    identity: [repository, name, version],
  };
}

function localChart(folder: string, name: string, version: string): ChartSource | undefined {
  // a tag may have a v that the chart's own version lacks, or lack one that it has
  const archive = [version, version.startsWith('v') ? version.slice(1) : `v${version}`]
    .map(form => join(folder, `${name}-${form}.tgz`)).find(existsSync);
  if (archive) {
    return { args: [archive], identity: ['sha256', createHash('sha256').update(readFileSync(archive)).digest('hex')] };
  }
  const path = join(folder, name);
  const definition = join(path, 'Chart.yaml');
  if (!existsSync(definition)) {
    return undefined;
  }
  const found = versionIn(definition);
  if (found?.replace(/^v/, '') !== version.replace(/^v/, '')) {
    throw new Error(`${definition}: has version ${show(found)}, must be ${version}: put that version there, or choose this one in versions`);
  }
  return { args: [path], identity: ['sha256', folderDigest(path)] };
}

function versionIn(definition: string): string | undefined {
  // eslint-disable-next-line @typescript-eslint/no-require-imports
  const { readYaml } = require('../lib/yaml-input') as typeof import('../lib/yaml-input');
  const value = readYaml(readFileSync(definition, 'utf8'), definition).documents[0]?.value;
  return isMap(value) && typeof value.version === 'string' ? value.version : undefined;
}

function folderDigest(path: string): string {
  const digest = createHash('sha256');
  const add = (file: string, name: string) => {
    if (statSync(file).isDirectory()) {
      readdirSync(file).sort(compare).forEach(entry => add(join(file, entry), `${name}/${entry}`));
    } else {
      const content = readFileSync(file);
      digest.update(JSON.stringify([name, content.length])).update(content);
    }
  };
  add(path, '');
  return digest.digest('hex');
}
