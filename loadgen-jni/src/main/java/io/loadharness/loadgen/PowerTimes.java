// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.PowerWindow;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.Optional;

/** The times that LoadGen logs for a power meter: dates as Americans write them, in UTC. */
final class PowerTimes {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("MM-dd-uuuu HH:mm:ss.SSS", Locale.ROOT);

    private PowerTimes() {}

    /** From the first begin to the last end; empty if one is not there. */
    static Optional<PowerWindow> window(DetailLog log) {
        return log.find("power_begin").flatMap(PowerTimes::parse).flatMap(begin -> log.findLast("power_end")
                .flatMap(PowerTimes::parse)
                .map(end -> new PowerWindow(begin, end)));
    }

    private static Optional<Instant> parse(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text, FORMAT).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
