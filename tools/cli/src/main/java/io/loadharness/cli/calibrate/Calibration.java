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
 * @param requestsPerSecond streamed responses of one token, with 64 requests in flight
 * @param eventsPerSecond events with ten milliseconds between them in each stream
 * @param addedTtftP50 the median time from the server's timestamp of the first event to the client's timestamp
 * @param addedTtftP99 the 99th percentile of this time
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
