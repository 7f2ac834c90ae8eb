import { Construct, IConstruct } from 'constructs';
import { Delivery } from './delivery';
import { Delivered } from './engine';
import { ClusterSecret, Installation } from '../lib/component';

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

  public deliver(): void {
    this.objects = this.delivery._deliver(this.scope, this.installations, this.secrets);
  }

  /** What was delivered, empty before. */
  public get delivered(): Delivered {
    return this.objects ?? new Map();
  }
}
