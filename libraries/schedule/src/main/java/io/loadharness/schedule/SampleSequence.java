// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.util.function.IntSupplier;

/** The samples that the load generator chooses. Each sample has a number, which counts the whole schedule. Not thread-safe. */
final class SampleSequence {

    private final IntSupplier samples;
    private long next;

    SampleSequence(IntSupplier samples) {
        this.samples = samples;
    }

    /**
     * Returns the sample with the given number. Each call must have a larger number than the call before; the samples in between are
     * skipped.
     */
    int get(long number) {
        int sample = samples.getAsInt();
        for (; next < number; next++) {
            sample = samples.getAsInt();
        }
        next++;
        return sample;
    }
}
