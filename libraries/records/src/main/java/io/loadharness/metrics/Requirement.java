// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A requirement for a statistic of a run, such as {@code ttft.p99<2s} or {@code failure_rate<=1%}.
 *
 * <pre>{@code
 * Requirement.Check check = Requirement.parse("ttft.p99<2s").check(metrics);
 * System.out.println(check.isMet() ? "met" : check.sentence());
 * }</pre>
 *
 * @param text the original text
 * @param statistic the statistic to compare
 * @param comparison the comparison
 * @param limit the limit; times are in seconds
 */
public record Requirement(String text, RunStatistic statistic, Comparison comparison, double limit) {

    private static final Pattern SYNTAX =
            Pattern.compile("\\s*([a-z_0-9.]+)\\s*(<=|>=|<|>)\\s*(\\d+(?:\\.\\d+)?(?:e-?\\d+)?)\\s*(\\S*)\\s*");
    private static final Map<String, Double> SECONDS =
            Map.of("ns", 1e-9, "us", 1e-6, "µs", 1e-6, "ms", 1e-3, "s", 1.0, "m", 60.0, "h", 3600.0);
    private static final double PERCENT = 0.01;

    /** Comparison of a statistic with its limit. */
    public enum Comparison {
        /** Less than the limit. */
        LESS("<"),
        /** At most the limit. */
        AT_MOST("<="),
        /** More than the limit. */
        MORE(">"),
        /** At least the limit. */
        AT_LEAST(">=");

        private final String symbol;

        Comparison(String symbol) {
            this.symbol = symbol;
        }

        private static Comparison of(String symbol) {
            for (Comparison each : values()) {
                if (each.symbol.equals(symbol)) {
                    return each;
                }
            }
            throw new IllegalArgumentException(symbol);
        }

        /** Returns true for {@link #MORE} and {@link #AT_LEAST}, because their limit is a minimum. */
        public boolean isMinimum() {
            return this == MORE || this == AT_LEAST;
        }

        private boolean holds(double value, double limit) {
            return switch (this) {
                case LESS -> value < limit;
                case AT_MOST -> value <= limit;
                case MORE -> value > limit;
                case AT_LEAST -> value >= limit;
            };
        }
    }

    /**
     * The result of checking a requirement against a run.
     *
     * @param requirement the requirement
     * @param seen the measured value; if empty, the value is unknown and the requirement is not met
     */
    public record Check(Requirement requirement, OptionalDouble seen) {

        /** Returns true if the requirement is met. */
        public boolean isMet() {
            return seen.isPresent() && requirement.comparison.holds(seen.getAsDouble(), requirement.limit);
        }

        /** Returns a sentence with the required and the measured value. */
        public String sentence() {
            String wanted = "required: " + requirement.text + ", but ";
            return seen.isEmpty()
                    ? wanted + "this run has no " + requirement.statistic
                    : wanted + requirement.statistic + " is "
                            + requirement.statistic.text(seen.getAsDouble(), requirement.limit);
        }
    }

    public Requirement {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(statistic, "statistic");
        Objects.requireNonNull(comparison, "comparison");
    }

    /**
     * Parses a requirement.
     *
     * @throws IllegalArgumentException if the text is not a requirement; the message gives the reason
     */
    public static Requirement parse(String text) {
        Matcher parts = SYNTAX.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' is not a requirement: write a metric, one of < <= > >= and a number, as in ttft.p99<2s");
        }
        RunStatistic statistic = RunStatistic.of(parts.group(1));
        double limit = Double.parseDouble(parts.group(3)) * unit(text, statistic, parts.group(4));
        return new Requirement(text.strip(), statistic, Comparison.of(parts.group(2)), limit);
    }

    private static double unit(String text, RunStatistic statistic, String unit) {
        if (statistic.isTime()) {
            Double seconds = SECONDS.get(unit);
            if (seconds == null) {
                throw new IllegalArgumentException(
                        "'" + text + "' needs a unit of time after its number: ns, us, ms, s, m or h");
            }
            return seconds;
        }
        if (unit.isEmpty()) {
            return 1;
        }
        if (unit.equals("%") && statistic.name().equals(Rate.FAILURE_RATE.id())) {
            return PERCENT;
        }
        throw new IllegalArgumentException("'" + text + "' has the unit '" + unit + "', but " + statistic
                + (statistic.name().equals(Rate.FAILURE_RATE.id()) ? " allows only %" : " has no unit"));
    }

    /** Checks this requirement against a run. */
    public Check check(RunMetrics metrics) {
        return new Check(this, statistic.in(metrics));
    }
}
