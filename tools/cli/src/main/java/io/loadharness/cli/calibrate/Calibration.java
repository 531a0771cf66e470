// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * The maximum rates of a machine as a client.
 *
 * @param transport the name of the transport
 * @param machine the machine for which the calibration is valid, see {@link CalibratedMachine}
 * @param time the time of the measurement
 * @param requestsPerSecond the rate of streamed responses of one token, with 64 requests in flight
 * @param eventsPerSecond the rate of received events, over streams with one event every ten milliseconds
 * @param addedTtftP50 the median delay from the time at which the server sends the first event to the time at which the client receives it
 * @param addedTtftP99 the 99th percentile of the same delay
 */
public record Calibration(
        String transport,
        String machine,
        Instant time,
        double requestsPerSecond,
        double eventsPerSecond,
        Duration addedTtftP50,
        Duration addedTtftP99) {

    public Calibration {
        Objects.requireNonNull(transport, "transport");
        Objects.requireNonNull(machine, "machine");
        Objects.requireNonNull(time, "time");
        positive("requestsPerSecond", requestsPerSecond);
        positive("eventsPerSecond", eventsPerSecond);
        Objects.requireNonNull(addedTtftP50, "addedTtftP50");
        Objects.requireNonNull(addedTtftP99, "addedTtftP99");
    }

    private static void positive(String name, double value) {
        if (!(value > 0 && value < Double.POSITIVE_INFINITY)) {
            throw new IllegalArgumentException(name + " must be more than 0: got " + value);
        }
    }
}
