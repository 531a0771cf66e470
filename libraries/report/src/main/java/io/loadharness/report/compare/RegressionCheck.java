// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report.compare;

import io.loadharness.report.Quantity;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Whether a run is worse than its base.
 *
 * @param tolerance how much worse a figure may be, as a part of the base's
 * @param watched the figures that matter; those of {@link ComparedFigures#watched} if there is none
 */
public record RegressionCheck(double tolerance, List<ComparedFigure> watched) {

    /**
     * Checks the parameters.
     *
     * @throws IllegalArgumentException if a watched figure is neither good nor bad when it is high, or the tolerance is no part
     */
    public RegressionCheck {
        if (!(tolerance >= 0) || Double.isInfinite(tolerance)) {
            throw new IllegalArgumentException("the tolerance is " + tolerance + " and must be at least 0");
        }
        watched = List.copyOf(watched);
        for (ComparedFigure each : watched) {
            if (each.better() == Better.NEITHER) {
                throw new IllegalArgumentException(each.id() + " cannot be watched: it is neither better high nor low");
            }
        }
    }

    /** Why the runs do not pass, a sentence each; empty if they do. */
    public List<String> findings(Comparison comparison) {
        ComparedRun base = comparison.base();
        if (base.isInvalid()) {
            return List.of(notValid(base) + ", so it is no base for a verdict");
        }
        List<ComparedFigure> figures = watched.isEmpty() ? ComparedFigures.watched(base) : watched;
        if (figures.isEmpty()) {
            return List.of(base.name() + " has none of the figures that are watched, so it is no base for a verdict");
        }
        List<String> findings = new ArrayList<>();
        figures.stream()
                .filter(figure -> figure.of(base).isEmpty())
                .forEach(figure -> findings.add(lacks(base, figure)));
        for (ComparedRun other : comparison.others()) {
            if (other.isInvalid()) {
                findings.add(notValid(other) + ", so its figures do not count");
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
                        + Amounts.value(figure, figure.of(other).orElseThrow()) + " and was "
                        + Amounts.value(figure, figure.of(comparison.base()).orElseThrow())
                        + Amounts.relative(difference).map(part -> ", " + part).orElse("")
                        + ", more than the " + percent() + " % that it may be worse by");
    }

    private boolean isRegression(ComparedFigure figure, double base, Difference difference) {
        boolean chance = difference.interval().isPresent() && !difference.isBeyondChance();
        return !chance && figure.better().worsening(difference.absolute()) > tolerance * Math.abs(base);
    }

    private String percent() {
        return Quantity.number(100 * tolerance);
    }

    private static String lacks(ComparedRun run, ComparedFigure figure) {
        return run.name() + " has no " + figure.id() + ", which is watched";
    }

    private static String notValid(ComparedRun run) {
        return run.name() + " is " + run.verdict().orElseThrow()
                + run.reasons().stream()
                        .findFirst()
                        .map(reason -> " (" + reason + ")")
                        .orElse("");
    }
}
