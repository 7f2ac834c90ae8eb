from cdk8s import App
from cdk8s_serving_stack import (
    ComponentOptions,
    ServingStack,
    StackComponents,
    StackKind,
    TaintEffect,
    Toleration,
    TolerationOperator,
)


def west_cluster() -> App:
    """A GKE cluster that serves engines of several nodes, its GPU nodes tainted by the team."""
    app = App(output_file_extension=".yaml")
    ServingStack(
        app,
        "west",
        stack=StackKind.DYNAMO,
        nvidia_driver_root="/home/kubernetes/bin/nvidia",
        tolerations=[Toleration(key="example.com/gpu", operator=TolerationOperator.EXISTS, effect=TaintEffect.NO_SCHEDULE)],
        components=StackComponents(
            prometheus=ComponentOptions(values={"prometheus": {"prometheusSpec": {"retention": "2d"}}}),
        ),
    )
    return app


if __name__ == "__main__":
    west_cluster().synth()
