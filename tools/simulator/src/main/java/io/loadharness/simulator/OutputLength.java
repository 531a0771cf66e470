// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/**
 * How many tokens an answer has that nothing else ends. The length of an answer depends on its prompt and seed alone.
 *
 * @param min the shortest
 * @param max the longest
 * @param median of a log-normal distribution between these bounds, or 0 for lengths that are all equally likely
 * @param sigma the width of the log-normal distribution: the standard deviation of the logarithm
 */
public record OutputLength(int min, int max, double median, double sigma) {

    public OutputLength {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException(
                    "An output length must be at least 1 and its bounds in order: " + min + " to " + max);
        }
        if (!(median >= 0 && sigma >= 0 && Double.isFinite(median) && Double.isFinite(sigma))) {
            throw new IllegalArgumentException(
                    "The median and sigma of an output length must not be negative: " + median + ", " + sigma);
        }
    }

    /** Always the same. */
    public static OutputLength fixed(int tokens) {
        return new OutputLength(tokens, tokens, 0, 0);
    }

    /** All lengths from min to max equally likely. */
    public static OutputLength uniform(int min, int max) {
        return new OutputLength(min, max, 0, 0);
    }

    /** Log-normal, as lengths of real answers about are, from 1 to max. */
    public static OutputLength logNormal(int median, double sigma, int max) {
        return new OutputLength(1, max, median, sigma);
    }

    /** Reads {@code 128}, {@code 50-200} or {@code lognormal:128:0.5:1024} (median, sigma, longest). */
    public static OutputLength parse(String text) {
        try {
            if (text.startsWith("lognormal:")) {
                String[] parts = text.split(":", -1);
                if (parts.length == 4) {
                    return logNormal(
                            Integer.parseInt(parts[1]), Double.parseDouble(parts[2]), Integer.parseInt(parts[3]));
                }
            } else {
                int dash = text.indexOf('-', 1);
                return dash < 0
                        ? fixed(Integer.parseInt(text))
                        : uniform(
                                Integer.parseInt(text.substring(0, dash)), Integer.parseInt(text.substring(dash + 1)));
            }
        } catch (NumberFormatException e) {
            // said below
        }
        throw new IllegalArgumentException(
                "'" + text + "' is no output length: write 128, 50-200 or lognormal:128:0.5:1024");
    }

    /** The length that belongs to a key. */
    int of(long key) {
        double length = median > 0
                ? median * Math.exp(sigma * gaussian(key))
                : min + Math.floor(Mix.unit(Mix.at(key, -2)) * (max - min + 1.0));
        return (int) Math.max(min, Math.min(max, Math.round(length)));
    }

    private static double gaussian(long key) {
        double radius = Math.sqrt(-2 * Math.log(1 - Mix.unit(Mix.at(key, -2))));
        return radius * Math.cos(2 * Math.PI * Mix.unit(Mix.at(key, -3)));
    }
}
