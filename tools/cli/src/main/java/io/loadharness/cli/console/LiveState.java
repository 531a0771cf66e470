// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.console;

import io.loadharness.TestRun.Progress;
import io.loadharness.client.ClientLimits;
import io.loadharness.metrics.LiveView;
import java.time.Duration;
import java.util.OptionalDouble;

/**
 * The state of a run that a display shows.
 *
 * @param load the name of the load
 * @param progress the progress that the load generator reports
 * @param view the metrics of the observed requests
 * @param target the planned samples per second
 * @param limits the limits above which the run is client-limited
 */
record LiveState(
        String load, Phase phase, Progress progress, LiveView view, OptionalDouble target, ClientLimits limits) {

    /** The phases of a run. */
    enum Phase {
        STARTING("starting"),
        RUNNING("running"),
        DRAINING("waiting for responses"),
        STOPPING("stopping; press Ctrl-C again after 2 s to exit at once");

        private final String label;

        Phase(String label) {
            this.label = label;
        }

        String label() {
            return label;
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

    /** Returns the elapsed share of the expected time, at most 1. */
    static double share(Progress progress) {
        Duration expected = progress.expected().orElse(Duration.ZERO);
        return expected.isZero() ? 0 : Math.min(1, (double) progress.elapsed().toNanos() / expected.toNanos());
    }

    /** Returns true if requests were observed; some systems under test do not send requests. */
    boolean hasRequests() {
        return view.inFlight() > 0 || view.latency().count() > 0 || view.failed() > 0;
    }

    boolean isSendingLate() {
        return view.scheduleDelay().judged().compareTo(limits.sendDelay()) > 0;
    }
}
