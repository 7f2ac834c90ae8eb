package com.example;

import io.github.cdk8sservingstack.CertManager;
import io.github.cdk8sservingstack.ClientCa;
import io.github.cdk8sservingstack.ComponentMode;
import io.github.cdk8sservingstack.ComponentOptions;
import io.github.cdk8sservingstack.CrossplaneDeliveryOptions;
import io.github.cdk8sservingstack.Delivery;
import io.github.cdk8sservingstack.FluxDeliveryOptions;
import io.github.cdk8sservingstack.FluxDriftDetection;
import io.github.cdk8sservingstack.FluxSourceKind;
import io.github.cdk8sservingstack.FluxSourceRef;
import io.github.cdk8sservingstack.GatewayCa;
import io.github.cdk8sservingstack.GatewayListener;
import io.github.cdk8sservingstack.GatewayOptions;
import io.github.cdk8sservingstack.ListenerProtocol;
import io.github.cdk8sservingstack.Lws;
import io.github.cdk8sservingstack.SecretType;
import io.github.cdk8sservingstack.ServingStack;
import io.github.cdk8sservingstack.ServingStackManifestOptions;
import io.github.cdk8sservingstack.StackComponents;
import io.github.cdk8sservingstack.StackKind;
import io.github.cdk8sservingstack.StackSecret;
import io.github.cdk8sservingstack.StackVersions;
import io.github.cdk8sservingstack.StandardVersions;
import io.github.cdk8sservingstack.TaintEffect;
import io.github.cdk8sservingstack.Toleration;
import io.github.cdk8sservingstack.TolerationOperator;
import io.github.cdk8sservingstack.VersionSet;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.cdk8s.App;
import org.cdk8s.AppProps;
import org.cdk8s.Chart;
import org.cdk8s.YamlOutputType;

public final class Stacks {
    private static Path folder;

    private Stacks() {
    }

    /** Writes the YAML of an app and what its stack says of itself. */
    private static void write(final App app, final String name, final ServingStack stack) throws IOException {
        app.synth();
        final List<String> lines = new ArrayList<>(List.of(
                stack.getGatewayNamespace(),
                stack.getGatewayName(),
                stack.getGatewayClassName(),
                Objects.requireNonNullElse(stack.getCaConfigMapName(), "none"),
                Objects.requireNonNullElse(stack.getPrometheusUrl(), "none"),
                String.valueOf(stack.getApiObjects().size())));
        lines.addAll(stack.getNamespaces());
        lines.addAll(stack.getWarnings());
        lines.add("");
        Files.writeString(folder.resolve(name).resolve("outputs.txt"), String.join("\n", lines));
    }

    private static void refused(final String name, final Consumer<App> make) {
        try {
            make.accept(app(name));
        } catch (final RuntimeException error) {
            System.out.println(name + ": " + error.getMessage());
            return;
        }
        throw new AssertionError(name + " was not refused");
    }

    private static App app(final String name) {
        return new App(AppProps.builder().outdir(folder.resolve(name).toString()).build());
    }

    public static void main(final String[] args) throws IOException {
        folder = Path.of(args[0]);
        final Path inputs = Path.of(args[1]);

        final App standard = app("standard");
        write(standard, "standard", new ServingStack(standard, "west"));

        final App dynamo = new App(AppProps.builder()
                .outdir(folder.resolve("dynamo-flux").toString())
                .outputFileExtension(".yaml")
                .yamlOutputType(YamlOutputType.FOLDER_PER_CHART_FILE_PER_RESOURCE)
                .build());
        write(dynamo, "dynamo-flux", ServingStack.Builder.create(dynamo, "west")
                .stack(StackKind.DYNAMO)
                .now("2026-01-15T00:00:00Z")
                .gateway(GatewayOptions.builder()
                        .hostname("west.clusters.example.com")
                        .clientCas(List.of(ClientCa.builder()
                                .name("fleet-a")
                                .certificate(Files.readString(inputs.resolve("client-ca.pem")))
                                .build()))
                        .ca(GatewayCa.builder().generation(1).trusted(List.of(2)).build())
                        .build())
                .tolerations(List.of(
                        Toleration.builder().key("example.com/gpu").operator(TolerationOperator.EXISTS).build(),
                        Toleration.builder()
                                .key("example.com/spot")
                                .value("yes")
                                .effect(TaintEffect.NO_EXECUTE)
                                .tolerationSeconds(300)
                                .build()))
                .delivery(Delivery.flux(FluxDeliveryOptions.builder()
                        .path("clusters/west/dist")
                        .sourceRef(FluxSourceRef.builder().kind(FluxSourceKind.OCI_REPOSITORY).name("fleet").build())
                        .interval("30m")
                        .prune(false)
                        .driftDetection(FluxDriftDetection.WARN)
                        .build()))
                .build());

        final App gke = new App(AppProps.builder()
                .outdir(folder.resolve("gke-crossplane").toString())
                .outputFileExtension(".yaml")
                .build());
        write(gke, "gke-crossplane", ServingStack.Builder.create(gke, "west")
                .versionSet(VersionSet.MANAGED)
                .versions(StackVersions.builder()
                        .certManager("v1.21.1")
                        .standard(StandardVersions.builder().leaderWorkerSet("0.8.0").build())
                        .build())
                .nvidiaDriverRoot("/home/kubernetes/bin/nvidia")
                .gateway(GatewayOptions.builder()
                        .listeners(List.of(
                                GatewayListener.builder().name("http").port(80).protocol(ListenerProtocol.HTTP).build(),
                                GatewayListener.builder().name("stream").port(9000L).protocol(ListenerProtocol.TCP).build()))
                        .build())
                .secrets(List.of(
                        StackSecret.builder().type(SecretType.KUBECONFIG).name("west-kubeconfig").key("kubeconfig").build(),
                        StackSecret.builder()
                                .type(SecretType.GOOGLE_APPLICATION_CREDENTIALS)
                                .name("west-google")
                                .key("credentials.json")
                                .build()))
                .delivery(Delivery.crossplane(
                        CrossplaneDeliveryOptions.builder().name("west").namespace("clusters").rollbackLimit(3).build()))
                .build());

        final Map<String, Object> prometheusSpec = new HashMap<>(Map.of(
                "retention", "2d",
                "replicas", 2,
                "enableAdminAPI", false,
                "enableFeatures", List.of(),
                "externalLabels", Map.of("cluster", "west", "class", "gpu", "größe", "groß", "version", "1.10", "on", "yes"),
                "resources", Map.of("limits", Map.of("cpu", 1.5, "memory", "4Gi"), "requests", Map.of()),
                "additionalScrapeConfigs", List.of(
                        Map.of(
                                "job_name", "nodes",
                                "honor_timestamps", false,
                                "sample_limit", 5_000_000_000L,
                                "static_configs", List.of(Map.of(
                                        "targets", List.of("10.0.0.1:9100", "10.0.0.2:9100"),
                                        "labels", Map.of("rack", "07")))),
                        Map.of(
                                "job_name", "matrix",
                                "params", Map.of("match[]", List.of("{job=\"a\"}", "up\nand more\n")),
                                "buckets", List.of(List.of(0.1, 1.0, 1e-7), List.of(), List.of(-2))))));
        // as a variable without a value
        prometheusSpec.put("paused", null);
        final App provided = app("provided");
        write(provided, "provided", ServingStack.Builder.create(new Chart(provided, "west"), "stack")
                .mode(ComponentMode.PROVIDED)
                .components(StackComponents.builder()
                        .certManager(ComponentOptions.builder()
                                .mode(ComponentMode.MANAGED)
                                .values(Map.of(
                                        "replicaCount", 2,
                                        "global", Map.of("commonLabels", Map.of("example.com/team", "inference")),
                                        "tolerations", List.of(Map.of(
                                                "key", "example.com/control",
                                                "operator", "Exists",
                                                "tolerationSeconds", 30))))
                                .build())
                        .prometheus(ComponentOptions.builder()
                                .mode(ComponentMode.MANAGED)
                                .values(Map.of("prometheus", Map.of("prometheusSpec", prometheusSpec)))
                                .unsetValues(List.of(
                                        "prometheus.prometheusSpec.retentionSize",
                                        "prometheus.prometheusSpec.podMetadata.labels.example\\.com/old"))
                                .build())
                        .build())
                .build());

        final App parts = app("parts");
        final Chart chart = new Chart(parts, "parts");
        CertManager.Builder.create(chart, "cert-manager").version("v1.20.2").unsetValues(List.of("podDisruptionBudget")).build();
        new Lws(chart, "lws");
        parts.synth();

        final App manifest = app("manifest");
        write(manifest, "manifest", ServingStack.fromManifest(
                manifest,
                "west",
                inputs.resolve("west-gke-stack.yaml").toString(),
                ServingStackManifestOptions.builder().versionSet(VersionSet.MANAGED).build()));

        refused("port", app -> ServingStack.Builder.create(app, "west")
                .gateway(GatewayOptions.builder()
                        .listeners(List.of(
                                GatewayListener.builder().name("http").port(0).protocol(ListenerProtocol.HTTP).build(),
                                GatewayListener.builder().name("stream").port(80.5).protocol(ListenerProtocol.TCP).build()))
                        .build())
                .build());
        refused("version", app -> ServingStack.Builder.create(app, "west")
                .versions(StackVersions.builder().certManager("latest").build())
                .build());
        refused("values", app -> CertManager.Builder.create(new Chart(app, "west"), "cert-manager")
                .values(Map.of("crds", Map.of("enabled", List.of("yes"))))
                .build());
        refused("engine", app -> Delivery.flux(FluxDeliveryOptions.builder().path("/clusters/west").interval("often").build()));
        refused("folders", app -> ServingStack.Builder.create(app, "west")
                .delivery(Delivery.flux(FluxDeliveryOptions.builder().path(".").build()))
                .build());
        refused("manifest", app -> ServingStack.fromManifest(app, "west", inputs.resolve("missing.yaml").toString()));
    }
}
