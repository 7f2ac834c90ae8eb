package com.example;

import io.github.cdk8sservingstack.ComponentOptions;
import io.github.cdk8sservingstack.ServingStack;
import io.github.cdk8sservingstack.StackComponents;
import io.github.cdk8sservingstack.StackKind;
import io.github.cdk8sservingstack.TaintEffect;
import io.github.cdk8sservingstack.Toleration;
import io.github.cdk8sservingstack.TolerationOperator;
import java.util.List;
import java.util.Map;
import org.cdk8s.App;
import org.cdk8s.AppProps;

public final class Main {
    private Main() {
    }

    /** A GKE cluster that serves engines of several nodes, its GPU nodes tainted by the team. */
    static App westCluster() {
        final App app = new App(AppProps.builder().outputFileExtension(".yaml").build());
        ServingStack.Builder.create(app, "west")
                .stack(StackKind.DYNAMO)
                .nvidiaDriverRoot("/home/kubernetes/bin/nvidia")
                .tolerations(List.of(Toleration.builder()
                        .key("example.com/gpu")
                        .operator(TolerationOperator.EXISTS)
                        .effect(TaintEffect.NO_SCHEDULE)
                        .build()))
                .components(StackComponents.builder()
                        .prometheus(ComponentOptions.builder()
                                .values(Map.of("prometheus", Map.of("prometheusSpec", Map.of("retention", "2d"))))
                                .build())
                        .build())
                .build();
        return app;
    }

    public static void main(final String[] args) {
        westCluster().synth();
    }
}
