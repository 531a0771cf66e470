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
 * The unmodified MLPerf LoadGen. Each run gets a private copy of it, so runs can follow each other and go on at the same time
 * without knowing of each other. Needs the jar of {@code io.loadharness:loadgen-jni} whose classifier names the platform.
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
     * Makes LoadGen ready.
     *
     * @throws IllegalStateException if there is no compiled LoadGen for this platform on the class path
     */
    public MlperfLoadGen() {}

    /** The version of LoadGen, {@code 6.0.17} for example. */
    public String version() {
        NativeRun run = NativeRun.of(engine);
        try {
            return run.loadGenVersion();
        } finally {
            run.destroy();
        }
    }

    /**
     * What LoadGen would run with, under LoadGen's names and in LoadGen's units: its defaults, {@code mlperf.conf}, the files and
     * the fields of some settings together. Seeds use all 64 bits.
     *
     * @throws IllegalArgumentException if the model is unknown or a file has a line that LoadGen would not obey
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
        RunPlan plan = PreparedRun.plan(LibraryFacts.of(library), settings.scenario(), fields);
        boolean streams = settings.scenario() == Scenario.SINGLE_STREAM || settings.scenario() == Scenario.MULTI_STREAM;
        boolean known = !streams || PreparedRun.mode(fields) == TestMode.ACCURACY_ONLY;
        return new LoadPlan(known ? OptionalLong.of(plan.samples()) : OptionalLong.empty(), plan.expectedDuration());
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
     * Aborts the runs that still go on, and waits for their end, but three seconds at most for each: a callback that does not
     * return holds nobody up.
     */
    @Override
    public void close() {
        active.close();
    }
}
