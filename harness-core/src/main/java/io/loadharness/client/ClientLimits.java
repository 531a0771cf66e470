// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

import io.loadharness.Scenario;
import java.time.Duration;
import java.util.Objects;

/**
 * Beyond what a run says more about the client than about what it measured. The first two are about what one percent of the
 * observations, and at least ten, were late by; the shares are means. Nothing is judged if samples were outstanding for less than a
 * second.
 *
 * @param sendLag how late queries may be issued, and how late after that requests may be handed to the network, apart from waits that
 *     the user or the server wants
 * @param readDelay how long answers may lie readable before they are stamped
 * @param threadShare how much of the time a thread that reads answers may be busy, 1 being always
 * @param processorShare how much of all processors the client may use, 1 being all
 * @param collectionShare how much of the time garbage collection may stop the client
 */
public record ClientLimits(
        Duration sendLag, Duration readDelay, double threadShare, double processorShare, double collectionShare) {

    /** 10 ms, 10 ms, 90 %, 90 % and 5 %; {@code docs/health.md} has the reasons. */
    public static final ClientLimits DEFAULTS =
            new ClientLimits(Duration.ofMillis(10), Duration.ofMillis(10), 0.9, 0.9, 0.05);

    /** Nothing is too much: for those who look at the figures of the client themselves. */
    public static final ClientLimits NONE = new ClientLimits(
            Duration.ofNanos(Long.MAX_VALUE),
            Duration.ofNanos(Long.MAX_VALUE),
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY,
            Double.POSITIVE_INFINITY);

    public ClientLimits {
        positive("sendLag", sendLag);
        positive("readDelay", readDelay);
        positive("threadShare", threadShare);
        positive("processorShare", processorShare);
        positive("collectionShare", collectionShare);
    }

    private static void positive(String name, Duration value) {
        Objects.requireNonNull(value, name);
        if (value.isNegative() || value.isZero()) {
            throw new IllegalArgumentException(name + " must be more than zero: " + value);
        }
    }

    private static void positive(String name, double value) {
        if (!(value > 0)) {
            throw new IllegalArgumentException(name + " must be more than zero: " + value);
        }
    }

    /** The same as far as it has a meaning in a scenario: in Offline nothing is due at a time, so nothing can be sent late. */
    public ClientLimits in(Scenario scenario) {
        return scenario == Scenario.OFFLINE
                ? new ClientLimits(NONE.sendLag, readDelay, threadShare, processorShare, collectionShare)
                : this;
    }
}
