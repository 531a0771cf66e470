// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.QuerySampleLibrary;
import java.util.function.IntSupplier;

/** The samples of a library that a run uses. */
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
     * Chooses samples.
     *
     * @throws IllegalArgumentException if the library has not what the schedule or the settings ask for
     */
    static LoadedSamples of(QuerySampleLibrary library, Schedule schedule, ObeyedSettings settings) {
        String name = library.name();
        int total = library.totalSampleCount();
        int fitting = library.performanceSampleCount();
        if (total < 1 || fitting < 1 || fitting > total) {
            throw new IllegalArgumentException("the library " + name + " has " + total + " samples, of which " + fitting
                    + " fit into memory: at least 1 must fit, and at most all");
        }
        long wanted = settings.sampleCount() == 0 ? fitting : settings.sampleCount();
        if (wanted < 0 || wanted > total) {
            throw new IllegalArgumentException("performance_sample_count_override is " + Long.toUnsignedString(wanted)
                    + " and the library " + name + " has " + total + " samples");
        }
        if (settings.sameIndex() < 0 || settings.sameIndex() >= wanted) {
            throw new IllegalArgumentException("performance_issue_same_index is "
                    + Long.toUnsignedString(settings.sameIndex()) + " and must be less than " + wanted
                    + ", the number of samples that are loaded");
        }
        schedule.highestSample().ifPresent(highest -> requireAll(name, total, (int) wanted, highest));
        Draws draws = new Draws(settings.loadedSeed(), Draws.Purpose.LOADED_SET);
        return new LoadedSamples(name, total, SampleChoice.some((int) wanted, total, draws));
    }

    private static void requireAll(String name, int total, int loaded, int highest) {
        if (highest >= total) {
            throw new IllegalArgumentException("the schedule asks for sample " + highest + ", and the library " + name
                    + " has " + total + " samples, of which the last is " + (total - 1));
        }
        if (loaded < total) {
            throw new IllegalArgumentException(
                    "a schedule that says which samples it wants needs all of them in memory, and of the library "
                            + name + " only " + loaded + " of " + total + " are");
        }
    }

    /** Which of them is issued next. */
    IntSupplier choice(ObeyedSettings settings) {
        if (settings.isSame()) {
            int same = indices[(int) settings.sameIndex()];
            return () -> same;
        }
        Draws draws = new Draws(settings.sampleSeed(), Draws.Purpose.SAMPLES);
        return settings.isPermuted() ? SampleChoice.inTurns(indices, draws) : SampleChoice.anew(indices, draws);
    }

    /** The library's name. */
    String name() {
        return name;
    }

    /** How many samples the library has. */
    int total() {
        return total;
    }

    /** How many of them are loaded. */
    int count() {
        return indices.length;
    }

    /** Those that are loaded; the caller's own. */
    int[] indices() {
        return indices.clone();
    }
}
