// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.Arrays;
import java.util.OptionalDouble;

/**
 * The samples in flight over the time of a run. In a run that is too short for its limits to be exceeded, a growing number of samples in
 * flight shows that the system does not sustain the rate. Immutable.
 *
 * <pre>{@code
 * Backlog backlog = Backlog.of(starts, ends);
 * if (backlog.isGrowing()) {
 *     System.out.println("the system completes only " + backlog.throughput() + " samples/s");
 * }
 * }</pre>
 */
public final class Backlog {

    /** The growth that random arrivals do not explain, in standard deviations of the number of arrivals in the same time. */
    private static final double DEVIATIONS = 1.5;

    private static final double MIN_GROWTH = 3;

    /** The minimum number of completions for a throughput from a part of the run. */
    private static final int MIN_COMPLETIONS = 30;

    private final long[] starts;
    private final long[] ends;

    private Backlog(long[] starts, long[] ends) {
        this.starts = starts;
        this.ends = ends;
    }

    /**
     * Returns the backlog of a run.
     *
     * @param starts the scheduled starts of all samples, in nanoseconds
     * @param ends the ends of the same samples, in the same order
     * @throws IllegalArgumentException if the arrays are empty or have different lengths
     */
    public static Backlog of(long[] starts, long[] ends) {
        if (starts.length == 0 || starts.length != ends.length) {
            throw new IllegalArgumentException("a backlog needs one start and one end for each of at least one sample:"
                    + " got " + starts.length + " starts and " + ends.length + " ends");
        }
        return new Backlog(starts.clone(), ends.clone());
    }

    /**
     * Returns true if the number of samples in flight grows throughout the run, more than random arrivals explain. Returns false if the run
     * is too short compared with the latency of a sample.
     */
    public boolean isGrowing() {
        long from = first(starts);
        long length = last(starts) - from;
        if (length <= 0 || earlyLatency(from + length / 4) > length / 4.0) {
            return false;
        }
        double before = inFlight(from + length / 4, from + length / 2);
        double after = inFlight(from + length * 3 / 4, from + length);
        return after - before > DEVIATIONS * Math.sqrt(starts.length / 2.0) + MIN_GROWTH;
    }

    /** Returns the mean latency of the samples that started before the given time. */
    private double earlyLatency(long before) {
        double sum = 0;
        long count = 0;
        for (int i = 0; i < starts.length; i++) {
            if (starts[i] <= before) {
                sum += ends[i] - starts[i];
                count++;
            }
        }
        return sum / count;
    }

    /** Returns the mean number of samples in flight between two times. */
    private double inFlight(long from, long to) {
        double sum = 0;
        for (int i = 0; i < starts.length; i++) {
            sum += Math.max(0, Math.min(ends[i], to) - Math.max(starts[i], from));
        }
        return sum / Math.max(1, to - from);
    }

    /** Returns the completed samples per second while samples were issued, excluding the ramp-up at the start. */
    public double throughput() {
        long from = first(starts);
        long to = last(starts);
        return throughput(ends, to - (to - from) * 3 / 4, to)
                .orElse(ends.length * ScheduleBounds.NANOS_PER_SECOND / Math.max(1, last(ends) - from));
    }

    /**
     * Returns the completions per second between two times: the slope of a line through the number of completions. A system that completes
     * its samples in batches has the same throughput as a system that completes them one by one.
     *
     * @return empty if too few samples completed in this time
     */
    static OptionalDouble throughput(long[] ends, long from, long to) {
        long[] within = Arrays.stream(ends)
                .filter(end -> end >= from && end <= to)
                .sorted()
                .toArray();
        if (within.length < MIN_COMPLETIONS || within[0] == within[within.length - 1]) {
            return OptionalDouble.empty();
        }
        double meanTime = Arrays.stream(within)
                .mapToDouble(end -> end - within[0])
                .average()
                .orElseThrow();
        double meanCount = (within.length - 1) / 2.0;
        double products = 0;
        double squares = 0;
        for (int i = 0; i < within.length; i++) {
            double time = within[i] - within[0] - meanTime;
            products += time * (i - meanCount);
            squares += time * time;
        }
        return OptionalDouble.of(products / squares * ScheduleBounds.NANOS_PER_SECOND);
    }

    private static long first(long[] times) {
        return Arrays.stream(times).min().orElseThrow();
    }

    private static long last(long[] times) {
        return Arrays.stream(times).max().orElseThrow();
    }
}
