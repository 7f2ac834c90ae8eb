/** What the command writes beside the folders, with words in capitals for what differs. */
export const README = `# How to apply this folder

Argo CD reads it from Git: \`hub\` has an Application for each component, the other folders the manifests of those without a chart.
\`root\` has the app of apps that makes the Applications of \`hub\`; nothing manages \`root\` itself.

1. Register the cluster and the repository with Argo CD, unless they are the one that it runs in and a public one.
2. Let waves wait (below), once for each Argo CD.
3. Commit and push this folder.
4. Apply the app of appsAND_PROJECT by hand, once, and again when a file in \`root\` changes and what left the other folders is gone:

       kubectl apply --server-side -f STACK/root

Watch it settle with \`kubectl get applications -n NAMESPACE --watch\`. A component that comes before what it needs fails and is tried
again, 20 times over the best part of an hour; after that, \`argocd app sync\` starts anew.

## Let waves wait

Applications are in waves in the order of installation. Argo CD waits between waves only if it is told how healthy an Application is,
which is off by default. Merge this into the ConfigMap \`argocd-cm\` in NAMESPACE; without it everything starts at once, and settles all
the same, by retry:

    data:
      resource.customizations.health.argoproj.io_Application: |
        hs = { status = "Progressing", message = "" }
        if obj.status ~= nil and obj.status.health ~= nil then
          hs.status = obj.status.health.status
          hs.message = obj.status.health.message or ""
          local operation = obj.status.operationState
          if hs.status == "Healthy" and (operation == nil or operation.phase ~= "Succeeded") then
            hs.status = "Progressing"
            hs.message = "waits for its last sync to succeed"
          end
        end
        return hs

It is Argo CD's own example, and also waits for the sync: an Application some of whose objects are still missing counts as healthy.

## Remove it

Once what uses the stack is gone, as below,

    kubectl delete application APP -n NAMESPACE

deletes the Applications in the reverse order, each with its objects before the next. CRDs stay, as Argo CD never deletes them with an
Application, and with them all that is of their kinds. So do Namespaces: delete them by hand if nothing else is in them.

To go step by step, or to keep a component that leaves this folder, stop the app of apps first, or it restores what you delete:

    kubectl patch application APP -n NAMESPACE --type merge -p '{"spec":{"syncPolicy":{"automated":null}}}'

A component whose Application has \`metadata.finalizers\` set to null stays when its Application goes. \`kubectl apply --server-side
--force-conflicts -f STACK/root\` starts the app of apps again.
`;
