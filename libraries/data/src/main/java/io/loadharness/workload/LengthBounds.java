// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

/** The minimum and maximum of a length; also checks numbers of settings. */
record LengthBounds(int min, int max) {

    /** The maximum length in tokens: above the context of any model, and far below the maximum integer. */
    static final int MAX_LENGTH = 1 << 30;

    LengthBounds {
        if (min < 0) {
            throw new IllegalArgumentException("min is negative: " + min);
        }
        if (min > max) {
            throw new IllegalArgumentException("min " + min + " is more than max " + max);
        }
        if (max > MAX_LENGTH) {
            throw new IllegalArgumentException("max must be at most " + MAX_LENGTH + ": " + max);
        }
    }

    /** Returns the nearest integer within the bounds; halves round to even, as in NumPy. */
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

    static int requireAtLeast(int min, String field, int value) {
        if (value < min) {
            throw new IllegalArgumentException(field + " must be at least " + min + ": " + value);
        }
        return value;
    }
}
