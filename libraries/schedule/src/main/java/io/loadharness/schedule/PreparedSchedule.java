// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestSettings;
import java.time.Duration;
import java.util.Objects;
import java.util.Optional;

/** The validated input of a run, and the log files that are reserved for the run. */
record PreparedSchedule(
        Load load,
        SystemUnderTest sut,
        QuerySampleLibrary library,
        LoadedSamples samples,
        SupportedSettings settings,
        Duration stallLimit,
        RunFiles files) {

    /**
     * The schedule of a run, with the settings of its execution.
     *
     * @param slice the slice that the run issues; empty if the run issues the whole schedule, without sequence numbers
     * @param start the wall-clock time of the start; empty to start immediately
     */
    record Load(Schedule schedule, Pacer pacer, Optional<Slice> slice, Optional<CommonStart> start) {}

    /**
     * Validates the input and reserves the log files.
     *
     * @throws IllegalArgumentException if an input is not valid, or the files cannot be written
     */
    static PreparedSchedule of(
            Load load, SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings logs) {
        Objects.requireNonNull(sut, "sut");
        Schedule schedule = load.schedule();
        SupportedSettings supported = SupportedSettings.of(settings, schedule);
        LoadedSamples samples = LoadedSamples.of(library, schedule, supported);
        load.slice().ifPresent(slice -> requireSlots(schedule, slice));
        requireArrivals(schedule, load.slice().orElse(Slice.WHOLE), supported.scheduleSeed());
        return new PreparedSchedule(
                load, sut, library, samples, supported, settings.stallLimit(), RunFiles.claim(logs));
    }

    private static void requireSlots(Schedule schedule, Slice slice) {
        for (Stage each : schedule.stages()) {
            if (each.traffic() instanceof Concurrency concurrency && slice.shareOf(concurrency.level()) == 0) {
                throw new IllegalArgumentException("slice " + slice + " of the schedule (" + schedule
                        + ") can have no samples in flight: use at most " + concurrency.level()
                        + " slices, or a higher concurrency");
            }
        }
    }

    private static void requireArrivals(Schedule schedule, Slice slice, long seed) {
        long available = 0;
        if (schedule.isOpen()) {
            ArrivalSequence arrivals = new ArrivalSequence(schedule, seed);
            while (available <= slice.rank() && arrivals.next()) {
                available++;
            }
        } else {
            available = schedule.sessions()
                    .map(sessions -> (long) sessions.count())
                    .orElse(schedule.stages().stream()
                            .mapToLong(Stage::samples)
                            .max()
                            .orElse(0));
        }
        if (available == 0) {
            throw new IllegalArgumentException("the schedule (" + schedule + ") has no arrivals with schedule_rng_seed "
                    + Long.toUnsignedString(seed) + ": make the schedule longer");
        }
        if (available <= slice.rank()) {
            throw new IllegalArgumentException("slice " + slice + " of the schedule (" + schedule
                    + ") has no samples: use at most " + available + " slices, or a longer schedule");
        }
    }

    Schedule schedule() {
        return load.schedule();
    }

    Pacer pacer() {
        return load.pacer();
    }

    /** Returns the arrivals of the schedule, positioned before the first arrival. */
    ArrivalSequence arrivals() {
        return new ArrivalSequence(schedule(), settings.scheduleSeed());
    }
}
