package main

import (
	"github.com/aws/jsii-runtime-go"
	"github.com/cdk8s-serving-stack/cdk8s-serving-stack-go/servingstack"
	"github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2"
)

// westCluster is a GKE cluster that serves engines of several nodes, its GPU nodes tainted by the team.
func westCluster() cdk8s.App {
	app := cdk8s.NewApp(&cdk8s.AppProps{OutputFileExtension: jsii.String(".yaml")})
	servingstack.NewServingStack(app, jsii.String("west"), &servingstack.ServingStackProps{
		Stack:            servingstack.StackKind_DYNAMO,
		NvidiaDriverRoot: jsii.String("/home/kubernetes/bin/nvidia"),
		Tolerations: &[]*servingstack.Toleration{{
			Key:      jsii.String("example.com/gpu"),
			Operator: servingstack.TolerationOperator_EXISTS,
			Effect:   servingstack.TaintEffect_NO_SCHEDULE,
		}},
		Components: &servingstack.StackComponents{
			Prometheus: &servingstack.ComponentOptions{
				Values: &map[string]any{"prometheus": map[string]any{"prometheusSpec": map[string]any{"retention": "2d"}}},
			},
		},
	})
	return app
}

func main() {
	defer jsii.Close()
	westCluster().Synth()
}
