import { Construct } from 'constructs';
import { HELM_CONFIG, HubObject, HubObjects, KUBERNETES_CONFIG } from './crossplane-objects';
import { CrossplaneDeliveryOptions, KUBECONFIG, secretFaults } from './crossplane-options';
import { crossplaneReadme } from './crossplane-readme';
import { usages } from './crossplane-usages';
import { Delivered, DeliveryContext, Engine, EngineTraits, kubeconfigTarget, Removal, Target } from './engine';
import { keepNulls } from './nulls';
import { placeInOrder, refuseFilesByKind } from './placement';
import { ClusterSecret, ComponentData } from '../lib/component';
import { hubName } from '../lib/hub-names';
import { namespaceKey, Ordered } from '../lib/order';
import { kubectlDelete } from '../lib/teardown';

const CONFIGS = [HELM_CONFIG, KUBERNETES_CONFIG] as const;

/** A Release for each chart and an Object for each manifest, with Usages for the order of removal. */
export class CrossplaneEngine implements Engine {
  public readonly name = 'crossplane';
  public readonly traits: EngineTraits = {
    rendersTemplates: false,
    upgradesChartCrds: false,
    removesCrds: true,
    uninstallsCharts: true,
    usesSecrets: true,
    valuesAsObject: true,
    storesValues: true,
    layout: 'files',
    secretFaults,
  };

  constructor(private readonly options: CrossplaneDeliveryOptions) {}

  public deliver(scope: Construct, components: readonly Ordered[], { secrets, provided }: DeliveryContext): Delivered {
    const hub = new HubObjects(this.options);
    // a part that works alone has no secrets, and uses the ProviderConfigs of a stack with the same name
    const configs = secrets.length > 0 ? CONFIGS : [];
    if (configs.length > 0) {
      refuseFilesByKind(scope);
    }
    const objects = new Map<string, readonly HubObject[]>([
      ...configs.map(key => [key, [hub.providerConfig(key, secrets)]] as const),
      ...provided.map(({ key, requires = {} }) => [key, hub.requirements(key, requires)] as const),
      ...components.map(component => [component.installation.data.key, installed(component, hub)] as const),
    ]);
    const all = [
      ...configs.map(key => unordered(scope, { key, file: 0, role: 'config', summary: 'how a provider reaches the cluster' })),
      // nothing waits for these or keeps them: what needs them is tried again until the cluster has them, and their removal changes nothing
      ...provided.filter(({ key }) => objects.get(key)!.length > 0).map(data => unordered(scope, data)),
      ...components,
    ];
    const delivered = placeInOrder(scope, all, component => [
      ...objects.get(component.installation.data.key)!.map(({ manifest }) => manifest),
      ...usages(component, objects),
    ]);
    for (const { installation: { data, release } } of components) {
      keepNulls(delivered.get(data.key)![0], '/spec/forProvider/values', release?.values ?? {});
    }
    return delivered;
  }

  public target(secrets: readonly ClusterSecret[]): Target | undefined {
    const secret = secrets.find(({ type }) => type === KUBECONFIG);
    return secret && kubeconfigTarget(secret, secret.namespace ?? this.options.namespace);
  }

  public readonly beforeRemoval = () => 'Usages keep this order by themselves: delete everything but the Usages at once, and Crossplane takes these steps. '
    + 'Stop first what applies the folder.';

  public removal(component: Ordered): string {
    return kubectlDelete(installed(component, new HubObjects(this.options)).map(({ manifest }) => manifest));
  }

  public afterRemoval({ secrets, provided }: DeliveryContext): Removal[] {
    const hub = new HubObjects(this.options);
    const observed = provided.flatMap(({ key, requires = {} }) => hub.requirements(key, requires));
    const configs = secrets.length > 0 ? CONFIGS.map(key => hub.providerConfig(key, secrets)) : [];
    return [
      { what: 'the Objects that look for what the cluster provides', objects: observed },
      { what: 'the ProviderConfigs, by which all others are reached', objects: configs },
    ].filter(({ objects }) => objects.length > 0)
      .map(({ what, objects }) => ({ what, command: kubectlDelete(objects.map(({ manifest }) => manifest)) }));
  }

  public readme(folder: string): string {
    const { name, namespace } = this.options;
    return crossplaneReadme({
      folder,
      namespace,
      gateway: hubName(name, 'gateway'),
      ca: hubName(name, 'gateway-pki-ca'),
      certManager: hubName(name, 'cert-manager'),
      itsNamespace: hubName(name, namespaceKey('cert-manager')),
    });
  }
}

function installed({ installation: { data: { key }, release, manifests = [], numbers } }: Ordered, hub: HubObjects): HubObject[] {
  return [...release ? [hub.release(key, release)] : [], ...hub.objects(key, manifests, numbers)];
}

/** What stands beside the installed components, with a construct of its own, since ids need only be unique within one. */
function unordered(scope: Construct, data: ComponentData): Ordered {
  return { installation: { data, owner: new Construct(scope, `crossplane-${data.key}`) }, dependsOn: [], rank: 0 };
}
