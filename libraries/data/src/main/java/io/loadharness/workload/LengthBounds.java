// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

/** The minimum and maximum of a length, and checks for numeric settings. */
record LengthBounds(int min, int max) {

    /** The maximum length in tokens. It is larger than the context of any model, and half of the maximum integer. */
    static final int MAX_LENGTH = 1 << 30;

    LengthBounds {
        if (min < 0) {
            throw new IllegalArgumentException("min must not be negative: got " + min);
        }
        if (min > max) {
            throw new IllegalArgumentException("min must be at most max: got min " + min + " and max " + max);
        }
        if (max > MAX_LENGTH) {
            throw new IllegalArgumentException("max must be at most " + MAX_LENGTH + ": got " + max);
        }
    }

    /**
     * Returns the integer within the bounds that is nearest to {@code length}. A value halfway between two integers is rounded to the even
     * one, as in NumPy.
     */
    int clip(double length) {
        return (int) Math.max(min, Math.min(max, Math.rint(length)));
    }

    void requireWithin(String field, double value) {
        requireNumber(field, value);
        if (value < min || value > max) {
            throw new IllegalArgumentException(
                    field + " must be from min " + min + " to max " + max + ": got " + value);
        }
    }

    static void requireNumber(String field, double value) {
        if (!Double.isFinite(value)) {
            throw new IllegalArgumentException(field + " must be a finite number: got " + value);
        }
    }

    static void requireNotNegative(String field, double value) {
        requireNumber(field, value);
        if (value < 0) {
            throw new IllegalArgumentException(field + " must not be negative: got " + value);
        }
    }

    @Override
    public String toString() {
        return min + " to " + max;
    }

    static int requireAtLeast(int min, String field, int value) {
        if (value < min) {
            throw new IllegalArgumentException(field + " must be at least " + min + ": got " + value);
        }
        return value;
    }
}
