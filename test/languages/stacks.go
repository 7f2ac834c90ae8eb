package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-serving-stack/cdk8s-serving-stack-go/servingstack"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

var folder, inputs = os.Args[1], os.Args[2]

// write writes the YAML of an app and what its stack says of itself.
func write(app cdk8s.App, name string, stack servingstack.ServingStack) {
	app.Synth()
	lines := []string{
		*stack.GatewayNamespace(),
		*stack.GatewayName(),
		*stack.GatewayClassName(),
		orNone(stack.CaConfigMapName()),
		orNone(stack.PrometheusUrl()),
		fmt.Sprint(len(*stack.ApiObjects())),
	}
	for _, namespace := range *stack.Namespaces() {
		lines = append(lines, *namespace)
	}
	for _, warning := range *stack.Warnings() {
		lines = append(lines, *warning)
	}
	lines = append(lines, "")
	must(os.WriteFile(filepath.Join(folder, name, "outputs.txt"), []byte(strings.Join(lines, "\n")), 0o644))
}

func refused(name string, make func(app cdk8s.App)) {
	defer func() {
		fault := recover()
		if fault == nil {
			panic(name + " was not refused")
		}
		fmt.Printf("%s: %v\n", name, fault)
	}()
	make(app(name))
}

func app(name string) cdk8s.App {
	return cdk8s.NewApp(&cdk8s.AppProps{Outdir: jsii.String(filepath.Join(folder, name))})
}

func orNone(text *string) string {
	if text == nil {
		return "none"
	}
	return *text
}

func must(err error) {
	if err != nil {
		panic(err)
	}
}

func main() {
	defer jsii.Close()

	standard := app("standard")
	write(standard, "standard", servingstack.NewServingStack(standard, jsii.String("west"), nil))

	pem, err := os.ReadFile(filepath.Join(inputs, "client-ca.pem"))
	must(err)
	dynamo := cdk8s.NewApp(&cdk8s.AppProps{
		Outdir:              jsii.String(filepath.Join(folder, "dynamo-flux")),
		OutputFileExtension: jsii.String(".yaml"),
		YamlOutputType:      cdk8s.YamlOutputType_FOLDER_PER_CHART_FILE_PER_RESOURCE,
	})
	write(dynamo, "dynamo-flux", servingstack.NewServingStack(dynamo, jsii.String("west"), &servingstack.ServingStackProps{
		Stack: servingstack.StackKind_DYNAMO,
		Now:   jsii.String("2026-01-15T00:00:00Z"),
		Gateway: &servingstack.GatewayOptions{
			Hostname:  jsii.String("west.clusters.example.com"),
			ClientCas: &[]*servingstack.ClientCa{{Name: jsii.String("fleet-a"), Certificate: jsii.String(string(pem))}},
			Ca:        &servingstack.GatewayCa{Generation: jsii.Number(1), Trusted: jsii.Numbers(2)},
		},
		Tolerations: &[]*servingstack.Toleration{
			{Key: jsii.String("example.com/gpu"), Operator: servingstack.TolerationOperator_EXISTS},
			{
				Key:               jsii.String("example.com/spot"),
				Value:             jsii.String("yes"),
				Effect:            servingstack.TaintEffect_NO_EXECUTE,
				TolerationSeconds: jsii.Number(300),
			},
		},
		Delivery: servingstack.Delivery_Flux(&servingstack.FluxDeliveryOptions{
			Path:           jsii.String("clusters/west/dist"),
			SourceRef:      &servingstack.FluxSourceRef{Kind: servingstack.FluxSourceKind_OCI_REPOSITORY, Name: jsii.String("fleet")},
			Interval:       jsii.String("30m"),
			Prune:          jsii.Bool(false),
			DriftDetection: servingstack.FluxDriftDetection_WARN,
		}),
	}))

	gke := cdk8s.NewApp(&cdk8s.AppProps{
		Outdir:              jsii.String(filepath.Join(folder, "gke-crossplane")),
		OutputFileExtension: jsii.String(".yaml"),
	})
	write(gke, "gke-crossplane", servingstack.NewServingStack(gke, jsii.String("west"), &servingstack.ServingStackProps{
		VersionSet: servingstack.VersionSet_MANAGED,
		Versions: &servingstack.StackVersions{
			CertManager: jsii.String("v1.21.1"),
			Standard:    &servingstack.StandardVersions{LeaderWorkerSet: jsii.String("0.8.0")},
		},
		NvidiaDriverRoot: jsii.String("/home/kubernetes/bin/nvidia"),
		Gateway: &servingstack.GatewayOptions{
			Listeners: &[]*servingstack.GatewayListener{
				{Name: jsii.String("http"), Port: jsii.Number(80), Protocol: servingstack.ListenerProtocol_HTTP},
				{Name: jsii.String("stream"), Port: jsii.Number(9000), Protocol: servingstack.ListenerProtocol_TCP},
			},
		},
		Secrets: &[]*servingstack.StackSecret{
			{Type: servingstack.SecretType_KUBECONFIG, Name: jsii.String("west-kubeconfig"), Key: jsii.String("kubeconfig")},
			{
				Type: servingstack.SecretType_GOOGLE_APPLICATION_CREDENTIALS,
				Name: jsii.String("west-google"),
				Key:  jsii.String("credentials.json"),
			},
		},
		Delivery: servingstack.Delivery_Crossplane(&servingstack.CrossplaneDeliveryOptions{
			Name:          jsii.String("west"),
			Namespace:     jsii.String("clusters"),
			RollbackLimit: jsii.Number(3),
		}),
	}))

	provided := app("provided")
	chart := cdk8s.NewChart(provided, jsii.String("west"), nil)
	write(provided, "provided", servingstack.NewServingStack(chart, jsii.String("stack"), &servingstack.ServingStackProps{
		Mode: servingstack.ComponentMode_PROVIDED,
		Components: &servingstack.StackComponents{
			CertManager: &servingstack.ComponentOptions{
				Mode: servingstack.ComponentMode_MANAGED,
				Values: &map[string]any{
					"replicaCount": 2,
					"global":       map[string]any{"commonLabels": map[string]string{"example.com/team": "inference"}},
					"tolerations":  []map[string]any{{"key": "example.com/control", "operator": "Exists", "tolerationSeconds": 30}},
				},
			},
			Prometheus: &servingstack.ComponentOptions{
				Mode: servingstack.ComponentMode_MANAGED,
				Values: &map[string]any{
					"prometheus": map[string]any{
						"prometheusSpec": map[string]any{
							"retention":      jsii.String("2d"),
							"replicas":       jsii.Number(2),
							"enableAdminAPI": jsii.Bool(false),
							"enableFeatures": []string{},
							"externalLabels": map[string]any{"cluster": "west", "class": "gpu", "größe": "groß", "version": "1.10", "on": "yes"},
							"resources":      map[string]any{"limits": map[string]any{"cpu": 1.5, "memory": "4Gi"}, "requests": map[string]any{}},
							// as a variable without a value
							"paused": nil,
							"additionalScrapeConfigs": []any{
								map[string]any{
									"job_name":         "nodes",
									"honor_timestamps": false,
									"sample_limit":     5_000_000_000,
									"static_configs": []any{
										map[string]any{"targets": []string{"10.0.0.1:9100", "10.0.0.2:9100"}, "labels": map[string]any{"rack": "07"}},
									},
								},
								map[string]any{
									"job_name": "matrix",
									"params":   map[string]any{"match[]": []any{`{job="a"}`, "up\nand more\n"}},
									"buckets":  [][]float64{{0.1, 1, 1e-7}, {}, {-2}},
								},
							},
						},
					},
				},
				UnsetValues: jsii.Strings(
					"prometheus.prometheusSpec.retentionSize",
					`prometheus.prometheusSpec.podMetadata.labels.example\.com/old`,
				),
			},
		},
	}))

	parts := app("parts")
	partsChart := cdk8s.NewChart(parts, jsii.String("parts"), nil)
	servingstack.NewCertManager(partsChart, jsii.String("cert-manager"), &servingstack.CertManagerProps{
		Version:     jsii.String("v1.20.2"),
		UnsetValues: jsii.Strings("podDisruptionBudget"),
	})
	servingstack.NewLws(partsChart, jsii.String("lws"), nil)
	parts.Synth()

	manifest := app("manifest")
	write(manifest, "manifest", servingstack.ServingStack_FromManifest(
		manifest,
		jsii.String("west"),
		jsii.String(filepath.Join(inputs, "west-gke-stack.yaml")),
		&servingstack.ServingStackManifestOptions{VersionSet: servingstack.VersionSet_MANAGED},
	))

	refused("port", func(app cdk8s.App) {
		servingstack.NewServingStack(app, jsii.String("west"), &servingstack.ServingStackProps{
			Gateway: &servingstack.GatewayOptions{
				Listeners: &[]*servingstack.GatewayListener{
					{Name: jsii.String("http"), Port: jsii.Number(0), Protocol: servingstack.ListenerProtocol_HTTP},
					{Name: jsii.String("stream"), Port: jsii.Number(80.5), Protocol: servingstack.ListenerProtocol_TCP},
				},
			},
		})
	})
	refused("version", func(app cdk8s.App) {
		servingstack.NewServingStack(app, jsii.String("west"), &servingstack.ServingStackProps{
			Versions: &servingstack.StackVersions{CertManager: jsii.String("latest")},
		})
	})
	refused("values", func(app cdk8s.App) {
		servingstack.NewCertManager(cdk8s.NewChart(app, jsii.String("west"), nil), jsii.String("cert-manager"), &servingstack.CertManagerProps{
			Values: &map[string]any{"crds": map[string]any{"enabled": []string{"yes"}}},
		})
	})
	refused("engine", func(app cdk8s.App) {
		servingstack.Delivery_Flux(&servingstack.FluxDeliveryOptions{Path: jsii.String("/clusters/west"), Interval: jsii.String("often")})
	})
	refused("folders", func(app cdk8s.App) {
		servingstack.NewServingStack(app, jsii.String("west"), &servingstack.ServingStackProps{
			Delivery: servingstack.Delivery_Flux(&servingstack.FluxDeliveryOptions{Path: jsii.String(".")}),
		})
	})
	refused("keys", func(app cdk8s.App) {
		servingstack.NewPrometheus(cdk8s.NewChart(app, jsii.String("west"), nil), jsii.String("prometheus"), &servingstack.PrometheusProps{
			Values: &map[string]any{"prometheus": map[any]any{"retention": "2d"}},
		})
	})
	refused("manifest", func(app cdk8s.App) {
		servingstack.ServingStack_FromManifest(app, jsii.String("west"), jsii.String(filepath.Join(inputs, "missing.yaml")), nil)
	})
}
