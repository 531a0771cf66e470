// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.math.BigDecimal;
import java.math.MathContext;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;

/**
 * A search for the highest load that a system sustains within its limits. The load is a rate in samples per second or, with
 * {@link Builder#wholeLevels}, a number of samples in flight. Immutable. The caller measures each step and adds its result to a list. The
 * next step depends only on this list. Therefore a search can continue after the process was killed.
 *
 * <pre>{@code
 * PeakSearch search = PeakSearch.builder().precision(0.02).confirmDuration(Duration.ofMinutes(10)).build();
 * List<PeakTrial> trials = new ArrayList<>();
 * for (Optional<PeakSearch.Step> step = search.next(trials); step.isPresent(); step = search.next(trials)) {
 *     trials.add(measure(step.get()));
 * }
 * Peak peak = search.peak(trials);
 * }</pre>
 *
 * <p>A probe estimates the rate at which the system is saturated. Next, short runs bracket the peak and bisect the bracket. A full-length
 * run confirms the result. If this run exceeds a limit, full-length runs at lower loads follow.
 */
public final class PeakSearch {

    private static final double FIRST_SHARE_OF_SATURATION = 0.9;
    private static final double FIRST_CONCURRENCY = 8;
    private static final double RAISE = 1.3;
    private static final double LOWER = 0.7;
    private static final double WHOLE_FACTOR = 2;
    private static final double MAX_FACTOR = 32;

    /** The number of samples of a short run. Early stopping needs 459 samples for a 99th percentile if no sample exceeds the limit. */
    private static final double SHORT_SAMPLES = 1000;

    private static final Duration MIN_SHORT = Duration.ofSeconds(10);

    /** The minimum length of a short run as a share of the full length. */
    private static final int SHORT_SHARE = 20;

    /** Runs near the peak are longer by this factor, because noise decides their outcome. */
    private static final int NEAR_FACTOR = 2;

    private static final double LATENCIES_PER_RUN = 4;
    /**
     * The distance of a candidate from the ceiling, as a share of the precision. Near the saturation, a queue grows so slowly that only a
     * full-length run shows it.
     */
    private static final double CEILING_DISTANCE = 0.9;

    private static final int NEAR_RUNS = 4;
    private static final int NEAR_CEILING_RUNS = 2;

    /** The number of loads above the limits after which a run without any other load shows if the limits can be met at all. */
    private static final int EXCEEDED_BEFORE_SINGLE = 3;

    private static final MathContext DIGITS = new MathContext(5);

    private final double precision;
    private final int maxShortRuns;
    private final int maxConfirmations;
    private final Duration confirmDuration;
    private final OptionalDouble firstLevel;
    private final boolean wholeLevels;

    private PeakSearch(Builder builder) {
        precision = builder.precision;
        maxShortRuns = builder.maxShortRuns;
        maxConfirmations = builder.maxConfirmations;
        confirmDuration = builder.confirmDuration;
        firstLevel = builder.firstLevel;
        wholeLevels = builder.wholeLevels;
    }

    /** The kind of a run of the search. */
    public enum RunKind {
        /** A closed loop with many samples in flight. The probe finds the rate at which the system is saturated. */
        PROBE,
        /** A closed loop with one sample in flight. This run shows if the system meets the limits without any other load. */
        SINGLE,
        /** A short run at one load. */
        SHORT,
        /** A full-length run, which confirms a load. */
        FULL
    }

    /**
     * The next run of a search.
     *
     * @param level the load: samples per second, or samples in flight; 0 for a {@link RunKind#PROBE}
     * @param length the minimum duration of the run
     */
    public record Step(RunKind kind, double level, Duration length) {}

    /**
     * Returns a builder. Defaults: rates with a precision of 2 %, at most 12 short runs including the probe, and a full length of ten
     * minutes.
     */
    public static Builder builder() {
        return new Builder();
    }

    /** Returns the relative precision of the result. */
    public double precision() {
        return precision;
    }

    /** Returns the maximum number of runs before the first full-length run, including the probe. */
    public int maxShortRuns() {
        return maxShortRuns;
    }

    /** Returns the length of the run that confirms the result. */
    public Duration confirmDuration() {
        return confirmDuration;
    }

    /** Returns the load of the first short run; empty if the probe determines this load. */
    public OptionalDouble firstLevel() {
        return firstLevel;
    }

    /** Returns true if the load is a number of samples in flight, false if it is a rate. */
    public boolean hasWholeLevels() {
        return wholeLevels;
    }

    /**
     * Returns the next run; empty if the search is complete.
     *
     * @param trials the results of all previous runs, in their order
     */
    public Optional<Step> next(List<PeakTrial> trials) {
        if (trials.stream().anyMatch(each -> each.kind() == RunKind.FULL)) {
            return nextFull(trials);
        }
        PeakEstimate estimate = PeakEstimate.of(trials, precision);
        if (estimate.isHopeless() || (wholeLevels && estimate.low() == 0 && estimate.high() <= 1)) {
            return Optional.empty();
        }
        if (trials.size() >= maxShortRuns || isKnown(estimate, trials)) {
            return estimate.low() > 0 ? Optional.of(full(candidate(estimate))) : Optional.empty();
        }
        return Optional.of(nextShort(estimate, trials));
    }

    /** Returns the result of the trials so far. This method may be called at any time, even before the search is complete. */
    public Peak peak(List<PeakTrial> trials) {
        return new PeakSummary(this, PeakEstimate.of(trials, precision), trials)
                .peak(next(trials).isEmpty());
    }

    private Step nextShort(PeakEstimate estimate, List<PeakTrial> trials) {
        if (trials.isEmpty() && firstLevel.isEmpty() && !wholeLevels) {
            return new Step(RunKind.PROBE, 0, shorter(MIN_SHORT));
        }
        if (estimate.levels() == 0) {
            return shortRun(firstLevel(trials), 1, trials);
        }
        if (estimate.doubtful().isPresent()) {
            return shortRun(estimate.doubtful().get(), 1, trials);
        }
        if (estimate.low() == 0) {
            return nextLower(estimate, trials);
        }
        if (Double.isInfinite(estimate.high())) {
            double raised = estimate.low() * factor(wholeLevels ? WHOLE_FACTOR : RAISE, estimate.levels());
            return shortRun(wholeLevels ? Math.ceil(raised) : round(raised), 1, trials);
        }
        return shortRun(target(estimate, trials), estimate.isNear() ? NEAR_FACTOR : 1, trials);
    }

    /** Returns the load that a short run between the ends of the interval measures. */
    private double target(PeakEstimate estimate, List<PeakTrial> trials) {
        double load = Math.min(estimate.load(), underCeiling(estimate));
        if (!wholeLevels) {
            return round(load);
        }
        double nearest = Math.max(1, Math.rint(load));
        return near(nearest, trials) < 2 || estimate.high() > estimate.low() + 1
                ? nearest
                : near(estimate.low(), trials) < 2 ? estimate.low() : estimate.high();
    }

    private double underCeiling(PeakEstimate estimate) {
        return estimate.ceiling() / (1 + CEILING_DISTANCE * precision);
    }

    /** Returns true if more short runs would not improve the result. */
    private boolean isKnown(PeakEstimate estimate, List<PeakTrial> trials) {
        if (estimate.low() == 0
                || Double.isInfinite(estimate.high())
                || estimate.doubtful().isPresent()) {
            return false;
        }
        if (wholeLevels && estimate.high() == estimate.low() + 1) {
            return near(estimate.low(), trials) >= 2 && near(estimate.high(), trials) >= 2;
        }
        double load = Math.min(estimate.load(), underCeiling(estimate));
        long near = near(load, trials);
        boolean isCeiling = estimate.load() > load;
        return near >= NEAR_RUNS
                || (near == NEAR_RUNS - 1 && estimate.error() <= precision / 2)
                || (isCeiling && near >= NEAR_CEILING_RUNS && keptNear(load, trials) == near);
    }

    private long near(double load, List<PeakTrial> trials) {
        double width = wholeLevels ? 0.5 : load * precision;
        return trials.stream()
                .filter(each -> each.kind() == RunKind.SHORT && Math.abs(each.level() - load) < width)
                .count();
    }

    private long keptNear(double load, List<PeakTrial> trials) {
        return near(load, trials.stream().filter(PeakTrial::isKept).toList());
    }

    /** Returns the load that a full-length run confirms. */
    private double candidate(PeakEstimate estimate) {
        if (Double.isInfinite(estimate.high()) || (wholeLevels && estimate.high() == estimate.low() + 1)) {
            return estimate.low();
        }
        double load = Math.min(estimate.load() * (1 - precision / 2), underCeiling(estimate));
        return wholeLevels ? Math.max(1, Math.floor(load)) : round(load);
    }

    private double firstLevel(List<PeakTrial> trials) {
        double usual = wholeLevels
                ? FIRST_CONCURRENCY
                : FIRST_SHARE_OF_SATURATION
                        * trials.stream()
                                .flatMapToDouble(each -> each.saturation().stream())
                                .max()
                                .orElse(1 / FIRST_SHARE_OF_SATURATION);
        double level = firstLevel.orElse(usual);
        return wholeLevels ? Math.max(1, Math.rint(level)) : round(level);
    }

    /** Returns a run at a lower load. After some loads that exceed the limits, first returns a run that has no other load. */
    private Step nextLower(PeakEstimate estimate, List<PeakTrial> trials) {
        if (wholeLevels) {
            return shortRun(Math.max(1, Math.floor(estimate.high() / WHOLE_FACTOR)), 1, trials);
        }
        boolean wasAlone = trials.stream().anyMatch(each -> each.kind() == RunKind.SINGLE);
        if (estimate.levels() >= EXCEEDED_BEFORE_SINGLE && !wasAlone) {
            return new Step(RunKind.SINGLE, 1, shorter(MIN_SHORT));
        }
        return shortRun(round(estimate.high() / factor(1 / LOWER, estimate.levels())), 1, trials);
    }

    /** Returns the factor of a step outward. Steps grow until the peak is bracketed. */
    private static double factor(double first, int steps) {
        return Math.min(MAX_FACTOR, Math.pow(first, Math.pow(2, steps - 1.0)));
    }

    private Optional<Step> nextFull(List<PeakTrial> trials) {
        List<PeakTrial> full =
                trials.stream().filter(each -> each.kind() == RunKind.FULL).toList();
        PeakTrial last = full.get(full.size() - 1);
        if (last.isKept() || full.size() >= maxConfirmations) {
            return Optional.empty();
        }
        double maxStep = Math.min(0.5, precision * Math.pow(2, full.size() - 1.0));
        double excess = last.limitShare() > 1
                ? Math.log(last.limitShare())
                                / PeakEstimate.of(trials, precision).slope()
                        + precision / 2
                : maxStep;
        double lower = last.level() * (1 - Math.max(maxStep / 2, Math.min(maxStep, excess)));
        double sustained = last.saturation().orElse(last.level()) * (1 - precision / 2);
        double next = wholeLevels ? Math.min(last.level() - 1, Math.floor(lower)) : Math.min(lower, sustained);
        return next > 0 ? Optional.of(full(round(next))) : Optional.empty();
    }

    private Step full(double level) {
        return new Step(RunKind.FULL, level, confirmDuration);
    }

    private Step shortRun(double level, int factor, List<PeakTrial> trials) {
        double latency = trials.isEmpty() ? 0 : trials.get(trials.size() - 1).latency();
        double needed = DoubleStream.of(
                        wholeLevels ? 0 : factor * SHORT_SAMPLES / level,
                        latency * LATENCIES_PER_RUN,
                        seconds(MIN_SHORT),
                        factor * seconds(confirmDuration) / SHORT_SHARE)
                .max()
                .orElseThrow();
        return new Step(RunKind.SHORT, level, shorter(Duration.ofMillis((long) Math.ceil(1000 * needed))));
    }

    private static double seconds(Duration length) {
        return length.toMillis() / 1000.0;
    }

    private Duration shorter(Duration length) {
        return length.compareTo(confirmDuration) < 0 ? length : confirmDuration;
    }

    private static double round(double level) {
        return BigDecimal.valueOf(level).round(DIGITS).doubleValue();
    }

    @Override
    public String toString() {
        return "the highest " + (wholeLevels ? "concurrency" : "rate") + " within the limits, to "
                + BigDecimal.valueOf(100 * precision).stripTrailingZeros().toPlainString() + " %: at most "
                + maxShortRuns + " short runs, and a run of " + ScheduleBounds.seconds(confirmDuration.toNanos());
    }

    /** Builds a {@link PeakSearch}. Not thread-safe. */
    public static final class Builder {

        private double precision = 0.02;
        private int maxShortRuns = 12;
        private int maxConfirmations = 5;
        private Duration confirmDuration = Duration.ofMinutes(10);
        private OptionalDouble firstLevel = OptionalDouble.empty();
        private boolean wholeLevels;

        private Builder() {}

        /** Sets the relative precision of the result, from 0.001 to 0.5. Default: 0.02. */
        public Builder precision(double share) {
            if (!(share >= 0.001 && share <= 0.5)) {
                throw new IllegalArgumentException("the precision must be between 0.1 % and 50 %: got "
                        + BigDecimal.valueOf(share * 100).stripTrailingZeros().toPlainString() + " %");
            }
            precision = share;
            return this;
        }

        /** Sets the maximum number of runs before the first full-length run, including the probe. Default: 12. */
        public Builder maxShortRuns(int count) {
            if (count < 2 || count > 1000) {
                throw new IllegalArgumentException(
                        "the maximum number of short runs must be between 2 and 1000: got " + count);
            }
            maxShortRuns = count;
            return this;
        }

        /** Sets the maximum number of full-length runs. Default: 5. */
        public Builder maxConfirmations(int count) {
            if (count < 1 || count > 100) {
                throw new IllegalArgumentException(
                        "the maximum number of full runs must be between 1 and 100: got " + count);
            }
            maxConfirmations = count;
            return this;
        }

        /** Sets the length of the run that confirms the result. Default: 10 minutes. */
        public Builder confirmDuration(Duration length) {
            ScheduleBounds.nanos("the duration of the confirming run", length);
            confirmDuration = length;
            return this;
        }

        /**
         * Sets the load of the first short run, which replaces the probe. Default: 90 % of the rate that the probe finds. A
         * search for a concurrency has no probe. Its default is 8 samples in flight.
         */
        public Builder firstLevel(double level) {
            firstLevel = OptionalDouble.of(ScheduleBounds.rate("the first rate", level));
            return this;
        }

        /** Sets the unit of the load: true for a whole number of samples in flight, false for a rate. Default: false. */
        public Builder wholeLevels(boolean whole) {
            wholeLevels = whole;
            return this;
        }

        /** Returns the search. */
        public PeakSearch build() {
            return new PeakSearch(this);
        }
    }
}
