// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import io.loadharness.Failure;
import io.loadharness.client.DelayCounts;
import io.loadharness.client.DelayHistogram;
import io.loadharness.client.RequestTotals;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class JoinedRequestsTest {

    private final Map<String, RequestTotals> processes = new HashMap<>();
    private final JoinedRequests joined = new JoinedRequests();

    private static DelayCounts times(int count, long nanos) {
        DelayHistogram histogram = new DelayHistogram();
        for (int i = 0; i < count; i++) {
            histogram.add(nanos);
        }
        return histogram.counts();
    }

    @Test
    void percentilesAreThoseOfAllRequests() {
        DelayCounts fast = times(95, 1_000_000);
        DelayCounts slow = times(5, 900_000_000);
        processes.put("a", new RequestTotals(95, 95, 95, 950, fast, fast, fast, fast, Map.of(), 0.2, 0.1));
        processes.put(
                "b",
                new RequestTotals(9, 7, 5, 50, slow, slow, slow, slow, Map.of(Failure.Kind.TIMEOUT, 2L), 0.7, 0.01));

        LiveView view = joined.view(processes);

        assertThat(view.inFlight()).isEqualTo(2);
        assertThat(view.latency().count()).isEqualTo(100);
        assertThat((double) view.latency().p50Nanos()).isCloseTo(1_000_000, withinPercentage(3.2));
        assertThat((double) view.firstToken().p99Nanos()).isCloseTo(900_000_000, withinPercentage(3.2));
        assertThat(view.failures()).isEqualTo(Map.of(Failure.Kind.TIMEOUT, 2L));
        assertThat(view.endpoints())
                .isEqualTo(
                        Map.of("a", new LiveView.EndpointCounts(0, 95, 0), "b", new LiveView.EndpointCounts(2, 5, 2)));
        assertThat(view.cpuShare()).isEqualTo(0.7);
        assertThat(view.gcShare()).isEqualTo(0.1);
        assertThat(view.tokensPerSecond()).isPositive();
    }
}
