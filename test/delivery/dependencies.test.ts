import { ApiObject, App, Chart } from 'cdk8s';
import { Construct } from 'constructs';
import { CertManager, ServingStack } from '../../src';
import { insideChart, Output, outsideCharts, refusal } from '../support/render';

const west = (scope: Construct) => new ServingStack(scope, 'west');
const configMap = (scope: Construct, name: string) => new ApiObject(scope, name, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name } });
const size = new ServingStack(new App(), 'west').apiObjects.length;

/** All dependencies that cdk8s walks after it has expanded them to pairs of objects. */
function dependenciesIn(root: Construct): number {
  return root.node.findAll().flatMap(construct => [...new Set(construct.node.dependencies)]).length;
}

/** The numbers of the user's objects among those of the stack. */
function places({ objects }: Output, ...names: string[]): number[] {
  return names.map(name => objects.findIndex(({ metadata }) => metadata.name === name));
}

describe('inside a Chart', () => {
  test('a user\'s object that depends on the stack comes after all of it, at the cost of one dependency', () => {
    let root: Construct;
    const output = insideChart(chart => {
      root = chart.node.root as Construct;
      const early = configMap(chart, 'early');
      early.node.addDependency(west(chart));
    });
    expect(places(output, 'early')).toEqual([size]);
    expect(dependenciesIn(root!)).toBe(size - 1 + 1);
  });

  test('hundreds of objects that depend on the stack cost one dependency each, and those of a group are not multiplied', () => {
    let root: Construct;
    const output = insideChart(chart => {
      root = chart.node.root as Construct;
      const group = new Construct(chart, 'group');
      const names = Array.from({ length: 200 }, (_, i) => `settings-${i}`);
      names.forEach(name => configMap(group, name));
      const stack = west(chart);
      group.node.addDependency(stack);
      configMap(chart, 'single').node.addDependency(stack);
    });
    expect(output.objects.slice(size).map(({ kind }) => kind)).toEqual(Array(201).fill('ConfigMap'));
    // the chain, the group's own, one for each of its objects, and the single one
    expect(dependenciesIn(root!)).toBe(size - 1 + 1 + 200 + 1);
  });

  test('a stack that depends on a user\'s object comes after it', () => {
    const output = insideChart(chart => {
      const stack = west(chart);
      stack.node.addDependency(configMap(chart, 'first'));
    });
    expect(places(output, 'first')).toEqual([0]);
    expect(output.objects).toHaveLength(size + 1);
  });

  test('an object that depends on one part of the stack comes after that part', () => {
    const output = insideChart(chart => {
      const stack = west(chart);
      configMap(chart, 'user').node.addDependency(stack.node.findChild('cert-manager'));
    });
    const [user, chart] = places(output, 'user', 'mp-cert-manager');
    expect(user).toBeGreaterThan(chart);
  });

  test('a part alone can be depended on as well', () => {
    const output = insideChart(chart => {
      const user = configMap(chart, 'user');
      user.node.addDependency(new CertManager(chart, 'part'));
    });
    expect(places(output, 'mp-cert-manager', 'user')).toEqual([1, 2]);
  });

  test('stacks of two Charts may depend on each other, since the files are the user\'s own', () => {
    expect(Object.keys(outsideCharts(app => {
      const [a, b] = [new Chart(app, 'a'), new Chart(app, 'b')];
      configMap(a, 'user').node.addDependency(west(b));
    }).files)).toEqual(['0000-b.k8s.yaml', '0001-a.k8s.yaml']);
  });
});

describe('outside of Charts, where the names of files carry the order', () => {
  const consequence = 'cdk8s would rename every file of the stack';
  const intoChart = 'put the stack into a Chart of yours to depend on it, the stack keeps its own order';
  const two = (app: App) => [new Chart(app, 'a'), new Chart(app, 'b')].map(chart => configMap(chart, `in-${chart.node.id}`));

  // without a stack cdk8s shows what the refusal is for
  test.each<[string, (app: App) => void, string[], string]>([
    ['a Chart that depends on another', app => {
      const [a, b] = two(app);
      a.chart.addDependency(b.chart);
    }, ['0000-b.k8s.yaml', '0001-a.k8s.yaml'], `a depends on b, ${consequence}: ${intoChart}`],
    ['an object that depends on one in another Chart', app => {
      const [a, b] = two(app);
      a.addDependency(b);
    }, ['0000-b.k8s.yaml', '0001-a.k8s.yaml'], `a/in-a depends on b/in-b, ${consequence}: ${intoChart}`],
    ['a Chart in a Chart', app => {
      const outer = new Chart(app, 'a');
      configMap(new Chart(outer, 'b'), 'inner');
      configMap(outer, 'outer');
    }, ['0000-a-b-c8a98c77.k8s.yaml', '0001-a.k8s.yaml'], `Chart a/b is nested in Chart a, ${consequence}: make it a child of the App`],
  ])('%s is refused', (_, make, renamed, message) => {
    expect(Object.keys(outsideCharts(make).files)).toEqual(renamed);
    expect(refusal(() => outsideCharts(app => {
      make(app);
      west(app);
    }))).toBe(`Validation failed with the following errors:\n  [west] ${message}`);
  });

  test.each<[string, (app: App) => void, string]>([
    ['a stack that depends on an object', app => west(app).node.addDependency(configMap(new Chart(app, 'a'), 'user')), 'west depends on a/user'],
    ['an object that depends on the stack', app => configMap(new Chart(app, 'a'), 'user').node.addDependency(west(app)), 'a/user depends on west'],
    ['an object that depends on a part of the stack', app =>
      configMap(new Chart(app, 'a'), 'user').node.addDependency(west(app).node.findChild('cert-manager')), 'a/user depends on west/cert-manager'],
    ['an object that depends on one of the stack', app => configMap(new Chart(app, 'a'), 'user').node.addDependency(west(app).apiObjects[0]),
      'a/user depends on 00-namespace-cert-manager/namespace.cert-manager'],
    ['a construct outside of Charts that depends on the stack', app => new Construct(app, 'x').node.addDependency(west(app)), 'x depends on west'],
    ['a construct outside of Charts that depends on a part of it', app =>
      new Construct(app, 'x').node.addDependency(west(app).node.findChild('cert-manager')), 'x depends on west/cert-manager'],
  ])('%s is refused', (_, make, problem) => {
    const [, ...faults] = refusal(() => outsideCharts(make)).split('\n');
    expect(faults).toEqual([`  [west] ${problem}, ${consequence}: ${intoChart}`]);
  });

  test('all of it is told at once', () => {
    expect(refusal(() => outsideCharts(app => {
      const [a, b] = two(app);
      a.addDependency(b);
      west(app).node.addDependency(b);
      new Chart(a.chart, 'c');
    })).split('\n').slice(1).map(line => line.trim().split(',')[0])).toEqual([
      '[west] a/in-a depends on b/in-b', '[west] Chart a/c is nested in Chart a', '[west] west depends on b/in-b',
    ]);
  });

  test('dependencies within one of the user\'s Charts are his own, and so is a Chart below a construct, which cdk8s does not index', () => {
    const output = outsideCharts(app => {
      west(app);
      const chart = new Chart(app, 'a');
      configMap(chart, 'late').addDependency(configMap(chart, 'early'));
      configMap(new Chart(new Construct(chart, 'b'), 'c'), 'deep');
    });
    expect(output.objectsByFile['a.k8s.yaml'].map(({ metadata }) => metadata.name)).toEqual(['early', 'late']);
    expect(Object.keys(output.files).filter(name => /^\d{4}-/.test(name))).toEqual([]);
  });

  test('a user\'s Chart may not have the name of a component\'s file', () => {
    expect(refusal(() => outsideCharts(app => {
      new Chart(app, '10-cert-manager');
      west(app);
    }))).toBe('west: the App already has a Chart named 10-cert-manager, a stack outside any Chart is alone in its App: '
      + 'use one App per cluster');
    expect(refusal(() => outsideCharts(app => {
      west(app);
      new Chart(app, '10-cert-manager');
    }))).toContain('There is already a Construct with name \'10-cert-manager\'');
    expect(refusal(() => outsideCharts(app => new ServingStack(app, '90-gateway'))))
      .toMatch(/^90-gateway: the App already has a construct named 90-gateway/);
  });

  test('a second stack is refused', () => {
    expect(refusal(() => outsideCharts(app => {
      west(app);
      new ServingStack(app, 'east');
    }))).toMatch(/^east: the App already has a Chart named 00-namespace-cert-manager, .*use one App per cluster/);
  });
});
