module example.com/west

go 1.25

require (
	github.com/aws/jsii-runtime-go v1.142.0
	github.com/cdk8s-serving-stack/cdk8s-serving-stack-go/servingstack v0.0.0
	github.com/cdk8s-team/cdk8s-core-go/cdk8s/v2 v2.68.12
)

require (
	github.com/aws/constructs-go/constructs/v10 v10.3.0 // indirect
	github.com/cdk8s-team/cdk8s-plus-go/cdk8splus30/v2 v2.2.5 // indirect
)
