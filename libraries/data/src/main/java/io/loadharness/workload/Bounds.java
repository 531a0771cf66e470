package io.loadharness.workload;

/** The least and the greatest length. */
record Bounds(int min, int max) {

    /** More than any model takes, and far from where integers end. */
    static final int MOST = 1 << 30;

    Bounds {
        if (min < 0) {
            throw new IllegalArgumentException("min is negative: " + min);
        }
        if (min > max) {
            throw new IllegalArgumentException("min " + min + " is more than max " + max);
        }
        if (max > MOST) {
            throw new IllegalArgumentException("max must be at most " + MOST + ": " + max);
        }
    }

    /** The nearest length within the bounds; halves go to the even one, as in NumPy. */
    int clip(double length) {
        return (int) Math.max(min, Math.min(max, Math.rint(length)));
    }

    void requireWithin(String field, double value) {
        requireNumber(field, value);
        if (value < min || value > max) {
            throw new IllegalArgumentException(field + " " + value + " is outside of min " + min + " and max " + max);
        }
    }

    static void requireNumber(String field, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(field + " must be a number: " + value);
        }
    }

    static void requireNotNegative(String field, double value) {
        requireNumber(field, value);
        if (value < 0) {
            throw new IllegalArgumentException(field + " is negative: " + value);
        }
    }

    @Override
    public String toString() {
        return min + " to " + max;
    }
}
