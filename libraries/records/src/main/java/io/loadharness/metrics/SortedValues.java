// SPDX-License-Identifier: Apache-2.0
package io.loadharness.metrics;

/** The distribution of an array of values. */
final class SortedValues implements Distribution {

    private final long[] values;
    private final double mean;
    private final double deviation;

    /** Creates a distribution of the values of an array. Sorts the array and does not copy it. */
    SortedValues(long[] values) {
        RadixSort.sort(values);
        this.values = values;
        double sum = 0;
        for (long each : values) {
            sum += each;
        }
        mean = sum / values.length;
        double squares = 0;
        for (long each : values) {
            squares += (each - mean) * (each - mean);
        }
        deviation = Math.sqrt(squares / values.length);
    }

    @Override
    public long count() {
        return values.length;
    }

    @Override
    public double mean() {
        return mean;
    }

    @Override
    public double deviation() {
        return deviation;
    }

    @Override
    public long at(long rank) {
        return values[Math.toIntExact(rank)];
    }

    @Override
    public long countAtMost(long value) {
        int from = 0;
        int to = values.length;
        while (from < to) {
            int middle = (from + to) >>> 1;
            if (values[middle] <= value) {
                from = middle + 1;
            } else {
                to = middle;
            }
        }
        return from;
    }
}
