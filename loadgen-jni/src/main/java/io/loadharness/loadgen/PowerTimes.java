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

/** Parses the times that LoadGen logs for a power meter: month, day, year and time, in UTC. */
final class PowerTimes {

    private static final DateTimeFormatter FORMAT = DateTimeFormatter.ofPattern("MM-dd-uuuu HH:mm:ss.SSS", Locale.ROOT);

    private PowerTimes() {}

    /**
     * Returns the period from the first {@code power_begin} to the last {@code power_end}; empty if one of them is missing or cannot be
     * parsed.
     */
    static Optional<PowerWindow> window(DetailLog log) {
        return log.find("power_begin").flatMap(PowerTimes::parse).flatMap(start -> log.findLast("power_end")
                .flatMap(PowerTimes::parse)
                .map(end -> new PowerWindow(start, end)));
    }

    private static Optional<Instant> parse(String text) {
        try {
            return Optional.of(LocalDateTime.parse(text, FORMAT).toInstant(ZoneOffset.UTC));
        } catch (DateTimeException e) {
            return Optional.empty();
        }
    }
}
