package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LoadGenerator;
import io.loadharness.Query;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
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

    private static Outcome run(SystemUnderTest sut, Path logs, RunDisplay display) {
        try (LoadGenerator loadGen = new MlperfLoadGen();
                Interruption interruption = new Interruption()) {
            return new WatchedRuns(loadGen, display, interruption)
                    .run(
                            sut,
                            QuerySampleLibrary.ofSize("numbers", 10),
                            TestSettings.builder(Scenario.SERVER).build(),
                            logs);
        }
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
        public void at(Scenario scenario, Progress progress) {
            shown.add("at " + scenario);
        }

        @Override
        public void ended(Outcome outcome, Progress progress) {
            shown.add("ended " + outcome.verdict());
        }
    }
}
