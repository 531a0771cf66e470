// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.servermetrics.ServerMetric;
import io.loadharness.servers.ServerBackend;
import io.loadharness.servers.ServerBackends;
import io.loadharness.servers.ServerSpec;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ServerMetricPagesTest {

    private static ServerBackend naming(Map<String, List<String>> names) {
        return new ServerBackend() {
            @Override
            public String name() {
                return "own";
            }

            @Override
            public List<String> executable() {
                return List.of("own");
            }

            @Override
            public List<String> arguments(ServerSpec spec, int port) {
                return List.of();
            }

            @Override
            public Map<String, List<String>> metricNames() {
                return names;
            }
        };
    }

    @Test
    void backendsDefineTheirMetricNames() {
        assertThat(ServerMetricPages.names(naming(Map.of("kv_cache_use", List.of("own_cache")))))
                .containsExactly(Map.entry(ServerMetric.KV_CACHE_USE, List.of("own_cache")));
    }

    @Test
    void unknownMetricSuggestsTheNearest() {
        assertThatThrownBy(() -> ServerMetricPages.names(naming(Map.of("runing", List.of("own_active")))))
                .hasMessageStartingWith(
                        "the backend own names the unknown metric 'runing'; did you mean 'running'? Allowed: ");
    }

    @Test
    void tensorRtHasADifferentMetricsPath() {
        assertThat(ServerBackends.named("trtllm").metricsPath()).isEqualTo("/prometheus/metrics");
        assertThat(ServerBackends.named("vllm").metricsPath()).isEqualTo("/metrics");
    }
}
