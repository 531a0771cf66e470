// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Tells how many requests were good: answered, and within limits. What failed is never good. */
public final class Goodput {

    private static final long SEED = 20_260_102;

    private final RequestGroup requests;
    private final long windowNanos;

    Goodput(RequestGroup requests, long windowNanos) {
        this.requests = requests;
        this.windowNanos = windowNanos;
    }

    /**
     * What a run comes to under limits.
     *
     * @param good answered requests that keep all limits
     * @param total all samples
     * @param perSecond good ones for each second of the window; 0 if there is no window
     */
    public record Result(long good, long total, double perSecond) {

        /** The part that is good; 0 if there is no sample. */
        public double share() {
            return total == 0 ? 0 : (double) good / total;
        }
    }

    /**
     * Judges each request by the most that some of its metrics may be, in their units. A request of which one of them is not known is not
     * good.
     *
     * @throws IllegalArgumentException for {@link Metric#ITL}, which is not of requests
     */
    public Result under(Map<Metric, Long> limits) {
        refuseGaps(limits.keySet());
        RequestCounts counts = requests.counts();
        long good = 0;
        for (int row = 0; row < counts.answered(); row++) {
            good += isGood(row, limits) ? 1 : 0;
        }
        return new Result(good, counts.total(), windowNanos > 0 ? good * 1e9 / windowNanos : 0);
    }

    /**
     * What limits would be held against, of some answered requests: of all, if there are no more than asked for; otherwise of some that are
     * chosen at random, and always the same ones.
     *
     * @param most how many at most
     * @return for each request the values of the metrics, {@link Metric#NONE} for one that is not known
     * @throws IllegalArgumentException for {@link Metric#ITL}, which is not of requests
     */
    public List<long[]> some(List<Metric> metrics, int most) {
        refuseGaps(metrics);
        long answered = requests.counts().answered();
        SplittableRandom random = new SplittableRandom(SEED);
        List<long[]> chosen = new ArrayList<>();
        for (int row = 0; row < answered && chosen.size() < most; row++) {
            if (random.nextLong(answered - row) < most - chosen.size()) {
                int here = row;
                chosen.add(metrics.stream()
                        .mapToLong(metric -> requests.column(metric).get(here))
                        .toArray());
            }
        }
        return chosen;
    }

    private static void refuseGaps(Collection<Metric> metrics) {
        if (metrics.contains(Metric.ITL)) {
            throw new IllegalArgumentException("itl is of all requests together: limit tpot instead");
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
