package io.loadharness.workload;

/** Poisson's distribution by its inverse: one draw for any mean. */
final class Poisson implements Shape {

    /** How many standard deviations from the mean a table goes; what lies beyond is less likely than 10^-20. */
    private static final int DEVIATIONS = 10;

    /** So that the same holds of small means, whose deviation says little. */
    private static final int LEAST_WIDTH = 40;

    private final int first;
    private final double[] sums;

    Poisson(double mean) {
        int mode = (int) mean;
        int width = (int) (DEVIATIONS * Math.sqrt(mean)) + LEAST_WIDTH;
        first = Math.max(0, mode - width);
        sums = summed(likelihoods(mean, mode, mode - first + 1 + width));
    }

    @Override
    public double draw(RandomBits random) {
        double sought = random.unit() * sums[sums.length - 1];
        int low = 0;
        int high = sums.length - 1;
        while (low < high) {
            int middle = (low + high) >>> 1;
            if (sums[middle] > sought) {
                high = middle;
            } else {
                low = middle + 1;
            }
        }
        return first + (double) low;
    }

    /** In multiples of the likeliest, because e to the power of a mean is too small for a double. */
    private double[] likelihoods(double mean, int mode, int count) {
        double[] likelihoods = new double[count];
        int top = mode - first;
        likelihoods[top] = 1;
        for (int i = top; i > 0; i--) {
            likelihoods[i - 1] = likelihoods[i] * ((double) first + i) / mean;
        }
        for (int i = top + 1; i < count; i++) {
            likelihoods[i] = likelihoods[i - 1] * mean / ((double) first + i);
        }
        return likelihoods;
    }

    private static double[] summed(double[] values) {
        for (int i = 1; i < values.length; i++) {
            values[i] += values[i - 1];
        }
        return values;
    }
}
