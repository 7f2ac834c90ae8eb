/** What the README of a stack's folder names. */
interface Names {
  readonly folder: string;
  readonly namespace: string;
  /** The Object of the Gateway, where there is one. */
  readonly gateway: string;
  /** The Object of the CA's certificate, where there is one. */
  readonly ca: string;
  /** The Release of cert-manager and the Object of its namespace, where the stack installs them. */
  readonly certManager: string;
  readonly itsNamespace: string;
}

/** How to apply, watch and remove the folder that the command writes. */
export function crossplaneReadme({ folder, namespace, gateway, ca, certManager, itsNamespace }: Names): string {
  return `# How to apply this folder

These objects are for the control plane, not for the cluster that they install into. It needs, once:

- Crossplane 2.0 or newer, with Usages as by default;
- provider-helm and provider-kubernetes, both 1.0.0 or newer; with NebiusServiceAccountCredentials 1.4.0 and 1.3.0 or newer;
- namespace \`${namespace}\`, and the Secrets of the stack: an administrator's access to the cluster.

Apply everything at once, or let Flux or Argo CD do it:

    kubectl apply --server-side -f ${folder}

Nothing is ordered on the way in: what comes too early fails and is tried again until it succeeds. Watch it settle, then read the
gateway's address and, with a hostname, the certificate of its CA:

    kubectl get -n ${namespace} releases.helm.m.crossplane.io,objects.kubernetes.m.crossplane.io
    kubectl get -n ${namespace} objects.kubernetes.m.crossplane.io ${gateway} -o jsonpath='{.status.atProvider.manifest.status.addresses}'
    kubectl get -n ${namespace} objects.kubernetes.m.crossplane.io ${ca} -o jsonpath='{.status.atProvider.manifest.data.ca\\.crt}'

## How to leave a component to the cluster

A component that becomes Provided leaves this folder, with its namespace if no other is in it, and is uninstalled by whoever deletes its
Release and Objects. So let Crossplane only look at each of them first; for cert-manager:

    kubectl patch -n ${namespace} releases.helm.m.crossplane.io ${certManager} --type merge -p '{"spec":{"managementPolicies":["Observe"]}}'
    kubectl patch -n ${namespace} objects.kubernetes.m.crossplane.io ${itsNamespace} --type merge -p '{"spec":{"managementPolicies":["Observe"]}}'

## How to remove it all at once

Delete what uses the stack, as below, and stop what applies this folder. Then delete everything in it but the Usages. They refuse what is still needed, and Crossplane deletes that
by itself once it no longer is: the errors are expected, and each Usage goes with the object that needed something. A Usage that is
deleted by hand, or pruned together with all else, protects nothing.

    kubectl get -f ${folder} -o name | grep -v '^usage' | xargs kubectl delete -n ${namespace} --wait=false
    kubectl get -f ${folder} --ignore-not-found

The second command prints nothing once all is gone.
`;
}
