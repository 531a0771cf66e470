package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DemoTest {

    @Test
    void everyScenarioIsValidAndLeavesItsLogs(@TempDir Path logs) {
        Session session = Session.of("demo", "--seconds", "0.2", "--output-dir", logs.toString());

        assertThat(session.err()).isEmpty();
        assertThat(Scenario.values()).allSatisfy(scenario -> {
            String name = scenario.loadGenName();
            assertThat(session.out()).containsPattern("(?m)^" + name + ": started$");
            assertThat(session.out()).containsPattern("(?m)^" + name + " +[\\d.,]+.*(latency|/s) +VALID +" + logs);
            assertThat(logs.resolve(name).resolve("mlperf_log_summary.txt")).isNotEmptyFile();
        });
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void anInterruptAbortsTheRunAndThereIsNoOtherOne(@TempDir Path logs) {
        Thread.currentThread().interrupt();

        Session session = Session.of("demo", "--output-dir", logs.toString());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(session.exitCode()).isEqualTo(ExitCode.ABORTED);
        assertThat(session.out())
                .containsPattern("(?m)^SingleStream +- +ABORTED +" + logs)
                .containsPattern("(?m)^MultiStream +- +NOT RUN +-$")
                .contains("SingleStream is ABORTED: the thread that ran it was interrupted");
    }
}
