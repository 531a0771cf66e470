// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LoadGenerator;
import io.loadharness.LogSettings;
import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestRun;
import io.loadharness.TestSettings;
import io.loadharness.Verdict;
import io.loadharness.loadgen.MlperfLoadGen;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class WatchedRunsTest {

    @Test
    void failedRunHasAResultWithItsCause(@TempDir Path logs) {
        List<String> shown = new ArrayList<>();

        RunResult run = run(new BrokenSystem(), logs, new RecordingListener(shown));

        assertThat(run.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(run.testResult()).isEmpty();
        assertThat(run.reason()).get().asString().contains("out of paper").contains(logs.toString());
        assertThat(shown).startsWith("started SERVER");
    }

    @Test
    void runAbortedByTheGeneratorKeepsItsReason(@TempDir Path logs) {
        LoadGenerator aborting = new LoadGenerator() {
            private final LoadGenerator loadGen = new MlperfLoadGen();

            @Override
            public TestRun start(
                    SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings log) {
                TestRun run = loadGen.start(sut, library, settings, log);
                run.abort("the license has expired");
                return run;
            }

            @Override
            public void close() {
                loadGen.close();
            }
        };
        try (AbortController abortController = new AbortController()) {
            RunResult run =
                    run(new SilentSystem(), logs, aborting, new RecordingListener(new ArrayList<>()), abortController);

            assertThat(run.verdict()).isEqualTo(Verdict.ABORTED);
            assertThat(run.reason()).contains(new Reason(Reason.Code.ABORTED, "the license has expired"));
            assertThat(abortController.isRequested()).isFalse();
        }
    }

    private static RunResult run(SystemUnderTest sut, Path logs, BenchmarkListener listener) {
        try (AbortController abortController = new AbortController()) {
            return run(sut, logs, new MlperfLoadGen(), listener, abortController);
        }
    }

    private static RunResult run(
            SystemUnderTest sut,
            Path logs,
            LoadGenerator generator,
            BenchmarkListener listener,
            AbortController abortController) {
        try (generator) {
            return new WatchedRuns(generator, listener, abortController)
                    .run(
                            sut,
                            QuerySampleLibrary.ofSize("numbers", 10),
                            TestSettings.builder(Scenario.SERVER).build(),
                            logs,
                            Optional::empty,
                            Optional::empty);
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

    private record RecordingListener(List<String> shown) implements BenchmarkListener {
        @Override
        public void started(Scenario scenario) {
            shown.add("started " + scenario);
        }

        @Override
        public void progress(RunProgress now) {
            shown.add("at " + now.scenario());
        }
    }
}
