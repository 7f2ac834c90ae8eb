import { Construct } from 'constructs';
import { problemsOf } from './crd-validation';
import { insideChart, nameOf, outsideCharts, refusal } from './render';
import { Component } from '../../src';

/** A construct and what it is tested with. */
export interface Suite<Props> {
  readonly make: (scope: Construct, id: string, props: Props) => Component;
  /** The required props only. */
  readonly defaults: Props;
  /** All props, so that none goes untested. */
  readonly everyOption: Required<Props>;
  /** What is wrong, the props, and a line for each fault. */
  readonly refused: ReadonlyArray<readonly [name: string, props: object, ...messages: string[]]>;
}

/** What is tested of every construct, used alone. */
export function testConstruct<Props extends object>({ make, defaults, everyOption, refused }: Suite<Props>): void {
  const render = (props: Props) => outsideCharts(app => make(app, 'part', props));

  describe.each([['the defaults', defaults], ['every option', everyOption]])('with %s', (_, props) => {
    test('renders as in the snapshot', () => {
      expect(render(props).text).toMatchSnapshot();
    });

    test('renders what the API server takes', () => {
      const { objects } = render(props);
      expect(objects.length).toBeGreaterThan(0);
      expect(objects.flatMap(problemsOf)).toEqual([]);
    });

    test('renders the same objects inside a Chart, anywhere in it', () => {
      const inside = insideChart(chart => make(new Construct(chart, 'nested'), 'other', props), { labels: {} });
      expect(inside.objects.map(nameOf).sort()).toEqual(render(props).objects.map(nameOf).sort());
      expect(inside.objects).toEqual(expect.arrayContaining(render(props).objects));
    });

    test('lists its objects in the order of the files', () => {
      let made: Component | undefined;
      const { objects } = outsideCharts(app => { made = make(app, 'part', props); });
      expect(made!.apiObjects.map(object => object.toJson())).toEqual(objects);
    });

    test('has nothing to warn of', () => {
      let made: Component | undefined;
      outsideCharts(app => { made = make(app, 'part', props); });
      expect(made!.warnings).toEqual([]);
    });
  });

  test.each(refused.map(([name, ...rest]) => [name, rest] as const))('%s is refused', (_, [props, ...messages]) => {
    expect(refusal(() => render(props as Props)).split('\n')).toEqual(messages);
  });
}
