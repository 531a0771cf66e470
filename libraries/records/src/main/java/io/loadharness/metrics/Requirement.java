// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a figure of a run has to be, as in {@code ttft.p99<2s} or {@code failure_rate<=1%}.
 *
 * @param text as it was written
 * @param figure which figure
 * @param comparison how it is compared
 * @param limit with what, times in seconds
 */
public record Requirement(String text, Figure figure, Comparison comparison, double limit) {

    private static final Pattern SYNTAX =
            Pattern.compile("\\s*([a-z_0-9.]+)\\s*(<=|>=|<|>)\\s*(\\d+(?:\\.\\d+)?(?:e-?\\d+)?)\\s*(\\S*)\\s*");
    private static final Map<String, Double> SECONDS =
            Map.of("ns", 1e-9, "us", 1e-6, "µs", 1e-6, "ms", 1e-3, "s", 1.0, "m", 60.0, "h", 3600.0);
    private static final double PERCENT = 0.01;

    /** How a figure is compared with its limit. */
    public enum Comparison {
        /** Less. */
        LESS("<"),
        /** At most. */
        AT_MOST("<="),
        /** More. */
        MORE(">"),
        /** At least. */
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
     * What became of a requirement in a run.
     *
     * @param requirement what was asked for
     * @param seen what the figure is; empty if the run does not know, and then the requirement is not met
     */
    public record Check(Requirement requirement, OptionalDouble seen) {

        /** Whether it is met. */
        public boolean isMet() {
            return seen.isPresent() && requirement.comparison.holds(seen.getAsDouble(), requirement.limit);
        }

        /** What is wrong, in a sentence. */
        public String sentence() {
            String wanted = "required: " + requirement.text + ", and ";
            return seen.isEmpty()
                    ? wanted + "this run has no " + requirement.figure
                    : wanted + requirement.figure + " is " + requirement.figure.text(seen.getAsDouble());
        }
    }

    public Requirement {
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(figure, "figure");
        Objects.requireNonNull(comparison, "comparison");
    }

    /**
     * Reads a requirement.
     *
     * @throws IllegalArgumentException if it cannot be understood; says why
     */
    public static Requirement parse(String text) {
        Matcher parts = SYNTAX.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException("'" + text
                    + "' is no requirement: write a figure, one of < <= > >= and a number, as in ttft.p99<2s");
        }
        Figure figure = Figure.of(parts.group(1));
        double limit = Double.parseDouble(parts.group(3)) * unit(text, figure, parts.group(4));
        return new Requirement(text.strip(), figure, Comparison.of(parts.group(2)), limit);
    }

    private static double unit(String text, Figure figure, String unit) {
        if (figure.isTime()) {
            Double seconds = SECONDS.get(unit);
            if (seconds == null) {
                throw new IllegalArgumentException(
                        "'" + text + "' needs a unit of time behind its number: ns, us, ms, s, m or h");
            }
            return seconds;
        }
        if (unit.isEmpty()) {
            return 1;
        }
        if (unit.equals("%") && figure.name().equals(Rate.FAILURE_RATE.id())) {
            return PERCENT;
        }
        throw new IllegalArgumentException("'" + text + "' has the unit '" + unit + "', and " + figure + " has "
                + (figure.name().equals(Rate.FAILURE_RATE.id()) ? "none but %" : "none"));
    }

    /** Looks whether a run meets it. */
    public Check check(RunMetrics metrics) {
        return new Check(this, figure.in(metrics));
    }
}
