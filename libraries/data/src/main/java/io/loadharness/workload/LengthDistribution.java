// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/**
 * A distribution of random lengths in tokens. Immutable.
 *
 * <p>The parameters and the bounds work as in inference-perf: a length outside the bounds is replaced by the nearest bound. As a
 * consequence, the bounds are more frequent than the lengths next to them. If many lengths lie outside the bounds, the actual mean and
 * standard deviation differ from the parameters. A new random length in place of the nearest bound would avoid the peaks at the bounds.
 * However, new random lengths would move the mean further if the bounds are not symmetric around the mean. Lengths are rounded to whole
 * tokens.
 *
 * <p>The methods throw an {@link IllegalArgumentException} if a parameter is invalid. The message names the parameter and its value.
 *
 * <pre>{@code
 * LengthDistribution input = LengthDistribution.lognormal(512, 200, 10, 2048);
 * int[] lengths = input.sample(1000, 42);
 * }</pre>
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

    /** Returns a distribution in which all lengths are equal. */
    public static LengthDistribution fixed(int length) {
        LengthBounds.requireAtLeast(0, "length", length);
        return new LengthDistribution(new LengthBounds(length, length), random -> length, "fixed " + length);
    }

    /**
     * Returns the uniform distribution: all lengths from {@code min} to {@code max} are equally frequent. (In inference-perf, {@code max}
     * is three times as frequent as {@code min}.)
     */
    public static LengthDistribution uniform(int min, int max) {
        LengthBounds bounds = new LengthBounds(min, max);
        return new LengthDistribution(bounds, LengthShape.uniform(bounds), "uniform " + bounds);
    }

    /** Returns the normal distribution. */
    public static LengthDistribution normal(double mean, double stdDev, int min, int max) {
        LengthBounds bounds = checked(mean, stdDev, min, max);
        return new LengthDistribution(
                bounds, LengthShape.normal(mean, stdDev), described("normal", mean, stdDev, bounds));
    }

    /**
     * Returns the skew-normal distribution. As in inference-perf, {@code mean} and {@code stdDev} are only the location and the scale. If
     * the skew is positive, the actual mean is larger than {@code mean}. If the skew is negative, the actual mean is smaller.
     *
     * @param mean the location
     * @param stdDev the scale
     * @param skew the shape: 0 for the normal distribution, positive for a tail of long lengths
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

    /** Returns the lognormal distribution whose values have this mean and standard deviation. Real lengths are often lognormal. */
    public static LengthDistribution lognormal(double mean, double stdDev, int min, int max) {
        LengthBounds bounds = checked(mean, stdDev, min, max);
        if (mean == 0) {
            throw new IllegalArgumentException("mean of a lognormal distribution must be positive: got " + mean);
        }
        return new LengthDistribution(
                bounds, LengthShape.lognormal(mean, stdDev), described("lognormal", mean, stdDev, bounds));
    }

    /** Returns the Poisson distribution. */
    public static LengthDistribution poisson(double mean, int min, int max) {
        LengthBounds bounds = new LengthBounds(min, max);
        bounds.requireWithin("mean", mean);
        return new LengthDistribution(
                bounds, new LengthShape.Poisson(mean), "poisson of mean " + plain(mean) + ", " + bounds);
    }

    /**
     * Returns a distribution that draws each length at random from the observed lengths.
     *
     * @param lengths the observed lengths, at least one; copied
     */
    public static LengthDistribution empirical(int... lengths) {
        if (lengths.length == 0) {
            throw new IllegalArgumentException("lengths must not be empty");
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

    /** Returns random lengths; the same seed gives the same lengths. */
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
     * Returns this distribution.
     *
     * @throws IllegalArgumentException if the minimum of this distribution is less than {@code min}
     */
    LengthDistribution requireAtLeast(int min, String field) {
        if (min() < min) {
            throw new IllegalArgumentException(
                    field + " must be at least " + min + ", but can be " + min() + ": " + this);
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
