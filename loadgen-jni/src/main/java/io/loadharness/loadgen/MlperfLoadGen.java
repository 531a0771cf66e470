// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.LoadGenerator;
import io.loadharness.LoadPlan;
import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestMode;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.generator.ActiveRuns;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalLong;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The unmodified MLPerf LoadGen. Each run has a private copy of LoadGen. Therefore several runs can be active at the same time without
 * influencing each other. This class requires the jar of {@code io.loadharness:loadgen-jni} with the classifier of the platform, for
 * example {@code linux-x86_64}.
 *
 * <pre>{@code
 * try (LoadGenerator loadGen = new MlperfLoadGen()) {
 *     TestResult result = loadGen.run(sut, library, settings, LogSettings.in(Path.of("logs")));
 * }
 * }</pre>
 */
public final class MlperfLoadGen implements LoadGenerator {

    private static final AtomicLong RUNS = new AtomicLong();

    private final String engine = NativeLibrary.ENGINE.file().toString();
    private final ActiveRuns active = new ActiveRuns();

    /**
     * Loads LoadGen.
     *
     * @throws IllegalStateException if there is no compiled LoadGen for this platform on the class path, or it cannot be loaded
     */
    public MlperfLoadGen() {
        NativeLibrary.requireBridge();
    }

    /** Returns the version of LoadGen, for example {@code 6.0.17}. */
    public String version() {
        NativeRun run = NativeRun.of(engine);
        try {
            return run.loadGenVersion();
        } finally {
            run.destroy();
        }
    }

    /**
     * Returns the settings that LoadGen would use, by their LoadGen names and in LoadGen's units. The result combines LoadGen's defaults,
     * {@code mlperf.conf}, and the files and fields of the given settings. Seeds are unsigned 64-bit integers: a seed above
     * {@link Long#MAX_VALUE} is returned as a negative number.
     *
     * @throws IllegalArgumentException if the model is unknown or a file has a line that LoadGen would ignore or misread
     */
    public Map<String, Number> resolve(TestSettings settings) {
        NativeRun run = NativeRun.of(engine);
        try {
            return new NativeSettings(run, settings.scenario()).apply(settings);
        } finally {
            run.destroy();
        }
    }

    @Override
    public LoadPlan plan(QuerySampleLibrary library, TestSettings settings) {
        Map<String, Number> fields = resolve(settings);
        RunPlan plan = PreparedRun.plan(LibraryInfo.of(library), settings.scenario(), fields);
        boolean streams = settings.scenario() == Scenario.SINGLE_STREAM || settings.scenario() == Scenario.MULTI_STREAM;
        boolean known = !streams || PreparedRun.mode(fields) == TestMode.ACCURACY_ONLY;
        return new LoadPlan(
                known ? OptionalLong.of(issued(plan, settings.scenario(), fields)) : OptionalLong.empty(),
                plan.expectedDuration());
    }

    /**
     * Returns the expected number of issued samples. LoadGen stops at the maximum query count or the maximum duration, even if it has
     * generated more samples.
     */
    private static long issued(RunPlan plan, Scenario scenario, Map<String, Number> fields) {
        if (scenario != Scenario.SERVER || PreparedRun.mode(fields) != TestMode.PERFORMANCE_ONLY) {
            return plan.samples();
        }
        EffectiveSettings effective = new EffectiveSettings(fields);
        double maxQueries = effective.count("max_query_count");
        double maxSeconds = effective.count("max_duration_ms") / 1000;
        double issued = plan.samples();
        if (maxQueries > 0) {
            issued = Math.min(issued, maxQueries);
        }
        if (maxSeconds > 0) {
            issued = Math.min(issued, Math.ceil(maxSeconds * effective.real("server_target_qps")));
        }
        return (long) issued;
    }

    @Override
    public TestRun start(SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings logs) {
        Objects.requireNonNull(sut, "sut");
        Objects.requireNonNull(library, "library");
        Objects.requireNonNull(settings, "settings");
        Objects.requireNonNull(logs, "logs");
        active.requireOpen();
        PreparedRun prepared = PreparedRun.of(engine, sut, library, settings, logs);
        try {
            return active.start(() -> new MlperfRun(prepared, "loadgen-" + RUNS.incrementAndGet()));
        } catch (Throwable e) {
            prepared.discard();
            throw e;
        }
    }

    /**
     * Aborts the active runs and waits for their end. The wait for each run is at most three seconds, even if a callback of the run does
     * not return.
     */
    @Override
    public void close() {
        active.close();
    }
}
