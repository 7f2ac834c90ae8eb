import { Construct } from 'constructs';
import { problemsOf } from './crd-validation';
import { insideChart, nameOf, Output, outsideCharts, refusal } from './render';
import { Component } from '../../src';

/** A construct and what it is tested with. */
export interface Suite<Props> {
  readonly make: (scope: Construct, id: string, props: Props) => Component;
  /** The required props only. */
  readonly defaults: Props;
  /** All props, so that none goes untested. */
  readonly everyOption: Required<Props>;
  /** What `everyOption` warns of. */
  readonly warnings?: readonly string[];
  /** What is wrong, the props, and a line for each fault. */
  readonly refused: ReadonlyArray<readonly [name: string, props: object, ...messages: string[]]>;
}

/** What is tested of every construct, used alone. */
export function testConstruct<Props extends object>({ make, defaults, everyOption, warnings = [], refused }: Suite<Props>): void {
  const render = (props: Props) => outsideCharts(app => make(app, 'part', props));

  describe.each([['the defaults', defaults, []], ['every option', everyOption, warnings]])('with %s', (_, props, expectedWarnings) => {
    let component: Component;
    let output: Output;

    beforeAll(() => {
      output = outsideCharts(app => { component = make(app, 'part', props); });
    });

    test('renders as in the snapshot', () => {
      expect(output.text(...props === defaults ? [] : [render(defaults)])).toMatchSnapshot();
    });

    test('renders what the API server takes', () => {
      expect(output.objects.length).toBeGreaterThan(0);
      expect(output.objects.flatMap(problemsOf)).toEqual([]);
    });

    test('renders the same inside a Chart, wherever it is there', () => {
      const inside = insideChart(chart => make(new Construct(chart, 'nested'), 'other', props));
      expect(sorted(inside)).toEqual(sorted(output));
    });

    test('lists its objects in the order of installation', () => {
      expect(component.apiObjects.map(object => object.toJson())).toEqual(output.objects);
    });

    test('warns of what it should', () => {
      expect(component.warnings).toEqual(expectedWarnings);
    });
  });

  test.each(refused.map(([name, ...rest]) => [name, rest] as const))('%s: refused', (_, [props, ...messages]) => {
    expect(refusal(() => render(props as Props)).split('\n')).toEqual(messages);
  });
}

function sorted({ objects }: Output): any[] {
  return [...objects].sort((a, b) => nameOf(a) < nameOf(b) ? -1 : 1);
}
