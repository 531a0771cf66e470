// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.Failure;
import io.loadharness.client.Delay;
import java.time.Duration;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * A snapshot of the metrics of a run. Rates and shares cover the window, and latencies cover the requests that ended in the window.
 *
 * @param window the length of the window: about ten seconds, or less at the start of the run
 * @param inFlight the number of requests that were sent and have not ended yet
 * @param sentPerSecond the rate of sent requests
 * @param completedPerSecond the rate of completed requests
 * @param tokensPerSecond the rate of received tokens, or of chunks with tokens if the number of tokens is unknown
 * @param firstToken the time to first token (sent)
 * @param perToken the time per output token after the first
 * @param latency the end-to-end latency (sent)
 * @param scheduleDelay the schedule delay: the time from the scheduled start to the send
 * @param failures the number of failures of the whole run by kind; a kind without failures is absent
 * @param endpoints the requests to each endpoint so far, by name
 * @param cpuShare the share of all CPUs that this process used in the window
 * @param gcShare the share of the window in which garbage collection paused this process
 */
public record LiveView(
        Duration window,
        long inFlight,
        double sentPerSecond,
        double completedPerSecond,
        double tokensPerSecond,
        Delay firstToken,
        Delay perToken,
        Delay latency,
        Delay scheduleDelay,
        Map<Failure.Kind, Long> failures,
        Map<String, EndpointCounts> endpoints,
        double cpuShare,
        double gcShare) {

    /**
     * The requests to an endpoint since the start of the run.
     *
     * @param inFlight the number of requests that were sent and have not ended yet
     * @param completed the number of completed requests
     * @param failed the number of requests that were sent and failed
     */
    public record EndpointCounts(long inFlight, long completed, long failed) {

        static final EndpointCounts NONE = new EndpointCounts(0, 0, 0);

        /** Returns the sum of the counts of two endpoints. */
        public EndpointCounts plus(EndpointCounts other) {
            return new EndpointCounts(inFlight + other.inFlight, completed + other.completed, failed + other.failed);
        }
    }

    public LiveView {
        failures = Map.copyOf(failures);
        endpoints = Collections.unmodifiableMap(new TreeMap<>(endpoints));
    }

    /** Returns the number of failed samples of the whole run. */
    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }
}
