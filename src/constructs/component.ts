import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { namespaces } from './namespace';
import { Delivery } from '../delivery/delivery';
import { Plan } from '../delivery/plan';
import { chartFaults, chartValues, chartWarnings, OptionPaths } from '../lib/chart-options';
import { ChartData, ComponentData, Installation, Manifest } from '../lib/component';
import { Fault, formatPath, Path, refuse, show } from '../lib/fault';
import { check, Field } from '../lib/schema';
import { partialVersion, versionForm } from '../lib/semver';
import { mergeValues, Values } from '../lib/values';

/** Whether a component is installed here or is in the cluster already. */
export enum ComponentMode {
  /** Installed by the stack. */
  MANAGED = 'Managed',
  /** Provided by the cluster: not installed, and required by what is. */
  PROVIDED = 'Provided',
}

/** How one component of a stack differs from its default. */
export interface ComponentOptions {
  /**
   * Whether the component is installed or provided by the cluster.
   *
   * @default ComponentMode.MANAGED
   */
  readonly mode?: ComponentMode;

  /**
   * Helm values, merged over those that the stack sets: maps merge, lists and all else replace.
   *
   * Keys and types are checked for chart versions that this library knows; values that other components rely on cannot be
   * contradicted.
   *
   * @default - the values that the stack needs, and the chart's defaults
   */
  readonly values?: { [key: string]: any };

  /**
   * Values whose chart default is deleted, in the path syntax of `helm --set`: dots separate keys, `\.` is a dot in a key.
   *
   * For languages that cannot put a null into `values`. List indices are not supported; a path that `values` sets is refused.
   *
   * @default - no default is deleted
   */
  readonly unsetValues?: string[];
}

/** How one Helm chart differs from its default. */
export interface ChartOptions extends ComponentOptions {
  /**
   * Chart version, in the form of the chart's tags, with or without a v.
   *
   * @default - the version of VersionSet.V1ALPHA1
   */
  readonly version?: string;
}

/** Options of a component that works alone. */
export interface DeliveryOptions {
  /**
   * The engine that carries the component to the cluster. Not used inside a ServingStack, which has its own.
   *
   * @default Delivery.helmChart()
   */
  readonly delivery?: Delivery;
}

/** The field of DeliveryOptions. */
export const DELIVERY_FIELDS = {
  delivery: { type: 'opaque', made: 'a function of Delivery, such as Delivery.helmChart()', is: (value: Partial<Delivery>) => value._engine !== undefined },
} satisfies Record<string, Field>;

const MODE: Field = { type: 'string', values: Object.values(ComponentMode) };

/** The fields of ComponentOptions. */
export const COMPONENT_FIELDS = {
  mode: MODE,
  values: { type: 'open map' },
  unsetValues: { type: 'list', items: { type: 'string' } },
} satisfies Record<string, Field>;

/** The fields of ChartOptions. */
export function chartFields(chart: ChartData): Record<string, Field> {
  return { ...COMPONENT_FIELDS, version: versionField(chart) };
}

/** A chart's version. */
export function versionField({ name, tags }: ChartData): Field {
  return { type: 'string', minLength: 1, maxLength: 32, check: version => versionForm(version, tags, name) };
}

/** The fields of a component without a chart. */
export const MODE_FIELDS = { mode: MODE } satisfies Record<string, Field>;

/** One part of a serving stack, which also works alone. */
export abstract class Component extends Construct {
  private readonly plan: Plan;
  /** @internal */
  protected readonly _alone: boolean;

  protected constructor(scope: Construct, id: string, delivery?: Delivery) {
    super(scope, id);
    const around = Plan.around(this);
    this._alone = around === undefined;
    this.plan = around ?? new Plan(this, delivery?._engine ? delivery : Delivery.helmChart());
  }

  /** The objects that the component's delivery made, in the order of installation. */
  public get apiObjects(): ApiObject[] {
    const own = new Set(this.plan.installations.filter(({ owner }) => owner === this).map(({ data }) => data.key));
    return [...this.plan.delivered].filter(([key]) => own.has(key)).flatMap(([, objects]) => [...objects]);
  }

  /** What may be a mistake in the options, a line each. */
  public get warnings(): string[] {
    return this._alone ? [...this.plan.warnings] : [];
  }

  /**
   * The props that were given; throws what is wrong with them, and what only `together` shows, where no stack has checked them.
   *
   * @internal
   */
  protected _check<Props extends object>(props: Props, fields: Record<string, Field> = {}, together?: (props: Props) => Fault[]): Props {
    if (!this._alone) {
      return props;
    }
    const { faults, value } = check(props, { type: 'map', fields: { ...fields, ...DELIVERY_FIELDS } }, 'props');
    refuse([...faults, ...together?.(value) ?? []]);
    return value;
  }

  /**
   * Keeps what may be a mistake in the props.
   *
   * @internal
   */
  protected _warn(warnings: readonly string[]): void {
    this.plan.warnings.push(...warnings);
  }

  /**
   * Installs what was given, through the stack around this construct or at once.
   *
   * @internal
   */
  protected _install(...installations: Installation[]): void {
    this.plan.add(...installations);
    if (this._alone) {
      this.plan.add(...namespaces(this, installations, 'missing'));
      this.plan.deliver();
    }
  }

  /**
   * A Helm release with the values that the stack sets, and what the user changed of it.
   *
   * @internal
   */
  protected _release(data: ComponentData, props: ChartOptions, defaults: Values = {}, prefix: Path = []): Installation {
    const chart = data.chart!;
    const version = props.version ?? chart.versions.v1alpha1;
    if (props.mode === ComponentMode.PROVIDED) {
      return { data, owner: this, provided: true };
    }
    const { option } = data;
    const paths = this._alone || !option ? chartPaths(prefix) : stackPaths(option);
    const { traits } = this.plan.delivery._engine;
    if (this._alone) {
      refuse([
        ...chartFaults(chart, props, paths, traits),
        ...chart.exceedsReleaseSecret && !traits.rendersTemplates ? [releaseTooLarge(data, version, ['gatewayApiCrds'], [...prefix, 'mode'])] : [],
      ]);
    }
    const partial = this._alone && props.version !== undefined ? partialVersion(props.version) : undefined;
    this._warn(partial ? [`${formatPath([...prefix, 'version'])}: ${partial}`] : []);
    const needed = traits.upgradesChartCrds ? {} : chart.crdUpgradeValues ?? {};
    const { values, lost } = chartValues(mergeValues(defaults, needed).values, props);
    this._warn(chartWarnings(chart, props, lost, paths));
    return { data, owner: this, release: { chart, version, namespace: data.namespace!, values } };
  }

  /**
   * Objects that are installed as they are.
   *
   * @internal
   */
  protected _manifests(data: ComponentData, manifests: readonly Manifest[], mode?: ComponentMode): Installation {
    return mode === ComponentMode.PROVIDED ? { data, owner: this, provided: true } : { data, owner: this, manifests };
  }
}

/** Where a stack's props hold what a user sets of a chart. */
export function stackPaths(option: string): OptionPaths {
  return chartPaths(['components', option]);
}

function chartPaths(prefix: Path): OptionPaths {
  return { values: [...prefix, 'values'], unsetValues: [...prefix, 'unsetValues'] };
}

/** The fault of a chart that the engine would have to store in a Secret that cannot hold it. */
export function releaseTooLarge({ chart, namespace }: ComponentData, version: string, path: Path, modePath: Path): Fault {
  const { release, repository, name, fixed } = chart!;
  const values = Object.entries(fixed ?? {}).map(([key, value]) => `--set-json '${key}=${JSON.stringify(value)}'`).join(' ');
  return {
    path,
    problem: `Helm cannot store a release of ${name}, which is larger than a Secret`,
    fix: `set ${formatPath(modePath)} to ${ComponentMode.PROVIDED} and install it by: helm template ${release} ${repository}/${name} `
      + `--version ${version} --namespace ${namespace} ${values} | kubectl apply --server-side -f -`,
  };
}

/** The schema of a time. */
export const TIME: Field = {
  type: 'string',
  check: text => /^\d{4}-\d\d-\d\d(T\d\d:\d\d(:\d\d(\.\d+)?)?(Z|[+-]\d\d:\d\d))?$/.test(text) && !isNaN(Date.parse(text)) && isDay(text.slice(0, 10))
    ? undefined
    : { problem: `${show(text)} is not a time`, fix: 'must be ISO 8601 in UTC or with an offset, such as 2026-01-31T00:00:00Z' },
};

/** JavaScript takes the 30th of February for a day in March. */
function isDay(date: string): boolean {
  return new Date(date).toISOString().startsWith(date);
}

/** A checked time, or the clock's. */
export function toDate(time?: string): Date {
  return time === undefined ? new Date() : new Date(time);
}
