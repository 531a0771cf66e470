// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.client.RequestTotals;
import java.util.HashMap;
import java.util.Map;

/**
 * Joins the requests of several processes into one live view, with an endpoint for each process. Thread-safe.
 *
 * <pre>{@code
 * JoinedRequests joined = new JoinedRequests();
 * System.out.println(joined.view(Map.of("a", totalsOfA, "b", totalsOfB)).completedPerSecond());
 * }</pre>
 */
public final class JoinedRequests {

    private final RecentWindow recent = new RecentWindow();

    /** Creates a view of a run that starts now. */
    public JoinedRequests() {
        view(Map.of());
    }

    /**
     * Returns the metrics of the last ten seconds. Call this method at least once per second; otherwise the window is longer.
     *
     * @param processes the current totals of each process by the name of its endpoint
     */
    public LiveView view(Map<String, RequestTotals> processes) {
        RequestTotals sum = processes.values().stream().reduce(RequestTotals.NONE, RequestTotals::plus);
        Map<String, LiveView.EndpointCounts> endpoints = new HashMap<>();
        processes.forEach((name, each) -> endpoints.put(name, counts(each)));
        return recent.view(System.nanoTime(), sum, endpoints);
    }

    private static LiveView.EndpointCounts counts(RequestTotals totals) {
        return new LiveView.EndpointCounts(
                totals.sent() - totals.ended(), totals.completed(), totals.ended() - totals.completed());
    }
}
