import sys
from pathlib import Path
from typing import Callable

from cdk8s import App, Chart, YamlOutputType
from cdk8s_serving_stack import (
    CertManager,
    ClientCa,
    ComponentMode,
    ComponentOptions,
    Delivery,
    FluxDriftDetection,
    FluxSourceKind,
    FluxSourceRef,
    GatewayCa,
    GatewayListener,
    GatewayOptions,
    ListenerProtocol,
    Lws,
    SecretType,
    ServingStack,
    StackComponents,
    StackKind,
    StackSecret,
    StackVersions,
    StandardVersions,
    TaintEffect,
    Toleration,
    TolerationOperator,
    VersionSet,
)

folder, inputs = map(Path, sys.argv[1:])


def write(app: App, name: str, stack: ServingStack) -> None:
    """Writes the YAML of an app and what its stack says of itself."""
    app.synth()
    lines = [
        stack.gateway_namespace,
        stack.gateway_name,
        stack.gateway_class_name,
        stack.ca_config_map_name or "none",
        stack.prometheus_url or "none",
        str(len(stack.api_objects)),
        *stack.namespaces,
        *stack.warnings,
        "",
    ]
    (folder / name / "outputs.txt").write_text("\n".join(lines), encoding="utf-8")


def refused(name: str, make: Callable[[App], object]) -> None:
    try:
        make(App(outdir=str(folder / name)))
    except Exception as error:
        print(f"{name}: {error}")
    else:
        raise AssertionError(f"{name} was not refused")


standard = App(outdir=str(folder / "standard"))
write(standard, "standard", ServingStack(standard, "west"))

dynamo = App(
    outdir=str(folder / "dynamo-flux"),
    output_file_extension=".yaml",
    yaml_output_type=YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE,
)
write(dynamo, "dynamo-flux", ServingStack(
    dynamo,
    "west",
    stack=StackKind.DYNAMO,
    now="2026-01-15T00:00:00Z",
    gateway=GatewayOptions(
        hostname="west.clusters.example.com",
        client_cas=[ClientCa(name="fleet-a", certificate=(inputs / "client-ca.pem").read_text())],
        ca=GatewayCa(generation=1, trusted=[2]),
    ),
    tolerations=[
        Toleration(key="example.com/gpu", operator=TolerationOperator.EXISTS),
        Toleration(key="example.com/spot", value="yes", effect=TaintEffect.NO_EXECUTE, toleration_seconds=300),
    ],
    delivery=Delivery.flux(
        path="clusters/west/dist",
        source_ref=FluxSourceRef(kind=FluxSourceKind.OCI_REPOSITORY, name="fleet"),
        interval="30m",
        prune=False,
        drift_detection=FluxDriftDetection.WARN,
    ),
))

gke = App(outdir=str(folder / "gke-crossplane"), output_file_extension=".yaml")
write(gke, "gke-crossplane", ServingStack(
    gke,
    "west",
    version_set=VersionSet.MANAGED,
    versions=StackVersions(cert_manager="v1.21.1", standard=StandardVersions(leader_worker_set="0.8.0")),
    nvidia_driver_root="/home/kubernetes/bin/nvidia",
    # a struct outside of lists may be a dict of its snake-case names as well
    gateway={
        "listeners": [
            GatewayListener(name="http", port=80, protocol=ListenerProtocol.HTTP),
            GatewayListener(name="stream", port=9000, protocol=ListenerProtocol.TCP),
        ],
    },
    secrets=[
        StackSecret(type=SecretType.KUBECONFIG, name="west-kubeconfig", key="kubeconfig"),
        StackSecret(type=SecretType.GOOGLE_APPLICATION_CREDENTIALS, name="west-google", key="credentials.json"),
    ],
    delivery=Delivery.crossplane(name="west", namespace="clusters", rollback_limit=3),
))

provided = App(outdir=str(folder / "provided"))
write(provided, "provided", ServingStack(
    Chart(provided, "west"),
    "stack",
    mode=ComponentMode.PROVIDED,
    components=StackComponents(
        cert_manager=ComponentOptions(
            mode=ComponentMode.MANAGED,
            values={
                "replicaCount": 2,
                "global": {"commonLabels": {"example.com/team": "inference"}},
                "tolerations": [{"key": "example.com/control", "operator": "Exists", "tolerationSeconds": 30}],
            },
        ),
        prometheus=ComponentOptions(
            mode=ComponentMode.MANAGED,
            values={
                "prometheus": {
                    "prometheusSpec": {
                        "retention": "2d",
                        "replicas": 2,
                        "enableAdminAPI": False,
                        "enableFeatures": [],
                        "externalLabels": {"cluster": "west", "class": "gpu", "größe": "groß", "version": "1.10", "on": "yes"},
                        "resources": {"limits": {"cpu": 1.5, "memory": "4Gi"}, "requests": {}},
                        # as a variable without a value
                        "paused": None,
                        "additionalScrapeConfigs": [
                            {
                                "job_name": "nodes",
                                "honor_timestamps": False,
                                "sample_limit": 5_000_000_000,
                                "static_configs": [{"targets": ["10.0.0.1:9100", "10.0.0.2:9100"], "labels": {"rack": "07"}}],
                            },
                            {
                                "job_name": "matrix",
                                "params": {"match[]": ['{job="a"}', "up\nand more\n"]},
                                "buckets": [[0.1, 1.0, 1e-7], [], [-2]],
                            },
                        ],
                    },
                },
            },
            unset_values=["prometheus.prometheusSpec.retentionSize", r"prometheus.prometheusSpec.podMetadata.labels.example\.com/old"],
        ),
    ),
))

parts = App(outdir=str(folder / "parts"))
chart = Chart(parts, "parts")
CertManager(chart, "cert-manager", version="v1.20.2", unset_values=["podDisruptionBudget"])
Lws(chart, "lws")
parts.synth()

manifest = App(outdir=str(folder / "manifest"))
write(manifest, "manifest", ServingStack.from_manifest(
    manifest, "west", str(inputs / "west-gke-stack.yaml"), version_set=VersionSet.MANAGED,
))

refused("port", lambda app: ServingStack(app, "west", gateway=GatewayOptions(
    listeners=[
        GatewayListener(name="http", port=0, protocol=ListenerProtocol.HTTP),
        GatewayListener(name="stream", port=80.5, protocol=ListenerProtocol.TCP),
    ],
)))
refused("version", lambda app: ServingStack(app, "west", versions=StackVersions(cert_manager="latest")))
refused("values", lambda app: CertManager(Chart(app, "west"), "cert-manager", values={"crds": {"enabled": ["yes"]}}))
refused("engine", lambda app: Delivery.flux(path="/clusters/west", interval="often"))
refused("folders", lambda app: ServingStack(app, "west", delivery=Delivery.flux(path=".")))
refused("manifest", lambda app: ServingStack.from_manifest(app, "west", str(inputs / "missing.yaml")))
