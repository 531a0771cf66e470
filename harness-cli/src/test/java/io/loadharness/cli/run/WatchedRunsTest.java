package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestRun;
import io.loadharness.TestRun.Progress;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.loadgen.MlperfLoadGen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedRunsTest {

    @Test
    void aRunThatBreaksHasAnOutcomeThatNamesTheCause(@TempDir Path logs) {
        List<String> shown = new ArrayList<>();

        Outcome outcome = run(new BrokenSystem(), logs, new RecordingDisplay(shown));

        assertThat(outcome.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(outcome.result()).isEmpty();
        assertThat(outcome.reason()).get().asString().contains("out of paper").contains(logs.toString());
        assertThat(shown).startsWith("started SERVER").endsWith("ended FAILED");
    }

    @Test
    void aRunThatTheLibraryAbortsFirstWasStoppedByASignalAndIsTheLast(@TempDir Path logs) {
        LoadGenerator exiting = new LoadGenerator() {
            private final LoadGenerator loadGen = new MlperfLoadGen();

            @Override
            public TestRun start(
                    SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings log) {
                TestRun run = loadGen.start(sut, library, settings, log);
                run.abort("the JVM was told to exit");
                return run;
            }

            @Override
            public void close() {
                loadGen.close();
            }
        };
        try (Interruption interruption = new Interruption()) {
            Outcome outcome =
                    run(new SilentSystem(), logs, exiting, new RecordingDisplay(new ArrayList<>()), interruption);

            assertThat(outcome.verdict()).isEqualTo(Verdict.ABORTED);
            assertThat(outcome.reason()).contains(new Reason(Reason.Code.ABORTED, "stopped by Ctrl-C or a signal"));
            assertThat(interruption.requested()).isTrue();
        }
    }

    private static Outcome run(SystemUnderTest sut, Path logs, RunDisplay display) {
        try (Interruption interruption = new Interruption()) {
            return run(sut, logs, new MlperfLoadGen(), display, interruption);
        }
    }

    private static Outcome run(
            SystemUnderTest sut, Path logs, LoadGenerator generator, RunDisplay display, Interruption interruption) {
        try (generator) {
            return new WatchedRuns(generator, display, interruption)
                    .run(
                            sut,
                            QuerySampleLibrary.ofSize("numbers", 10),
                            TestSettings.builder(Scenario.SERVER).build(),
                            logs);
        }
    }

    private static final class SilentSystem extends SystemUnderTest {
        SilentSystem() {
            super("silent");
        }

        @Override
        public void issueQuery(Query query) {}
    }

    private static final class BrokenSystem extends SystemUnderTest {
        BrokenSystem() {
            super("broken");
        }

        @Override
        public void issueQuery(Query query) {
            throw new IllegalStateException("out of paper");
        }
    }

    private record RecordingDisplay(List<String> shown) implements RunDisplay {
        @Override
        public void started(Scenario scenario) {
            shown.add("started " + scenario);
        }

        @Override
        public void at(Scenario scenario, Progress progress, boolean stopping) {
            shown.add("at " + scenario);
        }

        @Override
        public void ended(Outcome outcome, Progress progress) {
            shown.add("ended " + outcome.verdict());
        }
    }
}
