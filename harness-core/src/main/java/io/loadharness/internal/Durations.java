// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.math.BigDecimal;
import java.time.Duration;
import java.util.Locale;
import java.util.stream.Stream;

/** Formats durations in the form that the command line and the documentation use: {@code 0s}, {@code 500ms}, {@code 1.5s}, {@code 10m}. */
public final class Durations {

    private enum Unit {
        H(3_600_000_000_000L),
        M(60_000_000_000L),
        S(1_000_000_000L),
        MS(1_000_000L),
        US(1_000L);

        private final long nanos;

        Unit(long nanos) {
            this.nanos = nanos;
        }

        private String text(BigDecimal value) {
            return value.stripTrailingZeros().toPlainString() + name().toLowerCase(Locale.ROOT);
        }
    }

    private Durations() {}

    /**
     * Returns the text of a duration, without rounding. A whole number of hours or minutes has the unit {@code h} or {@code m}. Any other
     * duration has the unit {@code s}, {@code ms} or {@code us}, depending on its length, with decimals if necessary.
     */
    public static String text(Duration duration) {
        BigDecimal nanos = BigDecimal.valueOf(duration.getSeconds(), -9).add(BigDecimal.valueOf(duration.getNano()));
        if (nanos.signum() == 0) {
            return "0s";
        }
        return Stream.of(Unit.values())
                .filter(unit -> fits(nanos, unit))
                .findFirst()
                .map(unit -> unit.text(nanos.divide(BigDecimal.valueOf(unit.nanos))))
                .orElseGet(() -> Unit.US.text(nanos.movePointLeft(3)));
    }

    /** Returns the text of a duration for sentences, without rounding and with a space before the unit: {@code 5 s}, {@code 10 min}. */
    public static String inWords(Duration duration) {
        return text(duration)
                .replaceFirst("(?=[a-z]+$)", " ")
                .replaceFirst(" m$", " min")
                .replaceFirst(" us$", " µs");
    }

    private static boolean fits(BigDecimal nanos, Unit unit) {
        BigDecimal size = BigDecimal.valueOf(unit.nanos);
        return (unit == Unit.H || unit == Unit.M)
                ? nanos.remainder(size).signum() == 0
                : nanos.abs().compareTo(size) >= 0;
    }
}
