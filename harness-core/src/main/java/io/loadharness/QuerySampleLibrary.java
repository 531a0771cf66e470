// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Collections;
import java.util.List;

/**
 * The data set of a run. Samples are known by their index, {@code 0 <= index < totalSampleCount()}; what an index means is
 * between the library and the {@link SystemUnderTest}.
 *
 * <p>A generator asks for name and counts once, before the run, and calls {@link #loadSamplesToRam} and
 * {@link #unloadSamplesFromRam} on its own thread, outside of the timed part.
 */
public interface QuerySampleLibrary {

    /** What logs and results call it. */
    String name();

    /** The number of samples. */
    int totalSampleCount();

    /** How many samples fit into memory at a time; performance runs draw from one set of that size. */
    int performanceSampleCount();

    /**
     * Makes samples ready, untimed. In MultiStream a sample may appear more than once.
     *
     * @throws Exception anything thrown ends the run as {@link Verdict#FAILED} with this cause
     */
    default void loadSamplesToRam(int[] indices) throws Exception {}

    /**
     * Releases samples that were loaded.
     *
     * @throws Exception anything thrown ends the run as {@link Verdict#FAILED} with this cause
     */
    default void unloadSamplesFromRam(int[] indices) throws Exception {}

    /** A library of {@code count} samples that need no loading. */
    static QuerySampleLibrary ofSize(String name, int count) {
        return new ListSampleLibrary<>(name, Collections.nCopies(count, ""), count);
    }

    /** A library over a list that is already in memory; {@link ListSampleLibrary#get} gives the sample of an index. */
    static <T> ListSampleLibrary<T> of(String name, List<T> samples) {
        return new ListSampleLibrary<>(name, samples, samples.size());
    }
}
