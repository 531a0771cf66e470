// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/**
 * A distribution of random lengths in tokens. Immutable.
 *
 * <p>The parameters are those of inference-perf, and so is what the bounds do: a length outside of them becomes the bound. So the bounds
 * are more frequent than their neighbours, and mean and deviation are only nearly those asked for when much lies outside. (To draw again
 * instead would leave no heaps at the bounds, but would move the mean further.) Lengths are rounded to whole tokens.
 *
 * <p>Values that make no sense are an {@link IllegalArgumentException} that names the parameter.
 */
public final class LengthDistribution {

    private static final int DIGITS = 6;

    private final LengthBounds bounds;
    private final LengthShape shape;
    private final String text;

    private LengthDistribution(LengthBounds bounds, LengthShape shape, String text) {
        this.bounds = bounds;
        this.shape = shape;
        this.text = text;
    }

    /** Returns the distribution of a single length. */
    public static LengthDistribution fixed(int length) {
        LengthBounds.requireAtLeast(0, "length", length);
        return new LengthDistribution(new LengthBounds(length, length), random -> length, "fixed " + length);
    }

    /** Every length from {@code min} to {@code max} alike. (With inference-perf {@code max} is three times as frequent as {@code min}.) */
    public static LengthDistribution uniform(int min, int max) {
        LengthBounds bounds = new LengthBounds(min, max);
        return new LengthDistribution(bounds, LengthShape.uniform(bounds), "uniform " + bounds);
    }

    /** The normal distribution. */
    public static LengthDistribution normal(double mean, double stdDev, int min, int max) {
        LengthBounds bounds = checked(mean, stdDev, min, max);
        return new LengthDistribution(
                bounds, LengthShape.normal(mean, stdDev), described("normal", mean, stdDev, bounds));
    }

    /**
     * The skewed normal distribution. As with inference-perf, {@code mean} and {@code stdDev} are location and scale: the mean of what
     * is drawn lies to the side of the skew.
     *
     * @param mean its location
     * @param stdDev its scale
     * @param skew its shape: 0 for the normal distribution, positive for a tail of long lengths
     * @param min the minimum length
     * @param max the maximum length
     */
    public static LengthDistribution skewNormal(double mean, double stdDev, double skew, int min, int max) {
        LengthBounds bounds = checked(mean, stdDev, min, max);
        LengthBounds.requireNumber("skew", skew);
        return new LengthDistribution(
                bounds,
                LengthShape.skewNormal(mean, stdDev, skew),
                described("skew-normal", mean, stdDev, bounds) + ", skew " + plain(skew));
    }

    /** The lognormal distribution that has this mean and this standard deviation itself. Real lengths often look so. */
    public static LengthDistribution lognormal(double mean, double stdDev, int min, int max) {
        LengthBounds bounds = checked(mean, stdDev, min, max);
        if (mean == 0) {
            throw new IllegalArgumentException("mean must be more than 0 in a lognormal distribution");
        }
        return new LengthDistribution(
                bounds, LengthShape.lognormal(mean, stdDev), described("lognormal", mean, stdDev, bounds));
    }

    /** Poisson's distribution. */
    public static LengthDistribution poisson(double mean, int min, int max) {
        LengthBounds bounds = new LengthBounds(min, max);
        bounds.requireWithin("mean", mean);
        return new LengthDistribution(
                bounds, new LengthShape.Poisson(mean), "poisson of mean " + plain(mean) + ", " + bounds);
    }

    /**
     * Lengths that were seen, each as often as it was seen.
     *
     * @param lengths copied; at least one
     */
    public static LengthDistribution empirical(int... lengths) {
        if (lengths.length == 0) {
            throw new IllegalArgumentException("lengths are empty, so there is none to draw");
        }
        int[] copy = lengths.clone();
        LengthBounds bounds = new LengthBounds(
                Arrays.stream(copy).min().getAsInt(), Arrays.stream(copy).max().getAsInt());
        return new LengthDistribution(
                bounds, LengthShape.empirical(copy), "one of " + copy.length + " lengths, " + bounds);
    }

    /** Returns the minimum length. */
    public int min() {
        return bounds.min();
    }

    /** Returns the maximum length. */
    public int max() {
        return bounds.max();
    }

    /** Returns random lengths for a seed. */
    public int[] sample(int count, long seed) {
        LengthBounds.requireAtLeast(0, "count", count);
        RandomBits random = new RandomBits(seed);
        int[] lengths = new int[count];
        Arrays.setAll(lengths, each -> draw(random));
        return lengths;
    }

    int draw(RandomBits random) {
        return bounds.clip(shape.draw(random));
    }

    /**
     * Returns this distribution if it gives no length below a minimum.
     *
     * @throws IllegalArgumentException if it does
     */
    LengthDistribution requireAtLeast(int min, String field) {
        if (min() < min) {
            throw new IllegalArgumentException(
                    field + " can be " + min() + " and must be at least " + min + ": " + this);
        }
        return this;
    }

    @Override
    public String toString() {
        return text;
    }

    private static LengthBounds checked(double mean, double stdDev, int min, int max) {
        LengthBounds bounds = new LengthBounds(min, max);
        bounds.requireWithin("mean", mean);
        LengthBounds.requireNotNegative("stdDev", stdDev);
        return bounds;
    }

    private static String described(String name, double mean, double stdDev, LengthBounds bounds) {
        return name + " of mean " + plain(mean) + " and stdDev " + plain(stdDev) + ", " + bounds;
    }

    private static String plain(double value) {
        return new BigDecimal(value)
                .round(new MathContext(DIGITS))
                .stripTrailingZeros()
                .toPlainString();
    }
}
