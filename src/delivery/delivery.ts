import { Construct, IConstruct } from 'constructs';
import { uniqueObjects } from './duplicates';
import { Delivered, Engine } from './engine';
import { HELM_CHART_FIELDS, HelmChartDeliveryOptions, HelmChartEngine } from './helm-chart';
import { ClusterSecret, Installation } from '../lib/component';
import { Fault } from '../lib/fault';
import { order } from '../lib/order';
import { Field } from '../lib/schema';

/** What the command knows of a stack before its delivery is made. */
export interface Place {
  readonly name: string;
  readonly namespace?: string;
  /** Folder that the stack is written to, from the root of its repository; unknown outside of one. */
  readonly folder?: string;
}

interface EngineKind {
  /** The options that a configuration file may have. */
  readonly fields: Record<string, Field>;
  readonly make: (options: any, place: Place) => Delivery;
  /** What the options and the place lack together, by paths below the delivery. */
  readonly faults?: (options: any, place: Place) => Fault[];
}

/** Every engine by the name that the command gives it. */
export const ENGINES: Readonly<Record<string, EngineKind>> = {
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
  public _deliver(scope: Construct, installations: readonly Installation[], secrets: readonly ClusterSecret[]): Delivered {
    const app = scope.node.root;
    if (!COMPARED.has(app)) {
      COMPARED.add(app);
      scope.node.addValidation(uniqueObjects(app));
    }
    const provided = installations.filter(installation => installation.provided).map(({ data }) => data);
    return this._engine.deliver(scope, order(installations), { id: scope.node.id, secrets, provided });
  }
}

/** Apps whose objects are compared already, so that several parts in one App do not report the same. */
const COMPARED = new WeakSet<IConstruct>();
