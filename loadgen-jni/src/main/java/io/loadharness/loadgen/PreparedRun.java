// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.LogSettings;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestMode;
import io.loadharness.TestSettings;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.bytedeco.javacpp.Pointer;

/**
 * A run that is ready to start: its settings were applied to LoadGen, and all its inputs were checked. A caller that does not create a
 * {@link MlperfRun} from it must call {@link #discard}.
 *
 * @param fields all of LoadGen's settings, by their LoadGen names
 * @param auditConf the path of the {@code audit.config}, which LoadGen reads again at the start of the run; an empty text if there is no
 *     such file
 */
record PreparedRun(
        NativeRun run,
        RunLogs logs,
        SystemUnderTest sut,
        QuerySampleLibrary library,
        Scenario scenario,
        Map<String, Number> fields,
        RunPlan plan,
        Duration stallLimit,
        String auditConf) {

    /**
     * Prepares a run.
     *
     * @throws IllegalArgumentException if a name, a setting, a configuration file or the log directory cannot be used
     */
    static PreparedRun of(
            String engine, SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings logs) {
        String system = sut.name();
        LogNames.require("system under test", system);
        LibraryInfo facts = LibraryInfo.of(library);
        Scenario scenario = settings.scenario();
        NativeRun run = NativeRun.of(engine);
        try {
            Map<String, Number> fields = new NativeSettings(run, scenario).apply(settings);
            RunPlan plan = plan(facts, scenario, fields);
            run.setSystem(system);
            run.setLibrary(facts.name(), facts.totalSampleCount(), facts.performanceSampleCount());
            String auditConf = settings.auditConf().map(Path::toString).orElse("");
            return new PreparedRun(
                    run, claim(logs, run), sut, library, scenario, fields, plan, settings.stallLimit(), auditConf);
        } catch (Throwable e) {
            run.destroy();
            throw e;
        }
    }

    /**
     * Checks the settings of a run and returns its expected size.
     *
     * @param fields all of LoadGen's settings, by their LoadGen names
     * @throws IllegalArgumentException if LoadGen cannot run with these settings
     */
    static RunPlan plan(LibraryInfo facts, Scenario scenario, Map<String, Number> fields) {
        return SettingsCheck.check(
                fields,
                scenario,
                mode(fields),
                facts.totalSampleCount(),
                facts.performanceSampleCount(),
                Pointer.totalPhysicalBytes() / 2);
    }

    private static RunLogs claim(LogSettings logs, NativeRun run) {
        RunLogs claimed = new RunLogs(logs);
        try {
            claimed.applyTo(run);
            return claimed;
        } catch (Throwable e) {
            claimed.release();
            throw e;
        }
    }

    /** Releases the resources of a run that does not start. */
    void discard() {
        run.destroy();
        logs.release();
    }

    private EffectiveSettings settings() {
        return new EffectiveSettings(fields);
    }

    TestMode mode() {
        return settings().flag("test05") ? TestMode.PERFORMANCE_ONLY : mode(fields);
    }

    @SuppressWarnings("EnumOrdinal") // LoadGen numbers its modes in this order
    static TestMode mode(Map<String, Number> fields) {
        return TestMode.values()[(int) new EffectiveSettings(fields).count("mode")];
    }

    /** Returns true if LoadGen reads the bytes of any response. */
    boolean readsResponses() {
        return mode() == TestMode.ACCURACY_ONLY
                || mode() == TestMode.SUBMISSION_RUN
                || settings().flag("accuracy_log_sampling_target")
                || settings().real("accuracy_log_probability") > 0;
    }

    int issueThreads() {
        return scenario == Scenario.SERVER ? (int) settings().count("server_num_issue_query_threads") : 0;
    }
}
