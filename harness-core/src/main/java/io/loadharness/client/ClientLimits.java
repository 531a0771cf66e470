// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import io.loadharness.Scenario;
import io.loadharness.internal.Durations;
import java.time.Duration;
import java.util.Objects;

/**
 * Thresholds above which a run is reported as client-limited: the load generator, not the server, was the bottleneck.
 *
 * <p>A delay exceeds its limit if at least 1 % of the observations, and at least ten of them, are longer than the limit. The limits of
 * shares apply to the mean over the run. A run with samples in flight for less than one second is not checked.
 *
 * <pre>{@code
 * ClientLimits limits = new ClientLimits(Duration.ofMillis(5), Duration.ofMillis(5), 0.9, 0.9, 0.05);
 * BackendSystemUnderTest.builder("server", requests).backend(backend).clientLimits(limits).build();
 * }</pre>
 *
 * @param sendDelay the maximum issue delay of queries, and the maximum send delay of requests without the waits for slots and connections
 * @param readDelay the maximum time from the arrival of response data until the client reads the data
 * @param threadShare the maximum share of the run during which a thread that reads responses is busy, up to 1
 * @param cpuShare the maximum share of all CPUs that the client uses, up to 1
 * @param gcShare the maximum share of the run during which garbage collection pauses the client, up to 1
 */
public record ClientLimits(
        Duration sendDelay, Duration readDelay, double threadShare, double cpuShare, double gcShare) {

    /**
     * The defaults: 10 ms for each delay, 90 % for a thread that reads responses, 90 % for all CPUs, and 5 % for garbage collection.
     * {@code docs/internals/health.md} explains these values.
     */
    public static final ClientLimits DEFAULTS =
            new ClientLimits(Duration.ofMillis(10), Duration.ofMillis(10), 0.9, 0.9, 0.05);

    /** No limits, for programs that evaluate {@link ClientHealth} themselves. */
    public static final ClientLimits NONE = new ClientLimits(
            Duration.ofNanos(Long.MAX_VALUE),
            Duration.ofNanos(Long.MAX_VALUE),
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY);

    public ClientLimits {
        requirePositive("sendDelay", sendDelay);
        requirePositive("readDelay", readDelay);
        requirePositive("threadShare", threadShare);
        requirePositive("cpuShare", cpuShare);
        requirePositive("gcShare", gcShare);
    }

    private static void requirePositive(String name, Duration value) {
        Objects.requireNonNull(value, name);
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be positive: got " + Durations.text(value));
        }
    }

    private static void requirePositive(String name, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException(name + " must be positive: got " + value);
        }
    }

    /**
     * Returns the limits that apply to a scenario. The Offline scenario has no scheduled starts. Therefore the send delay of an Offline run
     * is not limited.
     */
    public ClientLimits in(Scenario scenario) {
        return scenario == Scenario.OFFLINE
                ? new ClientLimits(NONE.sendDelay, readDelay, threadShare, cpuShare, gcShare)
                : this;
    }
}
