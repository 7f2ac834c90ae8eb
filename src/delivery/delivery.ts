import { Construct, IConstruct } from 'constructs';
import { uniqueObjects } from './duplicates';
import { Delivered, Engine } from './engine';
import { HELM_CHART_FIELDS, HelmChartDeliveryOptions, HelmChartEngine } from './helm-chart';
import { Installation } from '../lib/component';
import { order } from '../lib/order';
import { Field } from '../lib/schema';

/** Every engine by the name that the command gives it, with the fields of its options. */
export const ENGINES: Readonly<Record<string, { readonly fields: Record<string, Field>; readonly make: (options: any) => Delivery }>> = {
  'helm-chart': { fields: HELM_CHART_FIELDS, make: options => Delivery.helmChart(options) },
};

/** The engine that carries the components to the cluster. */
export class Delivery {
  /**
   * HelmChart objects for the Helm controller of k3s and RKE2, and manifests as they are, in numbered files.
   *
   * Apply with `kubectl apply --server-side -f`, again until it succeeds, or put the files into k3s' manifests folder.
   *
   * @see https://docs.k3s.io/add-ons/helm
   */
  public static helmChart(options: HelmChartDeliveryOptions = {}): Delivery {
    return new Delivery(new HelmChartEngine(options));
  }

  /**
   * The delivery that a configuration file describes, checked against ENGINES before.
   *
   * @internal
   */
  public static _of({ engine, ...options }: { readonly engine: string; readonly [option: string]: unknown }): Delivery {
    return ENGINES[engine].make(options);
  }

  /** @internal */
  public readonly _engine: Engine;

  private constructor(engine: Engine) {
    this._engine = engine;
  }

  /**
   * Creates the objects of the given components, in an order that every edge allows.
   *
   * @internal
   */
  public _deliver(scope: Construct, installations: readonly Installation[]): Delivered {
    const app = scope.node.root;
    if (!COMPARED.has(app)) {
      COMPARED.add(app);
      scope.node.addValidation(uniqueObjects(app));
    }
    return this._engine.deliver(scope, order(installations));
  }
}

/** Apps whose objects are compared already, so that several parts in one App do not report the same. */
const COMPARED = new WeakSet<IConstruct>();
