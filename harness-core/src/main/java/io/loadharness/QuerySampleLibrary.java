// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Collections;
import java.util.List;

/**
 * The data set of a run. Each sample has an index, {@code 0 <= index < totalSampleCount()}. An index must refer to the same sample in the
 * library and in the {@link SystemUnderTest}.
 *
 * <p>A generator reads the name and the counts once, before the run. The generator calls {@link #loadSamplesToRam} and
 * {@link #unloadSamplesFromRam} on its own thread, outside the timed part of the run.
 *
 * <pre>{@code
 * ListSampleLibrary<String> library = QuerySampleLibrary.of("questions", List.of("What is 2 + 2?", "Why is the sky blue?"));
 * String question = library.get(0);
 * }</pre>
 */
public interface QuerySampleLibrary {

    /** Returns the name that is used in logs and results. */
    String name();

    /** Returns the number of samples. */
    int totalSampleCount();

    /** Returns the number of samples that fit in memory at the same time. A performance run uses one set of this size. */
    int performanceSampleCount();

    /**
     * Loads samples into memory. The time of this call is not part of the measurement. In MultiStream, an index may appear more than once.
     *
     * @throws Exception if the method fails; any exception or error ends the run as {@link Verdict#FAILED}
     */
    default void loadSamplesToRam(int[] indices) throws Exception {}

    /**
     * Removes loaded samples from memory.
     *
     * @throws Exception if the method fails; any exception or error ends the run as {@link Verdict#FAILED}
     */
    default void unloadSamplesFromRam(int[] indices) throws Exception {}

    /**
     * Creates a library of {@code count} samples that do not need to be loaded.
     *
     * @throws IllegalArgumentException if the count is negative
     */
    static QuerySampleLibrary ofSize(String name, int count) {
        if (count < 0) {
            throw new IllegalArgumentException("the number of samples must not be negative: got " + count);
        }
        return new ListSampleLibrary<>(name, Collections.nCopies(count, ""), count);
    }

    /** Creates a library over a list in memory. {@link ListSampleLibrary#get} returns the sample at an index. */
    static <T> ListSampleLibrary<T> of(String name, List<T> samples) {
        return new ListSampleLibrary<>(name, samples, samples.size());
    }
}
