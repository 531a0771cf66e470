// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.LoadGenerator;
import io.loadharness.LoadPlan;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.generator.ActiveRuns;
import java.time.Instant;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Consumer;

/**
 * A load generator that issues samples according to a {@link Schedule}, for load patterns that LoadGen does not support. This generator
 * uses the same types of systems, libraries and results as LoadGen. The generator is not MLPerf LoadGen, and its results are not MLPerf
 * results.
 *
 * <pre>{@code
 * Schedule schedule = Arrivals.poisson(50).during(Duration.ofMinutes(1));
 * try (LoadGenerator load = new ScheduledLoad(schedule)) {
 *     TestResult result = load.run(sut, library, TestSettings.builder(schedule.scenario()).build(), LogSettings.in(Path.of("logs")));
 * }
 * }</pre>
 *
 * <p>Each run has one thread that issues samples and one thread that detects stalls. In an open loop, latencies count from the scheduled
 * start of a sample, which avoids coordinated omission. In a closed loop, latencies count from the issue.
 */
public final class ScheduledLoad implements LoadGenerator {

    /** The name of the start delay in milliseconds, in the effective settings of a run with a common start. */
    public static final String START_DELAY = "start_delay_ms";

    private static final AtomicLong RUNS = new AtomicLong();

    private final Schedule schedule;
    private final Pacer pacer;
    private final Optional<Slice> slice;
    private final Optional<Instant> start;
    private final Consumer<Reason> late;
    private final ActiveRuns active = new ActiveRuns();

    /** Creates a load generator that sleeps until the scheduled time of each sample. */
    public ScheduledLoad(Schedule schedule) {
        this(schedule, Pacer.sleeping());
    }

    /** Creates a load generator that waits for the scheduled time of each sample with the given pacer. */
    public ScheduledLoad(Schedule schedule, Pacer pacer) {
        this(schedule, pacer, Optional.empty(), Optional.empty(), reason -> {});
    }

    private ScheduledLoad(
            Schedule schedule, Pacer pacer, Optional<Slice> slice, Optional<Instant> start, Consumer<Reason> late) {
        this.schedule = Objects.requireNonNull(schedule, "schedule");
        this.pacer = Objects.requireNonNull(pacer, "pacer");
        this.slice = slice;
        this.start = start;
        this.late = late;
    }

    /** Returns a load generator that issues only a slice of the schedule, and gives each sample a sequence number. */
    public ScheduledLoad slice(Slice part) {
        return new ScheduledLoad(schedule, pacer, Optional.of(part), start, late);
    }

    /**
     * Returns a load generator whose runs start at a wall-clock time. A run that is ready only after this time starts immediately. A run is
     * not valid if its start delay exceeds 50 ms or 1 % of the length of the schedule.
     */
    public ScheduledLoad startAt(Instant time) {
        return startAt(time, reason -> {});
    }

    /**
     * Returns a load generator whose runs start at a wall-clock time, as with {@link #startAt(Instant)}.
     *
     * @param time the start time
     * @param onLateStart called at the start if the start delay is too long; receives the reason why the run is not valid; must not block
     */
    public ScheduledLoad startAt(Instant time, Consumer<Reason> onLateStart) {
        return new ScheduledLoad(schedule, pacer, slice, Optional.of(time), onLateStart);
    }

    @Override
    public LoadPlan plan(QuerySampleLibrary library, TestSettings settings) {
        OptionalLong all = schedule.expectedSamples();
        OptionalLong own =
                all.isPresent() ? OptionalLong.of(slice.orElse(Slice.WHOLE).shareOf(0, all.getAsLong())) : all;
        return new LoadPlan(own, schedule.length(), schedule.hasRandomCount());
    }

    @Override
    public TestRun start(SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings logs) {
        return active.start(() -> {
            PreparedSchedule prepared = PreparedSchedule.of(
                    new PreparedSchedule.Load(
                            schedule, pacer, slice, start.map(time -> new CommonStart(time, schedule, late))),
                    sut,
                    library,
                    settings,
                    logs);
            try {
                return new ScheduledRun(prepared, "schedule-" + RUNS.incrementAndGet());
            } catch (Throwable e) {
                prepared.files().release();
                throw e;
            }
        });
    }

    /**
     * Aborts all active runs and waits at most three seconds for the end of each run. The wait is limited because a callback may never
     * return.
     */
    @Override
    public void close() {
        active.close();
    }
}
