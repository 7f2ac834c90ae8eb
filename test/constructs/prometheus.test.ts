import { App } from 'cdk8s';
import { ComponentMode, Delivery, Prometheus, PrometheusProps } from '../../src';
import { testConstruct } from '../support/construct-suite';
import { kubectlIsThere, readValuesByGo } from '../support/go-yaml';
import { outsideCharts } from '../support/render';

const NO_SEMVER = 'is not a version that Helm reads, must be semver such as "1.21.1", without ranges, spaces or leading zeros';

testConstruct<PrometheusProps>({
  make: (scope, id, props) => new Prometheus(scope, id, props),
  defaults: {},
  everyOption: {
    version: '84.4.0',
    mode: ComponentMode.MANAGED,
    values: { prometheus: { prometheusSpec: { retention: '2d' } }, grafana: { enabled: true } },
    unsetValues: ['nodeExporter.operatingSystems.darwin', 'commonLabels.example\\.com/team'],
    delivery: Delivery.helmChart(),
  },
  refused: [
    ['a version with a v', { version: 'v72.6.2' }, 'version: "v72.6.2" has a v, kube-prometheus-stack\'s tags do not: use "72.6.2"'],
    ['an empty version', { version: '' }, 'version: "" is too short, must have at least 1 character'],
    ['a version with a space', { version: ' 1.10' }, `version: " 1.10" ${NO_SEMVER}`],
    ['a version that YAML read as a number', { version: 1.10 }, 'version: 1.1 is a number, must be a string, quote it'],
    ['a range of versions', { version: '~72.6' }, `version: "~72.6" ${NO_SEMVER}`],
  ],
});

const chart = (props: PrometheusProps) => outsideCharts(app => new Prometheus(app, 'prometheus', props));
const values = (props: PrometheusProps) => chart(props).values('kube-prometheus-stack');

test('a version of two parts stays the text that it is', () => {
  const output = chart({ version: '1.10' });
  expect(output.one('HelmChart').spec.version).toBe('1.10');
  expect(Object.values(output.files).join()).toContain('version: "1.10"');
});

test('PodMonitors of every namespace are found, whatever else is set beside', () => {
  const given = { prometheus: { prometheusSpec: { retention: '2d', podMonitorSelector: { matchLabels: { team: 'a' } } } } };
  const { prometheusSpec } = values({ values: given }).prometheus;
  expect(prometheusSpec).toMatchObject({
    ...given.prometheus.prometheusSpec,
    podMonitorSelectorNilUsesHelmValues: false,
    podMonitorNamespaceSelector: {},
  });
  expect(prometheusSpec.additionalScrapeConfigs).toHaveLength(1);
});

test('words that YAML 1.1 takes for booleans stay text, as values and as keys', () => {
  const commonLabels = { country: 'no', flag: 'on', y: 'y', off: 'n', NO: 'Yes', null: '~', true: 'False' };
  const { valuesContent } = chart({ values: { commonLabels } }).one('HelmChart').spec;
  expect(values({ values: { commonLabels } }).commonLabels).toEqual(commonLabels);
  if (kubectlIsThere) {
    expect(readValuesByGo(valuesContent).commonLabels).toEqual(commonLabels);
  }
});

test('empty maps and lists stay', () => {
  const given = { customRules: {}, additionalPrometheusRules: [], prometheus: { ingress: { annotations: {} } } };
  expect(values({ values: given })).toMatchObject(given);
});

test.each<[string, PrometheusProps, string]>([
  ['by default', {}, 'prometheus-prometheus'],
  ['with another name', { values: { fullnameOverride: 'metrics' } }, 'metrics-prometheus'],
  ['with a name that the chart cuts', { values: { fullnameOverride: 'a-name-of-twenty-six-chars-and-more' } },
    'a-name-of-twenty-six-chars-prometheus'],
  ['with a name that would end in a dash', { values: { fullnameOverride: 'a-name-of-twentyfive-char-and-more' } },
    'a-name-of-twentyfive-char-prometheus'],
  ['with the name of the release', { unsetValues: ['fullnameOverride'] }, 'mp-kube-prometheus-stack-prometheus'],
])('the URL is that of the Service that the chart makes: %s', (_, props, service) => {
  expect(new Prometheus(new App(), 'prometheus', props).url).toBe(`http://${service}.monitoring.svc.cluster.local:9090`);
});

test.each<[string, PrometheusProps, string[]]>([
  ['scrape jobs that replace the stack\'s', { values: { prometheus: { prometheusSpec: { additionalScrapeConfigs: [] } } } },
    ['values.prometheus.prometheusSpec.additionalScrapeConfigs: replaces what the stack sets there, repeat it if it is still wanted']],
  ['a misspelt value', { values: { prometheuss: {} } }, ['values.prometheuss: the chart has no such value, did you mean "prometheus"?']],
  ['a value of another type', { values: { prometheusOperator: { enabled: 'no' } } },
    ['values.prometheusOperator.enabled: is a string, must be a boolean']],
  ['nothing, where the version\'s values are not known', { version: '99.0.0', values: { prometheuss: {} } }, []],
])('warns of %s', (_, props, warnings) => {
  expect(new Prometheus(new App(), 'prometheus', props).warnings).toEqual(warnings);
});
