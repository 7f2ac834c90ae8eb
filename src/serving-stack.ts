import { ApiObject } from 'cdk8s';
import { Construct } from 'constructs';
import { AiGateway } from './constructs/ai-gateway';
import { componentOf } from './constructs/catalog';
import { CertManager } from './constructs/cert-manager';
import { ChartOptions, ComponentMode } from './constructs/component';
import { EnvoyGateway } from './constructs/envoy-gateway';
import { GaieCrds } from './constructs/gaie-crds';
import { GatewayCa, GatewayPki } from './constructs/gateway-pki';
import { GroveKai } from './constructs/grove-kai';
import { InferenceGateway } from './constructs/inference-gateway';
import { Lws } from './constructs/lws';
import { ModelExpress } from './constructs/model-express';
import { namespaces } from './constructs/namespace';
import { NodeFeatureDiscovery } from './constructs/node-feature-discovery';
import { NvidiaDra } from './constructs/nvidia-dra';
import { Prometheus } from './constructs/prometheus';
import { SelfSignedIssuer } from './constructs/self-signed-issuer';
import { checkProps, FROM_PROPS, InputForm, modeOf, optionsOf, StackInput, stackWarnings, versionOf } from './constructs/stack-input';
import { checkManifest, FROM_MANIFEST, readManifests } from './constructs/stack-manifest';
import { DeliveryStackOptions, GatewayOptions, StackComponents, StackKind, StackSecret, StackVersions } from './constructs/stack-options';
import { TrustManager } from './constructs/trust-manager';
import { Delivery } from './delivery/delivery';
import { Plan } from './delivery/plan';
import { refuse } from './lib/fault';
import { readInput } from './lib/input-file';

/** Options of a stack that is read from a ServingStack document. */
export interface ServingStackManifestOptions extends DeliveryStackOptions {
  /**
   * The cluster CAs that sign and are trusted, for a rollover.
   *
   * @default - generation 1
   */
  readonly gatewayCa?: GatewayCa;
}

/** Options of ServingStack. */
export interface ServingStackProps extends DeliveryStackOptions {
  /**
   * Which serving stack is installed.
   *
   * @default StackKind.STANDARD
   */
  readonly stack?: StackKind;

  /**
   * Host path of the NVIDIA driver: absolute, without a slash at the end, at most 512 characters. GKE uses
   * `/home/kubernetes/bin/nvidia`. Any other than "/" also installs the quota for system-critical pods that GKE requires.
   *
   * @default "/"
   */
  readonly nvidiaDriverRoot?: string;

  /**
   * Versions that differ from those of the version set.
   *
   * @default - the version set's
   */
  readonly versions?: StackVersions;

  /**
   * The gateway that inference requests come through.
   *
   * @default - plain HTTP on port 80
   */
  readonly gateway?: GatewayOptions;

  /**
   * Secrets that reach the cluster, 1 to 8, at least one of them a kubeconfig; for deliveries that run in another cluster.
   *
   * @default - none
   */
  readonly secrets?: StackSecret[];
}

/**
 * Everything that a Kubernetes cluster needs to serve large language models, as YAML for the engine that the team runs.
 *
 * Inside a Chart its objects go into that Chart; outside any Chart each component gets a Chart, and so a file, of its own.
 * Throws one error that names everything wrong with the input, a line each.
 *
 * @example
 * import { ServingStack, StackKind } from 'cdk8s-serving-stack';
 *
 * new ServingStack(app, 'west', {
 *   stack: StackKind.DYNAMO,
 *   nvidiaDriverRoot: '/home/kubernetes/bin/nvidia',
 * });
 */
export class ServingStack extends Construct {
  /**
   * Reads a stack from a YAML file that holds one ServingStack document; documents of other kinds are skipped.
   *
   * Throws one error that names everything wrong with the file and the options, with line and column.
   *
   * @param scope the App or a construct in it
   * @param id the construct's id
   * @param file path of the YAML file
   * @param options what a ServingStack has no field for
   *
   * @example
   * import { ServingStack, VersionSet } from 'cdk8s-serving-stack';
   *
   * ServingStack.fromManifest(app, 'west', 'stacks/west.yaml', { versionSet: VersionSet.MANAGED });
   */
  public static fromManifest(scope: Construct, id: string, file: string, options: ServingStackManifestOptions = {}): ServingStack {
    const { manifests, faults } = readManifests(readInput(file), file);
    refuse(faults);
    if (manifests.length !== 1) {
      refuse([{
        path: [],
        location: manifests[1]?.location ?? `${file}:1:1`,
        problem: `holds ${manifests.length} ServingStack documents`,
        fix: `must hold exactly one${manifests.length > 1 ? ': split it into a file for each' : ''}`,
      }]);
    }
    const { faults: problems, input } = checkManifest(manifests[0], options, deliveryOf(options)._engine.traits);
    refuse(problems);
    return ServingStack._checked(scope, id, input);
  }

  /**
   * A stack from a document that was checked already.
   *
   * @internal
   */
  public static _checked(scope: Construct, id: string, input: StackInput): ServingStack {
    CHECKED.set(input, FROM_MANIFEST);
    return new ServingStack(scope, id, input);
  }

  /** Name of the Gateway. */
  public readonly gatewayName: string;
  /** Namespace of the Gateway and of its certificates. */
  public readonly gatewayNamespace: string;
  /** Name of the GatewayClass. */
  public readonly gatewayClassName: string;
  /** ConfigMap in the gateway's namespace whose key `ca.crt` has the cluster CA's certificate; none without a hostname. */
  public readonly caConfigMapName?: string;
  /** Address of Prometheus inside the cluster, where the stack installs it. */
  public readonly prometheusUrl?: string;
  /** Namespaces that the stack makes. */
  public readonly namespaces: string[];
  /** What may be a mistake in the input, or may surprise, a line each. */
  public readonly warnings: string[];

  private readonly plan: Plan;

  constructor(scope: Construct, id: string, props: ServingStackProps = {}) {
    super(scope, id);
    const delivery = deliveryOf(props);
    const form = CHECKED.get(props) ?? FROM_PROPS;
    const { faults, input } = form === FROM_PROPS ? checkProps(props, delivery._engine.traits) : { faults: [], input: props };
    refuse(faults);
    this.plan = Plan.ofStack(this, delivery, props.secrets ?? []);
    const { gateway = {}, tolerations, now } = input;
    const { hostname } = gateway;
    const chart = (option: keyof StackComponents): ChartOptions => {
      const data = componentOf(option);
      return { ...optionsOf(data, input), mode: modeOf(data, input), version: versionOf(data, input) };
    };

    new CertManager(this, 'cert-manager', chart('certManager'));
    new SelfSignedIssuer(this, 'self-signed-issuer');
    new TrustManager(this, 'trust-manager', chart('trustManager'));
    const prometheus = new Prometheus(this, 'prometheus', chart('prometheus'));
    new NodeFeatureDiscovery(this, 'node-feature-discovery', { ...chart('nodeFeatureDiscovery'), tolerations });
    new NvidiaDra(this, 'nvidia-dra', {
      ...chart('nvidiaDraDriver'),
      nvidiaDriverRoot: input.nvidiaDriverRoot,
      criticalPodsQuota: input.components?.criticalPodsQuota?.mode ?? (input.mode === ComponentMode.PROVIDED ? input.mode : undefined),
      tolerations,
    });
    new GaieCrds(this, 'gaie-crds', { mode: modeOf(componentOf('gaieCrds'), input) });
    new EnvoyGateway(this, 'envoy-gateway', {
      ...chart('envoyGateway'),
      gatewayApiCrds: input.gatewayApiCrds,
      envoyGatewayCrds: { ...input.components?.envoyGatewayCrds, mode: modeOf(componentOf('envoyGatewayCrds'), input) },
    });
    new AiGateway(this, 'ai-gateway', {
      ...chart('aiGateway'),
      crds: { ...input.components?.aiGatewayCrds, mode: modeOf(componentOf('aiGatewayCrds'), input) },
    });
    if (input.stack === StackKind.DYNAMO) {
      new GroveKai(this, 'grove-kai', { grove: chart('grove'), kaiScheduler: chart('kaiScheduler') });
      new ModelExpress(this, 'model-express', { version: input.versions?.dynamo?.modelExpress });
    } else {
      new Lws(this, 'lws', chart('leaderWorkerSet'));
    }
    const pki = hostname === undefined ? undefined : new GatewayPki(this, 'gateway-pki', { hostname, ca: gateway.ca });
    const { className, clientCas, listeners } = gateway;
    const inferenceGateway = new InferenceGateway(this, 'inference-gateway', { className, hostname, clientCas, listeners, now });

    const made = namespaces(this, this.plan.installations);
    this.plan.add(...made);
    this.plan.deliver();

    this.gatewayName = inferenceGateway.gatewayName;
    this.gatewayNamespace = inferenceGateway.gatewayNamespace;
    this.gatewayClassName = inferenceGateway.className;
    this.caConfigMapName = pki?.caConfigMapName;
    this.prometheusUrl = modeOf(componentOf('prometheus'), input) === ComponentMode.MANAGED ? prometheus.url : undefined;
    this.namespaces = made.flatMap(({ manifests = [] }) => manifests.map(({ metadata }) => metadata.name));
    this.warnings = [...stackWarnings(input, form, delivery._engine), ...this.plan.warnings];
  }

  /**
   * How to remove the stack, as Markdown.
   *
   * @internal
   */
  public get _teardown(): string {
    return this.plan.teardown;
  }

  /**
   * How to upgrade what the engine does not upgrade by itself, as Markdown.
   *
   * @internal
   */
  public get _upgrade(): string {
    return this.plan.upgrade;
  }

  /**
   * Keys of the components that the cluster provides.
   *
   * @internal
   */
  public get _provided(): string[] {
    return this.plan.provided;
  }

  /** The objects of every component, in the order of installation. */
  public get apiObjects(): ApiObject[] {
    return [...this.plan.delivered.values()].flat();
  }
}

/** Input that was checked already, in the form that it was given in. */
const CHECKED = new WeakMap<object, InputForm>();

function deliveryOf(options: DeliveryStackOptions | null): Delivery {
  return options?.delivery?._engine ? options.delivery : Delivery.helmChart();
}
