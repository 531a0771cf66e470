// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.report.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A check that no run of a comparison is worse than the base run.
 *
 * <pre>{@code
 * List<String> findings = new RegressionCheck(0.05, List.of(ComparedFigures.named("ttft.p99"))).findings(comparison);
 * }</pre>
 *
 * @param tolerance the maximum amount by which a metric may be worse, as a fraction of the same metric of the base run
 * @param watched the checked metrics; if empty, the metrics of {@link ComparedFigures#watched}
 */
public record RegressionCheck(double tolerance, List<ComparedFigure> watched) {

    /**
     * Creates a check.
     *
     * @throws IllegalArgumentException if a watched metric has the direction {@link BetterDirection#NEITHER}, or the tolerance is negative
     * or not finite
     */
    public RegressionCheck {
        if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
            throw new IllegalArgumentException("tolerance must be finite and at least 0: got " + tolerance);
        }
        watched = List.copyOf(watched);
        for (ComparedFigure each : watched) {
            if (each.better() == BetterDirection.NEITHER) {
                throw new IllegalArgumentException(
                        each.id() + " cannot be watched: neither a higher nor a lower value is better");
            }
        }
    }

    /** Returns the reasons why the check failed, one sentence each; empty if the check passed. */
    public List<String> findings(Comparison comparison) {
        ComparedRun base = comparison.base();
        if (base.isInvalid()) {
            return List.of(notValid(base) + ", so it cannot be the base of a check");
        }
        List<ComparedFigure> figures = watched.isEmpty() ? ComparedFigures.watched(base) : watched;
        if (figures.isEmpty()) {
            return List.of(base.name() + " has none of the watched metrics, so it cannot be the base of a check");
        }
        List<String> findings = new ArrayList<>();
        figures.stream()
                .filter(figure -> figure.of(base).isEmpty())
                .forEach(figure -> findings.add(lacks(base, figure)));
        for (ComparedRun other : comparison.others()) {
            if (other.isInvalid()) {
                findings.add(notValid(other) + ", so its metrics do not count");
            } else {
                figures.forEach(figure -> finding(comparison, figure, other).ifPresent(findings::add));
            }
        }
        return findings;
    }

    private Optional<String> finding(Comparison comparison, ComparedFigure figure, ComparedRun other) {
        if (figure.of(other).isEmpty()) {
            return Optional.of(lacks(other, figure));
        }
        return comparison
                .difference(figure, other)
                .filter(difference ->
                        isRegression(figure, figure.of(comparison.base()).orElseThrow(), difference))
                .map(difference -> other.name() + ": " + figure.id() + " is "
                        + FigureFormat.value(figure, figure.of(other).orElseThrow()) + " and was "
                        + FigureFormat.value(
                                figure, figure.of(comparison.base()).orElseThrow())
                        + FigureFormat.relative(difference)
                                .map(part -> ", " + part)
                                .orElse("")
                        + "; the tolerance is " + percent() + " %");
    }

    private boolean isRegression(ComparedFigure figure, double base, Difference difference) {
        boolean isChance = difference.interval().isPresent() && !difference.isSignificant();
        return !isChance && figure.better().worsening(difference.absolute()) > tolerance * Math.abs(base);
    }

    private String percent() {
        return Quantity.number(100 * tolerance);
    }

    private static String lacks(ComparedRun run, ComparedFigure figure) {
        return run.name() + " lacks the watched metric " + figure.id();
    }

    private static String notValid(ComparedRun run) {
        return run.name() + " is " + run.verdict().orElseThrow()
                + run.reasons().stream()
                        .findFirst()
                        .map(reason -> " (" + reason + ")")
                        .orElse("");
    }
}
