// SPDX-License-Identifier: Apache-2.0
package io.loadharness.client;

/** The counts of a {@link DelayHistogram} at one time. Counts of several processes can be added. Immutable. */
public final class DelayCounts {

    /** The counts of an empty histogram. */
    public static final DelayCounts NONE = new DelayCounts(new long[DelayHistogram.SIZE]);

    /** Receives the count of a bucket. */
    @FunctionalInterface
    public interface Visitor {

        /** Called with a count, which is not zero. */
        void bucket(int bucket, long count);
    }

    private final long[] counts;

    /** Takes the counts of all buckets. The caller does not change them later. */
    DelayCounts(long[] counts) {
        this.counts = counts;
    }

    /**
     * Creates counts that another process has sent.
     *
     * @throws IllegalArgumentException if a bucket does not exist, or a count is negative
     */
    public static DelayCounts of(int[] buckets, long[] numbers) {
        if (buckets.length != numbers.length) {
            throw new IllegalArgumentException(buckets.length + " buckets have " + numbers.length + " counts");
        }
        long[] counts = new long[DelayHistogram.SIZE];
        for (int i = 0; i < buckets.length; i++) {
            if (buckets[i] < 0 || buckets[i] >= counts.length || numbers[i] < 0) {
                throw new IllegalArgumentException("the bucket " + buckets[i] + " cannot have the count " + numbers[i]);
            }
            counts[buckets[i]] = numbers[i];
        }
        return new DelayCounts(counts);
    }

    /** Calls a visitor with each bucket that is not empty. */
    public void forEach(Visitor visitor) {
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 0) {
                visitor.bucket(i, counts[i]);
            }
        }
    }

    /** Returns the sum of these counts and others. */
    public DelayCounts plus(DelayCounts others) {
        long[] sum = counts.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] += others.counts[i];
        }
        return new DelayCounts(sum);
    }

    /** Returns the distribution of the delays that were added since earlier counts. */
    public Delay since(DelayCounts earlier) {
        long[] added = counts.clone();
        for (int i = 0; i < added.length; i++) {
            added[i] = Math.max(0, added[i] - earlier.counts[i]);
        }
        return DelayHistogram.delay(added);
    }
}
