// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

/**
 * A distribution of completion lengths. The prompt and the seed determine the length of a completion. A token limit or a stop string can
 * end the completion earlier.
 *
 * @param min the shortest length in tokens
 * @param max the longest length in tokens
 * @param median the median of a log-normal distribution, which is clamped to {@code min} and {@code max}; 0 for a uniform distribution
 * @param sigma the width of the log-normal distribution: the standard deviation of the logarithm
 */
public record OutputLength(int min, int max, double median, double sigma) {

    public OutputLength {
        if (min < 1 || max < min) {
            throw new IllegalArgumentException(
                    "the output length must satisfy 1 <= min <= max: got " + min + " to " + max);
        }
        if (!(median >= 0 && sigma >= 0 && Double.isFinite(median) && Double.isFinite(sigma))) {
            throw new IllegalArgumentException(
                    "the median and sigma of an output length must be finite and not negative: got " + median + ", "
                            + sigma);
        }
    }

    /** Creates a distribution in which all completions have the same length. */
    public static OutputLength fixed(int tokens) {
        return new OutputLength(tokens, tokens, 0, 0);
    }

    /** Creates a uniform distribution of lengths from min to max. */
    public static OutputLength uniform(int min, int max) {
        return new OutputLength(min, max, 0, 0);
    }

    /** Creates a log-normal distribution of lengths from 1 to max, similar to real completions. */
    public static OutputLength logNormal(int median, double sigma, int max) {
        return new OutputLength(1, max, median, sigma);
    }

    /** Parses a length, such as {@code 128}, {@code 50-200} or {@code lognormal:128:0.5:1024} (median, sigma, maximum). */
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
            // reported below
        }
        throw new IllegalArgumentException(
                "Invalid output length '" + text + "': use 128, 50-200 or lognormal:128:0.5:1024");
    }

    /** Returns the length for a key. The same key always gives the same length. */
    int of(long key) {
        double length = median > 0
                ? median * Math.exp(sigma * gaussian(key))
                : min + Math.floor(SplitMix.unit(SplitMix.at(key, -2)) * (max - min + 1.0));
        return (int) Math.max(min, Math.min(max, Math.round(length)));
    }

    private static double gaussian(long key) {
        double radius = Math.sqrt(-2 * Math.log(1 - SplitMix.unit(SplitMix.at(key, -2))));
        return radius * Math.cos(2 * Math.PI * SplitMix.unit(SplitMix.at(key, -3)));
    }
}
