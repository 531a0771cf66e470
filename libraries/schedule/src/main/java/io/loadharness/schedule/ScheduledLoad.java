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
 * A load generator that issues samples according to a {@link Schedule}, for load patterns that LoadGen does not support. It uses the same
 * types of systems, libraries and results as LoadGen. It is not MLPerf LoadGen, and its results are not MLPerf results.
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

    private static final AtomicLong RUNS = new AtomicLong();

    private final Schedule schedule;
    private final Pacer pacer;
    private final ActiveRuns active = new ActiveRuns();

    /** Creates a load generator that sleeps until the scheduled time of each sample. */
    public ScheduledLoad(Schedule schedule) {
        this(schedule, Pacer.sleeping());
    }

    /** Creates a load generator that waits for the scheduled time of each sample with the given pacer. */
    public ScheduledLoad(Schedule schedule, Pacer pacer) {
        this.schedule = Objects.requireNonNull(schedule, "schedule");
        this.pacer = Objects.requireNonNull(pacer, "pacer");
    }

    @Override
    public LoadPlan plan(QuerySampleLibrary library, TestSettings settings) {
        return new LoadPlan(schedule.expectedSamples(), schedule.length(), schedule.hasRandomCount());
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
     * Aborts all active runs and waits at most three seconds for the end of each run. The wait is limited because a callback may never
     * return.
     */
    @Override
    public void close() {
        active.close();
    }
}
