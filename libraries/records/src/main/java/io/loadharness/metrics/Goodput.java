// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/**
 * Counts good requests. A request is good if it completed within all given limits. A failed request is never good.
 *
 * <pre>{@code
 * Goodput.Result result = metrics.goodput().under(Map.of(Metric.TTFT, 500_000_000L));
 * System.out.println(result.perSecond() + " good requests per second");
 * }</pre>
 */
public final class Goodput {

    private static final long SEED = 20_260_102;

    private final RequestGroup requests;
    private final long windowNanos;

    Goodput(RequestGroup requests, long windowNanos) {
        this.requests = requests;
        this.windowNanos = windowNanos;
    }

    /**
     * The goodput of a run under given limits.
     *
     * @param good the number of completed requests within all limits
     * @param total the number of all samples
     * @param perSecond the number of good requests per second of the run; 0 if the duration of the run is 0
     */
    public record Result(long good, long total, double perSecond) {

        /** Returns the share of good samples; 0 if there are no samples. */
        public double share() {
            return total == 0 ? 0 : (double) good / total;
        }
    }

    /**
     * Counts the good requests. A request is not good if one of the limited metrics is unknown for it.
     *
     * @param limits the maximum value of each limited metric, in the unit of the metric
     * @throws IllegalArgumentException if a metric is {@link Metric#ITL}, which has no value per request
     */
    public Result under(Map<Metric, Long> limits) {
        rejectGaps(limits.keySet());
        RequestCounts counts = requests.counts();
        long good = 0;
        for (int row = 0; row < counts.completed(); row++) {
            good += isGood(row, limits) ? 1 : 0;
        }
        return new Result(good, counts.total(), windowNanos > 0 ? good * 1e9 / windowNanos : 0);
    }

    /**
     * Selects completed requests at random, and returns their metric values. The selection is reproducible.
     *
     * @param maxCount the maximum number of requests; if fewer requests completed, all of them are returned
     * @return an array for each request, with the values in the order of {@code metrics}; an unknown value is {@link Metric#NONE}
     * @throws IllegalArgumentException if a metric is {@link Metric#ITL}, which has no value per request
     */
    public List<long[]> some(List<Metric> metrics, int maxCount) {
        rejectGaps(metrics);
        long completed = requests.counts().completed();
        SplittableRandom random = new SplittableRandom(SEED);
        List<long[]> chosen = new ArrayList<>();
        for (int row = 0; row < completed && chosen.size() < maxCount; row++) {
            if (random.nextLong(completed - row) < maxCount - chosen.size()) {
                int here = row;
                chosen.add(metrics.stream()
                        .mapToLong(metric -> requests.column(metric).get(here))
                        .toArray());
            }
        }
        return chosen;
    }

    private static void rejectGaps(Collection<Metric> metrics) {
        if (metrics.contains(Metric.ITL)) {
            throw new IllegalArgumentException("itl has no value per request: limit tpot instead");
        }
    }

    private boolean isGood(int row, Map<Metric, Long> limits) {
        for (Map.Entry<Metric, Long> limit : limits.entrySet()) {
            long value = requests.column(limit.getKey()).get(row);
            if (value == Metric.NONE || value > limit.getValue()) {
                return false;
            }
        }
        return true;
    }
}
