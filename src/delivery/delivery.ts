import { Construct } from 'constructs';
import { duplicateObjects } from './duplicates';
import { Delivered, Engine } from './engine';
import { HelmChartDeliveryOptions, HelmChartEngine } from './helm-chart';
import { Installation } from '../lib/component';
import { order } from '../lib/order';

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
    scope.node.addValidation({ validate: () => duplicateObjects(scope.node.root) });
    return this._engine.deliver(scope, order(installations));
  }
}
