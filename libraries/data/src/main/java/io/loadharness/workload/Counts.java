package io.loadharness.workload;

/** How many there are of something. */
final class Counts {

    private Counts() {}

    static int requireAtLeast(int least, String field, int value) {
        if (value < least) {
            throw new IllegalArgumentException(field + " must be at least " + least + ": " + value);
        }
        return value;
    }
}
