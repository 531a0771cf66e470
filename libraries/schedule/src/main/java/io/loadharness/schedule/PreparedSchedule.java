// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestSettings;
import java.time.Duration;
import java.util.Objects;

/** A run whose every input was checked, and whose files nobody else writes. */
record PreparedSchedule(
        Schedule schedule,
        Pacer pacer,
        SystemUnderTest sut,
        QuerySampleLibrary library,
        LoadedSamples samples,
        ObeyedSettings settings,
        Duration stallLimit,
        RunFiles files) {

    /**
     * Prepares a run.
     *
     * @throws IllegalArgumentException if anything about it cannot be run
     */
    static PreparedSchedule of(
            Schedule schedule,
            Pacer pacer,
            SystemUnderTest sut,
            QuerySampleLibrary library,
            TestSettings settings,
            LogSettings logs) {
        Objects.requireNonNull(sut, "sut");
        ObeyedSettings obeyed = ObeyedSettings.of(settings, schedule);
        LoadedSamples samples = LoadedSamples.of(library, schedule, obeyed);
        if (schedule.isOpen() && !new ArrivalSequence(schedule, obeyed.scheduleSeed()).next()) {
            throw new IllegalArgumentException("the schedule has no arrival with the schedule_rng_seed "
                    + Long.toUnsignedString(obeyed.scheduleSeed()) + " (" + schedule + "): make it longer");
        }
        return new PreparedSchedule(
                schedule, pacer, sut, library, samples, obeyed, settings.stallLimit(), RunFiles.claim(logs));
    }

    /** The arrivals of the schedule, from the first on. */
    ArrivalSequence arrivals() {
        return new ArrivalSequence(schedule, settings.scheduleSeed());
    }
}
