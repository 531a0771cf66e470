// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.schedule.PeakSearch.RunKind;
import io.loadharness.schedule.PeakTrial.Outcome;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Describes the result of a search in sentences. */
final class PeakSummary {

    private final PeakSearch search;
    private final PeakEstimate estimate;
    private final List<PeakTrial> trials;
    private final List<PeakTrial> full;
    private final List<PeakTrial> failed;
    private final String name;

    PeakSummary(PeakSearch search, PeakEstimate estimate, List<PeakTrial> trials) {
        this.search = search;
        this.estimate = estimate;
        this.trials = trials;
        full = trials.stream().filter(each -> each.kind() == RunKind.FULL).toList();
        failed = full.stream().filter(each -> !each.isKept()).toList();
        name = search.hasWholeLevels() ? "concurrency" : "rate";
    }

    Peak peak(boolean isComplete) {
        Optional<PeakTrial> confirmed = full.stream().filter(PeakTrial::isKept).findFirst();
        double firstFailed = failed.stream().mapToDouble(PeakTrial::level).min().orElse(Double.POSITIVE_INFINITY);
        double low = confirmed.map(PeakTrial::level).orElseGet(() -> Math.min(estimate.low(), firstFailed));
        double high = high(low, firstFailed);
        OptionalDouble level = low > 0 && (confirmed.isPresent() || failed.isEmpty())
                ? OptionalDouble.of(low)
                : OptionalDouble.empty();
        Optional<PeakTrial> limiting = limiting(low);
        List<String> sentences = new ArrayList<>();
        if (confirmed.isPresent()) {
            addConfirmed(sentences, low, high);
        } else if (!isComplete) {
            sentences.add("The search is not complete. "
                    + (low > 0
                            ? "So far, " + text(low) + " is the highest " + name
                                    + " that met all limits in a short run; no full-length run confirmed it."
                            : "So far, no measured " + name + " met all limits."));
        } else if (!failed.isEmpty()) {
            sentences.add("No " + name + " is confirmed: none of " + full.size() + " full-length runs met all limits,"
                    + " down to " + text(firstFailed) + ".");
        } else {
            sentences.add(sentenceWithoutPeak());
        }
        addSlowdown(sentences);
        if (confirmed.isPresent() || !isComplete || !failed.isEmpty()) {
            addLimit(sentences, limiting);
        }
        return new Peak(
                level,
                low,
                high,
                confirmed.isPresent(),
                isComplete,
                limiting.map(PeakTrial::reason).orElse(""),
                String.join(" ", sentences));
    }

    /** Returns the upper end of the interval that contains the peak. */
    private double high(double low, double firstFailed) {
        if (firstFailed < Double.POSITIVE_INFINITY) {
            return firstFailed;
        }
        if (low == 0 || search.hasWholeLevels() || Double.isInfinite(estimate.high())) {
            return estimate.high();
        }
        double noise = Math.max(search.precision() / 2, Math.min(0.25, 2 * estimate.error()));
        return Math.max(low, Math.min(estimate.ceiling(), estimate.load() * (1 + noise)));
    }

    private void addConfirmed(List<String> sentences, double low, double high) {
        sentences.add("The peak is " + text(low) + ": a run of "
                + ScheduleBounds.seconds(search.confirmDuration().toNanos()) + " met all limits.");
        if (Double.isInfinite(high)) {
            sentences.add("Every measured " + name + " met all limits, thus the limit is higher.");
            return;
        }
        boolean wasCut = trials.size() - full.size() >= search.maxShortRuns()
                && high > low * (1 + 2 * search.precision())
                && !(search.hasWholeLevels() && high <= low + 1);
        sentences.add("The limit is between " + text(low) + " and " + text(high)
                + (wasCut && failed.isEmpty()
                        ? ": the search used its " + search.maxShortRuns()
                                + " short runs before it reached its precision."
                        : "."));
    }

    private String sentenceWithoutPeak() {
        Optional<PeakTrial> alone = trials.stream()
                .filter(each -> each.kind() == RunKind.SINGLE && each.outcome() == Outcome.EXCEEDED)
                .findFirst();
        if (alone.isPresent()) {
            return "No " + name + " meets the limits: even one request at a time exceeds them ("
                    + alone.get().reason() + ").";
        }
        Optional<PeakTrial> lowest = trials.stream()
                .filter(each -> each.kind() == RunKind.SHORT)
                .min(Comparator.comparingDouble(PeakTrial::level));
        if (lowest.isEmpty()) {
            return "No " + name + " was measured.";
        }
        PeakTrial found = lowest.get();
        if (estimate.isHopeless() || (search.hasWholeLevels() && found.level() <= 1)) {
            return "No " + name + " meets the limits: at " + text(found.level())
                    + ", requests hardly overlap, and still exceed them (" + found.reason() + ").";
        }
        return "No measured " + name + " met all limits; the lowest was " + text(found.level()) + " (" + found.reason()
                + ").";
    }

    private void addSlowdown(List<String> sentences) {
        if (!failed.isEmpty()) {
            PeakTrial first = failed.get(0);
            sentences.add(text(first.level()) + " met all limits in short runs, but not in a run of "
                    + ScheduleBounds.seconds(search.confirmDuration().toNanos())
                    + ": the server slows down over time, or short runs are too short to show its limit.");
        }
    }

    /** Adds the reason why the peak is not higher. */
    private void addLimit(List<String> sentences, Optional<PeakTrial> limiting) {
        if (limiting.filter(each -> each.outcome() == Outcome.CLIENT_LIMITED).isPresent()) {
            sentences.add("The load generator, not the server, is the bottleneck at "
                    + text(limiting.get().level()) + " (" + limiting.get().reason()
                    + "): the server may be faster; use a faster client.");
        } else if (estimate.isSaturated()) {
            sentences.add("The throughput limits it: the server is saturated"
                    + limiting.map(each -> "; at " + text(each.level()) + ", " + each.reason())
                            .orElse("")
                    + ".");
        } else {
            limiting.ifPresent(
                    each -> sentences.add("The limit at " + text(each.level()) + ": " + each.reason() + "."));
        }
    }

    /** Returns the run at the lowest load above the given load that exceeded a limit. */
    private Optional<PeakTrial> limiting(double low) {
        return trials.stream()
                .filter(each -> isAtALevel(each) && !each.isKept() && each.level() > low)
                .min(Comparator.comparingDouble(PeakTrial::level));
    }

    private static boolean isAtALevel(PeakTrial trial) {
        return trial.kind() == RunKind.SHORT || trial.kind() == RunKind.FULL;
    }

    private String text(double level) {
        return search.hasWholeLevels()
                ? BigDecimal.valueOf(level).setScale(0, RoundingMode.HALF_UP).toPlainString() + " in flight"
                : BigDecimal.valueOf(level)
                                .round(new MathContext(4))
                                .stripTrailingZeros()
                                .toPlainString()
                        + "/s";
    }
}
