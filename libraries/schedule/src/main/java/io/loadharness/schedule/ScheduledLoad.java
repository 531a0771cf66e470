// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.LoadGenerator;
import io.loadharness.LoadPlan;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.generator.ActiveRuns;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Issues samples as a {@link Schedule} says. This is not MLPerf LoadGen, and its results are none of MLPerf: it is for loads that LoadGen
 * does not know, with the same systems, libraries and results.
 *
 * <pre>{@code
 * Schedule schedule = Arrivals.poisson(50).during(Duration.ofMinutes(1));
 * try (LoadGenerator load = new ScheduledLoad(schedule)) {
 *     TestResult result = load.run(sut, library, TestSettings.builder(schedule.scenario()).build(), LogSettings.in(Path.of("logs")));
 * }
 * }</pre>
 *
 * <p>Each run has a thread that issues and one that watches. Latencies are from when a sample was due; in a closed loop, from when it was
 * issued.
 */
public final class ScheduledLoad implements LoadGenerator {

    private static final AtomicLong RUNS = new AtomicLong();

    private final Schedule schedule;
    private final Pacer pacer;
    private final ActiveRuns active = new ActiveRuns();

    /** Sleeps until each sample is due. */
    public ScheduledLoad(Schedule schedule) {
        this(schedule, Pacer.sleeping());
    }

    /** Waits until each sample is due in a certain way. */
    public ScheduledLoad(Schedule schedule, Pacer pacer) {
        this.schedule = Objects.requireNonNull(schedule, "schedule");
        this.pacer = Objects.requireNonNull(pacer, "pacer");
    }

    @Override
    public LoadPlan plan(QuerySampleLibrary library, TestSettings settings) {
        return new LoadPlan(schedule.samples(), schedule.length());
    }

    @Override
    public TestRun start(SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings logs) {
        return active.start(() -> {
            PreparedSchedule prepared = PreparedSchedule.of(schedule, pacer, sut, library, settings, logs);
            try {
                return new ScheduledRun(prepared, "schedule-" + RUNS.incrementAndGet());
            } catch (Throwable e) {
                prepared.files().release();
                throw e;
            }
        });
    }

    /**
     * Aborts the runs that still go on, and waits for their end, but three seconds at most for each: a callback that does not
     * return holds nobody up.
     */
    @Override
    public void close() {
        active.close();
    }
}
