import { Release } from './component';

/** Whether Helm is to leave the chart's crds/ folder out, since the cluster's provider owns those CRDs. */
export function skipsChartCrds({ chart, values }: Release): boolean {
  return chart.crdsSwitch?.reduce<any>((value, key) => value?.[key], values) === false;
}

/** How to bring those CRDs up to date that Helm installs and never upgrades, as Markdown; nothing where there are none. */
export function crdUpgrades(releases: readonly Release[]): string {
  const commands = releases.filter(release => release.chart.staleCrds && !skipsChartCrds(release)).map(({ chart: { name, repository }, version }) => {
    const chart = repository.startsWith('oci://') ? `${repository}/${name}` : `${name} --repo ${repository}`;
    return `    helm show crds ${chart} --version ${version} | kubectl apply --server-side --force-conflicts -f -\n`;
  });
  return commands.length === 0 ? '' : `# How to upgrade

Helm installs the CRDs of these charts once and never upgrades them, and what a newer chart needs of them is dropped without a word. Where a
new version is to be applied, do this first, in the cluster that is served, for the charts whose version changes:

${commands.join('')}
`;
}
