// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestSettings;
import java.time.Duration;
import java.util.Objects;

/** The validated input of a run, and the log files that are reserved for the run. */
record PreparedSchedule(
        Schedule schedule,
        Pacer pacer,
        SystemUnderTest sut,
        QuerySampleLibrary library,
        LoadedSamples samples,
        SupportedSettings settings,
        Duration stallLimit,
        RunFiles files) {

    /**
     * Validates the input and reserves the log files.
     *
     * @throws IllegalArgumentException if an input is not valid, or the files cannot be written
     */
    static PreparedSchedule of(
            Schedule schedule,
            Pacer pacer,
            SystemUnderTest sut,
            QuerySampleLibrary library,
            TestSettings settings,
            LogSettings logs) {
        Objects.requireNonNull(sut, "sut");
        SupportedSettings supported = SupportedSettings.of(settings, schedule);
        LoadedSamples samples = LoadedSamples.of(library, schedule, supported);
        if (schedule.isOpen() && !new ArrivalSequence(schedule, supported.scheduleSeed()).next()) {
            throw new IllegalArgumentException("the schedule (" + schedule + ") has no arrivals with schedule_rng_seed "
                    + Long.toUnsignedString(supported.scheduleSeed()) + ": make the schedule longer");
        }
        return new PreparedSchedule(
                schedule, pacer, sut, library, samples, supported, settings.stallLimit(), RunFiles.claim(logs));
    }

    /** Returns the arrivals of the schedule, positioned before the first arrival. */
    ArrivalSequence arrivals() {
        return new ArrivalSequence(schedule, settings.scheduleSeed());
    }
}
