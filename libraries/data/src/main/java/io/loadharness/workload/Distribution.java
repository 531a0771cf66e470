package io.loadharness.workload;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;

/**
 * How long something is, in tokens, drawn at random. Immutable.
 *
 * <p>The parameters are those of inference-perf, and so is what the bounds do: a length outside of them becomes the bound. So the bounds
 * are more frequent than their neighbours, and mean and deviation are only nearly those asked for when much lies outside. (To draw again
 * instead would leave no heaps at the bounds, but would move the mean further.) Lengths are rounded to whole tokens.
 *
 * <p>Values that make no sense are an {@link IllegalArgumentException} that names the parameter.
 */
public final class Distribution {

    private static final int DIGITS = 6;

    private final Bounds bounds;
    private final Shape shape;
    private final String text;

    private Distribution(Bounds bounds, Shape shape, String text) {
        this.bounds = bounds;
        this.shape = shape;
        this.text = text;
    }

    /** Always the same. */
    public static Distribution fixed(int length) {
        Counts.requireAtLeast(0, "length", length);
        return new Distribution(new Bounds(length, length), random -> length, "fixed " + length);
    }

    /** Every length from {@code min} to {@code max} alike. (With inference-perf {@code max} is three times as frequent as {@code min}.) */
    public static Distribution uniform(int min, int max) {
        Bounds bounds = new Bounds(min, max);
        return new Distribution(bounds, Shape.uniform(bounds), "uniform " + bounds);
    }

    /** The normal distribution. */
    public static Distribution normal(double mean, double stdDev, int min, int max) {
        Bounds bounds = checked(mean, stdDev, min, max);
        return new Distribution(bounds, Shape.normal(mean, stdDev), described("normal", mean, stdDev, bounds));
    }

    /**
     * The skewed normal distribution. As with inference-perf, {@code mean} and {@code stdDev} are location and scale: the mean of what
     * is drawn lies to the side of the skew.
     *
     * @param mean its location
     * @param stdDev its scale
     * @param skew its shape: 0 for the normal distribution, positive for a tail of long lengths
     * @param min the least length
     * @param max the greatest length
     */
    public static Distribution skewNormal(double mean, double stdDev, double skew, int min, int max) {
        Bounds bounds = checked(mean, stdDev, min, max);
        Bounds.requireNumber("skew", skew);
        return new Distribution(
                bounds,
                Shape.skewNormal(mean, stdDev, skew),
                described("skew-normal", mean, stdDev, bounds) + ", skew " + plain(skew));
    }

    /** The lognormal distribution that has this mean and this standard deviation itself. Real lengths often look so. */
    public static Distribution lognormal(double mean, double stdDev, int min, int max) {
        Bounds bounds = checked(mean, stdDev, min, max);
        if (mean == 0) {
            throw new IllegalArgumentException("mean must be more than 0 in a lognormal distribution");
        }
        return new Distribution(bounds, Shape.lognormal(mean, stdDev), described("lognormal", mean, stdDev, bounds));
    }

    /** Poisson's distribution. */
    public static Distribution poisson(double mean, int min, int max) {
        Bounds bounds = new Bounds(min, max);
        bounds.requireWithin("mean", mean);
        return new Distribution(bounds, new Poisson(mean), "poisson of mean " + plain(mean) + ", " + bounds);
    }

    /**
     * Lengths that were seen, each as often as it was seen.
     *
     * @param lengths copied; at least one
     */
    public static Distribution empirical(int... lengths) {
        if (lengths.length == 0) {
            throw new IllegalArgumentException("lengths are empty, so there is none to draw");
        }
        int[] copy = lengths.clone();
        Bounds bounds = new Bounds(
                Arrays.stream(copy).min().getAsInt(), Arrays.stream(copy).max().getAsInt());
        return new Distribution(bounds, Shape.empirical(copy), "one of " + copy.length + " lengths, " + bounds);
    }

    /** The least length that it gives. */
    public int min() {
        return bounds.min();
    }

    /** The greatest length that it gives. */
    public int max() {
        return bounds.max();
    }

    /** Lengths of a seed. */
    public int[] sample(int count, long seed) {
        Counts.requireAtLeast(0, "count", count);
        RandomBits random = new RandomBits(seed);
        int[] lengths = new int[count];
        Arrays.setAll(lengths, each -> draw(random));
        return lengths;
    }

    int draw(RandomBits random) {
        return bounds.clip(shape.draw(random));
    }

    /** This, unless it gives lengths that are too small to be what it is used for. */
    Distribution requireAtLeast(int least, String field) {
        if (min() < least) {
            throw new IllegalArgumentException(
                    field + " can be " + min() + " and must be at least " + least + ": " + this);
        }
        return this;
    }

    @Override
    public String toString() {
        return text;
    }

    private static Bounds checked(double mean, double stdDev, int min, int max) {
        Bounds bounds = new Bounds(min, max);
        bounds.requireWithin("mean", mean);
        Bounds.requireNotNegative("stdDev", stdDev);
        return bounds;
    }

    private static String described(String name, double mean, double stdDev, Bounds bounds) {
        return name + " of mean " + plain(mean) + " and stdDev " + plain(stdDev) + ", " + bounds;
    }

    private static String plain(double value) {
        return new BigDecimal(value)
                .round(new MathContext(DIGITS))
                .stripTrailingZeros()
                .toPlainString();
    }
}
