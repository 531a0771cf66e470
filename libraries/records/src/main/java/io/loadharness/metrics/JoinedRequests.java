// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.client.RequestTotals;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Joins the requests of several processes into one live view, with an endpoint for each process. Thread-safe.
 *
 * <pre>{@code
 * JoinedRequests joined = new JoinedRequests(() -> Map.of("a", totalsOfA, "b", totalsOfB));
 * System.out.println(joined.view().completedPerSecond());
 * }</pre>
 */
public final class JoinedRequests {

    private final Supplier<Map<String, RequestTotals>> processes;
    private final RecentWindow recent = new RecentWindow(this::sum, this::endpoints);

    /**
     * Creates a view of a run that starts now.
     *
     * @param processes returns the current totals of each process by the name of its endpoint
     */
    public JoinedRequests(Supplier<Map<String, RequestTotals>> processes) {
        this.processes = processes;
        recent.view(System.nanoTime());
    }

    private RequestTotals sum() {
        return processes.get().values().stream().reduce(RequestTotals.NONE, RequestTotals::plus);
    }

    private Map<String, LiveView.EndpointCounts> endpoints() {
        Map<String, LiveView.EndpointCounts> counts = new TreeMap<>();
        processes
                .get()
                .forEach((name, each) -> counts.put(
                        name,
                        new LiveView.EndpointCounts(
                                each.sent() - each.ended(), each.completed(), each.ended() - each.completed())));
        return counts;
    }

    /** Returns the metrics of the last ten seconds. Call this method at least once per second; otherwise the window is longer. */
    public LiveView view() {
        return recent.view(System.nanoTime());
    }
}
