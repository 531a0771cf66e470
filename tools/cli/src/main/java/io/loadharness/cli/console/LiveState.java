// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.client.ClientLimits;
import io.loadharness.metrics.LiveView;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * All that a display shows of a run.
 *
 * @param progress by the load generator
 * @param view by who watches the requests
 * @param target the samples per second that are planned
 * @param limits beyond what the client is too slow
 */
record LiveState(
        Scenario scenario, Phase phase, Progress progress, LiveView view, OptionalDouble target, ClientLimits limits) {

    /** Where a run is. */
    enum Phase {
        STARTING("starting"),
        RUNNING("running"),
        DRAINING("waiting for answers"),
        STOPPING("stopping; Ctrl-C again ends at once");

        private final String words;

        Phase(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    static Phase phase(Progress progress, boolean stopping) {
        if (stopping) {
            return Phase.STOPPING;
        }
        if (progress.issued() == 0) {
            return Phase.STARTING;
        }
        return progress.expected().isPresent() && share(progress) == 1 ? Phase.DRAINING : Phase.RUNNING;
    }

    /** The part of the run that is over, by time; 1 where it should be. */
    static double share(Progress progress) {
        Duration expected = progress.expected().orElse(Duration.ZERO);
        return expected.isZero() ? 0 : Math.min(1, (double) progress.elapsed().toNanos() / expected.toNanos());
    }

    /** Whether requests were seen: some runs have none. */
    boolean hasRequests() {
        return view.open() > 0 || view.latency().count() > 0 || view.failed() > 0;
    }

    boolean isLate() {
        return view.sendLag().lasting().compareTo(limits.sendLag()) > 0;
    }
}
