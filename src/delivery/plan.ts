import { Construct, IConstruct } from 'constructs';
import { Delivery } from './delivery';
import { uniqueObjects } from './duplicates';
import { Delivered, DeliveryContext } from './engine';
import { crdUpgrades } from '../lib/chart-crds';
import { ClusterSecret, Installation } from '../lib/component';
import { Fault, refuse } from '../lib/fault';
import { order, Ordered } from '../lib/order';
import { teardownPlan } from '../lib/teardown';
import { checkBareText } from '../lib/values-check';

const CONTEXT = 'cdk8s-serving-stack.plan';

/** What is installed together: gathered from constructs, then delivered in order. */
export class Plan {
  /** The plan of the stack around a construct. */
  public static around(construct: IConstruct): Plan | undefined {
    return construct.node.tryGetContext(CONTEXT);
  }

  /** Makes `scope` a stack: constructs below it install through its plan. */
  public static ofStack(scope: Construct, delivery: Delivery, secrets: readonly ClusterSecret[]): Plan {
    const plan = new Plan(scope, delivery, secrets);
    scope.node.setContext(CONTEXT, plan);
    return plan;
  }

  public readonly installations: Installation[] = [];
  public readonly warnings: string[] = [];
  private components: Ordered[] = [];
  private objects?: Delivered;

  public constructor(
    private readonly scope: Construct,
    public readonly delivery: Delivery,
    private readonly secrets: readonly ClusterSecret[] = [],
  ) {}

  public add(...installations: Installation[]): void {
    if (this.objects) {
      throw new Error(`${this.scope.node.path}: its components are delivered already, create ${installations[0].owner.node.path} outside of it`);
    }
    this.installations.push(...installations);
  }

  /** Creates the objects of everything that was added, in an order that every edge allows. */
  public deliver(): void {
    const app = this.scope.node.root;
    if (!COMPARED.has(app)) {
      COMPARED.add(app);
      this.scope.node.addValidation(uniqueObjects(app));
    }
    this.components = order(this.installations);
    if (this.delivery._engine.traits.valuesAsObject) {
      refuse(this.components.flatMap(unwritable));
    }
    this.objects = this.delivery._engine.deliver(this.scope, this.components, this.context);
  }

  /** What was delivered, empty before. */
  public get delivered(): Delivered {
    return this.objects ?? new Map();
  }

  /** How to remove what was delivered, as Markdown. */
  public get teardown(): string {
    const engine = this.delivery._engine;
    return teardownPlan(this.components, this.context.provided, {
      removesCrds: engine.traits.removesCrds,
      uninstallsCharts: engine.traits.uninstallsCharts,
      before: engine.beforeRemoval?.(this.context),
      command: component => engine.removal(component, this.context),
      last: engine.afterRemoval?.(this.context),
    });
  }

  /** How to upgrade what the engine does not, as Markdown; nothing where there is nothing. */
  public get upgrade(): string {
    return this.delivery._engine.traits.upgradesChartCrds ? '' : crdUpgrades(this.components.flatMap(({ installation: { release } }) => release ?? []));
  }

  /** Keys of the components that the cluster provides. */
  public get provided(): string[] {
    return this.context.provided.map(({ key }) => key);
  }

  private get context(): DeliveryContext {
    const provided = this.installations.filter(installation => installation.provided === true).map(({ data }) => data);
    return { id: this.scope.node.id, secrets: this.secrets, provided };
  }
}

/** Apps whose objects are compared already, so that several parts in one App do not report the same. */
const COMPARED = new WeakSet<IConstruct>();

/** What cdk8s' own YAML cannot carry, for users' input reaches it not by values alone. */
function unwritable({ installation: { data: { key }, release, manifests } }: Ordered): Fault[] {
  return [...checkBareText(release?.values, [key, 'values']), ...checkBareText(manifests, [key, 'manifests'])];
}
