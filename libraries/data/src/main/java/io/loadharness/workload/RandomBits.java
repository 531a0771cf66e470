package io.loadharness.workload;

/**
 * SplitMix64, written out: the JDK does not promise that its generators give the same numbers in every version. Not thread-safe.
 */
final class RandomBits {

    private static final long STEP = 0x9E3779B97F4A7C15L;

    private long state;

    RandomBits(long stream) {
        state = stream;
    }

    /** Moves to the start of a stream. */
    void restart(long stream) {
        state = stream;
    }

    long next() {
        state += STEP;
        return mixed(state);
    }

    /** A number from 0 to {@code bound - 1}. Takes one draw; its deviation from uniform is not measurable. */
    int below(int bound) {
        return (int) Math.multiplyHigh(next() >>> 1, (long) bound << 1);
    }

    /** A number between 0 and 1, never one of them. */
    double unit() {
        return ((next() >>> 12) + 0.5) * 0x1p-52;
    }

    /** The stream of an index below a stream or a seed. */
    static long branch(long stream, long index) {
        return mixed(mixed(stream + STEP) + index * STEP);
    }

    private static long mixed(long bits) {
        long once = (bits ^ (bits >>> 30)) * 0xBF58476D1CE4E5B9L;
        long twice = (once ^ (once >>> 27)) * 0x94D049BB133111EBL;
        return twice ^ (twice >>> 31);
    }
}
