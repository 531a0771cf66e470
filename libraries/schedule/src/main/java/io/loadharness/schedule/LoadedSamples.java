// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.QuerySampleLibrary;
import java.util.function.IntSupplier;

/** The samples of a library that are loaded for a run. */
final class LoadedSamples {

    private final String name;
    private final int total;
    private final int[] indices;

    private LoadedSamples(String name, int total, int[] indices) {
        this.name = name;
        this.total = total;
        this.indices = indices;
    }

    /**
     * Chooses the samples to load.
     *
     * @throws IllegalArgumentException if the library does not have all samples that the schedule or the settings require
     */
    static LoadedSamples of(QuerySampleLibrary library, Schedule schedule, SupportedSettings settings) {
        String name = library.name();
        int total = library.totalSampleCount();
        int fitting = library.performanceSampleCount();
        if (total < 1 || fitting < 1 || fitting > total) {
            throw new IllegalArgumentException("the performance sample count of the library " + name
                    + " must be between 1 and its total of " + total + ": got " + fitting);
        }
        long wanted = settings.sampleCount() == 0 ? fitting : settings.sampleCount();
        if (wanted < 0 || wanted > total) {
            throw new IllegalArgumentException("performance_sample_count_override must be at most " + total
                    + ", the number of samples in the library " + name + ": got " + Long.toUnsignedString(wanted));
        }
        if (settings.sameIndex() < 0 || settings.sameIndex() >= wanted) {
            throw new IllegalArgumentException("performance_issue_same_index must be less than " + wanted
                    + ", the number of loaded samples: got " + Long.toUnsignedString(settings.sameIndex()));
        }
        schedule.highestSample().ifPresent(highest -> requireAll(name, total, (int) wanted, highest));
        RandomNumbers random = new RandomNumbers(settings.loadedSeed(), RandomNumbers.Purpose.LOADED_SET);
        return new LoadedSamples(name, total, SampleChoice.some((int) wanted, total, random));
    }

    private static void requireAll(String name, int total, int loaded, int highest) {
        if (highest >= total) {
            throw new IllegalArgumentException("the schedule contains sample " + highest + ", but the library " + name
                    + " has only the samples 0 to " + (total - 1));
        }
        if (loaded < total) {
            throw new IllegalArgumentException(
                    "a schedule with sample indices requires all samples in memory, but only " + loaded + " of " + total
                            + " of the library " + name + " are loaded: set performance_sample_count_override to "
                            + total);
        }
    }

    /** Returns a function that chooses the index of the next sample to issue. */
    IntSupplier choice(SupportedSettings settings) {
        if (settings.isSame()) {
            int same = indices[(int) settings.sameIndex()];
            return () -> same;
        }
        RandomNumbers random = new RandomNumbers(settings.sampleSeed(), RandomNumbers.Purpose.SAMPLES);
        return settings.isPermuted()
                ? SampleChoice.permuted(indices, random)
                : SampleChoice.independent(indices, random);
    }

    /** Returns the name of the library. */
    String name() {
        return name;
    }

    /** Returns the number of samples in the library. */
    int total() {
        return total;
    }

    /** Returns the number of loaded samples. */
    int count() {
        return indices.length;
    }

    /** Returns a copy of the indices of the loaded samples. */
    int[] indices() {
        return indices.clone();
    }
}
