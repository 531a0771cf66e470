// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.schedule.PeakSearch.RunKind;
import io.loadharness.schedule.PeakTrial.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The knowledge about a peak from short runs. Runs at the same load vote. Near the peak, noise decides each run, thus a line through the
 * metrics of all runs estimates the load at which the first metric reaches its limit.
 *
 * @param low the highest load that meets the limits; 0 if there is none
 * @param high the lowest load that exceeds the limits; infinity if there is none; may be below {@code low} because of noise
 * @param ceiling the highest load that the system can sustain, derived from its saturation; infinity if no short run saturated it
 * @param levels the number of measured loads
 * @param isHopeless true if no load meets the limits
 * @param doubtful a load that must be measured again, because its result contradicts the result of another load
 * @param load the load at which the first metric reaches its limit; only meaningful if both ends are known
 * @param error the standard error of {@code load}, relative
 * @param slope the growth of the logarithm of the metric with the logarithm of the load, at {@code load}
 */
record PeakEstimate(
        double low,
        double high,
        double ceiling,
        int levels,
        boolean isHopeless,
        Optional<Double> doubtful,
        double load,
        double error,
        double slope) {

    /**
     * A short run cannot distinguish a load that the system sustains from a load that is a few percent higher. A load that was kept
     * disproves the measured saturation only if it is higher by more than this factor.
     */
    private static final double RESOLUTION = 1.05;

    /** Results at loads that differ by less than this factor may contradict each other because of noise. */
    private static final double NOISE = 1.25;

    private static final int MAX_VOTES = 3;

    /** The maximum distance of a metric from its limit, as a logarithm. Metrics above the peak explode, and would bend the line. */
    private static final double MAX_DISTANCE = Math.log(2);

    /** Runs whose load differs by more than this share from the estimate have little weight. */
    private static final double WIDTH = 0.06;

    private static final int ITERATIONS = 8;
    private static final double MIN_SLOPE = 0.1;

    /** Votes at one load. */
    private record Votes(long kept, long exceeded) {

        static Votes of(List<PeakTrial> trials) {
            long kept = trials.stream().filter(PeakTrial::isKept).count();
            return new Votes(kept, trials.size() - kept);
        }

        long all() {
            return kept + exceeded;
        }
    }

    static PeakEstimate of(List<PeakTrial> trials, double precision) {
        List<PeakTrial> runs =
                trials.stream().filter(each -> each.kind() == RunKind.SHORT).toList();
        TreeMap<Double, Votes> votes = new TreeMap<>();
        runs.stream()
                .collect(Collectors.groupingBy(PeakTrial::level))
                .forEach((level, all) -> votes.put(level, Votes.of(all)));
        double high = votes.entrySet().stream()
                .filter(each -> each.getValue().exceeded > each.getValue().kept)
                .mapToDouble(Map.Entry::getKey)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        double highestKept = highestKept(votes, Double.POSITIVE_INFINITY);
        Optional<Double> doubtful = highestKept <= high * NOISE
                ? Optional.empty()
                : List.of(high, highestKept).stream()
                        .filter(level ->
                                votes.getOrDefault(level, new Votes(0, 0)).all() < MAX_VOTES)
                        .findFirst();
        double reliable = highestKept(votes, high * NOISE);
        double sustained = (1 - precision / 2)
                * runs.stream()
                        .flatMapToDouble(each -> each.saturation().stream())
                        .max()
                        .orElse(Double.POSITIVE_INFINITY);
        double ceiling =
                !Double.isInfinite(high) && reliable <= sustained * RESOLUTION ? sustained : Double.POSITIVE_INFINITY;
        double low = highestKept(votes, Math.min(high * NOISE, ceiling));
        boolean isBracketed = low > 0 && !Double.isInfinite(high);
        double[] estimate =
                isBracketed ? estimate(runs, low, high) : new double[] {0, Double.POSITIVE_INFINITY, MIN_SLOPE};
        return new PeakEstimate(
                low, high, ceiling, votes.size(), isHopeless(trials), doubtful, estimate[0], estimate[1], estimate[2]);
    }

    private static double highestKept(TreeMap<Double, Votes> votes, double below) {
        return votes.headMap(below, true).entrySet().stream()
                .filter(each -> each.getValue().kept > each.getValue().exceeded)
                .mapToDouble(Map.Entry::getKey)
                .max()
                .orElse(0);
    }

    private static boolean isHopeless(List<PeakTrial> trials) {
        return trials.stream()
                .anyMatch(each -> each.outcome() == Outcome.EXCEEDED
                        && (each.kind() == RunKind.SINGLE || (each.kind() == RunKind.SHORT && each.hardlyOverlaps())));
    }

    /** Returns the load at which a weighted line through the metrics of all runs reaches the limit, and its relative error. */
    private static double[] estimate(List<PeakTrial> runs, double low, double high) {
        double middle = Math.log(low * high) / 2;
        double min = Math.log(Math.min(low, high) / RESOLUTION);
        double max = Math.log(Math.max(low, high) * RESOLUTION);
        double center = middle;
        double error = Double.POSITIVE_INFINITY;
        double slope = MIN_SLOPE;
        for (int i = 0; i < ITERATIONS; i++) {
            double weights = 0;
            double sumX = 0;
            double sumY = 0;
            for (PeakTrial each : runs) {
                double weight = weight(Math.log(each.level()) - center);
                weights += weight;
                sumX += weight * Math.log(each.level());
                sumY += weight * distance(each);
            }
            double meanX = sumX / weights;
            double meanY = sumY / weights;
            double products = 0;
            double squares = 0;
            for (PeakTrial each : runs) {
                double weight = weight(Math.log(each.level()) - center);
                products += weight * (Math.log(each.level()) - meanX) * (distance(each) - meanY);
                squares += weight * Math.pow(Math.log(each.level()) - meanX, 2);
            }
            slope = products / squares;
            if (!(slope >= MIN_SLOPE)) {
                return new double[] {Math.exp(middle), Double.POSITIVE_INFINITY, MIN_SLOPE};
            }
            double residuals = 0;
            for (PeakTrial each : runs) {
                double weight = weight(Math.log(each.level()) - center);
                residuals += weight * Math.pow(distance(each) - meanY - slope * (Math.log(each.level()) - meanX), 2);
            }
            double root = meanX - meanY / slope;
            center = Math.max(min, Math.min(max, root));
            error = runs.size() < 4
                    ? Double.POSITIVE_INFINITY
                    : Math.sqrt(residuals / weights / Math.max(1, weights - 2)) / slope;
        }
        return new double[] {Math.exp(center), error, slope};
    }

    private static double weight(double distance) {
        return 1 / (1 + Math.pow(distance / WIDTH, 4));
    }

    /** Returns the logarithm of the ratio of a metric to its limit: negative if the limits are met. */
    private static double distance(PeakTrial trial) {
        double ratio = trial.isKept() ? Math.min(1, trial.limitShare()) : Math.max(1, trial.limitShare());
        boolean isUnknown = !trial.isKept() && trial.limitShare() <= 1;
        return isUnknown ? MAX_DISTANCE : Math.max(-MAX_DISTANCE, Math.min(MAX_DISTANCE, Math.log(ratio)));
    }

    /** Returns true if the throughput of the system limits it before a metric reaches its limit. */
    boolean isSaturated() {
        return load >= ceiling;
    }

    /** Returns true if the peak is known within a few percent, except for noise. */
    boolean isNear() {
        return low > 0 && Math.max(low, high) <= Math.min(low, high) * NOISE;
    }
}
