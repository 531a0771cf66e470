// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import java.time.Duration;
import java.time.Instant;
import java.util.Objects;

/**
 * What a machine can do as a client.
 *
 * @param transport the name of the transport
 * @param machine what it is true for, see {@link CalibratedMachine}
 * @param time when it was measured
 * @param requestsPerSecond answers of one token, streamed, 64 at a time
 * @param eventsPerSecond events that come one by one, ten milliseconds apart in each stream
 * @param addedTtftP50 the median from the server's stamp on the first event until the client's
 * @param addedTtftP99 the 99th percentile of the same
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
            throw new IllegalArgumentException(name + " is " + value + " and must be more than 0");
        }
    }
}
