// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import io.loadharness.Failure;
import io.loadharness.client.Delay;
import java.time.Duration;
import java.util.Map;

/**
 * How a run is at a moment. Times and rates are of the requests that ended in the last seconds.
 *
 * @param window how many seconds that are: ten, or less at the beginning
 * @param open requests that were sent and have not ended
 * @param sentPerSecond requests that were sent
 * @param answeredPerSecond requests that were answered
 * @param tokensPerSecond tokens of answers, counted when they come; pieces with tokens where nobody counts tokens
 * @param firstToken time to first token, from the send
 * @param perToken time per output token after the first
 * @param latency until the answer was complete, from the send
 * @param sendLag how late requests were sent
 * @param failures of the whole run, by kind; only kinds that there were
 * @param processorShare the part of all processors that this process took in the window
 * @param collectionShare the part of the window for which garbage collection stopped this process
 */
public record LiveView(
        Duration window,
        long open,
        double sentPerSecond,
        double answeredPerSecond,
        double tokensPerSecond,
        Delay firstToken,
        Delay perToken,
        Delay latency,
        Delay sendLag,
        Map<Failure.Kind, Long> failures,
        double processorShare,
        double collectionShare) {

    public LiveView {
        failures = Map.copyOf(failures);
    }

    /** Samples of the whole run that failed. */
    public long failed() {
        return failures.values().stream().mapToLong(Long::longValue).sum();
    }
}
