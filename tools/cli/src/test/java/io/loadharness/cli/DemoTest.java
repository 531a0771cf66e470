// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.cli.options.EnumNames;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("load")
class DemoTest {

    /** A busy machine may exceed the limits of the client. Then the demo reports this, and does not fail. */
    @Test
    void measuresASimulatedServerWithTokens(@TempDir Path logs) {
        Session session = Session.of("demo", "--seconds", "0.5", "--output-dir", logs.toString());

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .containsPattern("(?m)^TTFT \\(scheduled\\), (s|ms|µs)( +(-|[.\\d]+)){6}$")
                .containsPattern(
                        "(?s)Server: ended after.*TPOT, .*Output token throughput, tokens/s .*Offline: ended after.*TPOT, .*Output token throughput, tokens/s ")
                .containsPattern("(?m)^Server +[\\d.]+ +queries/s +(IN)?VALID +" + logs)
                .containsPattern("(?m)^Offline +[\\d.]+ +samples/s +(IN)?VALID +" + logs);
        assertThat(session.plainOut().contains("The machine was too busy to judge the server"))
                .isEqualTo(session.plainOut().contains("is INVALID: client-limited: "));
        assertThat(logs.resolve("server/outcome.json"))
                .content()
                .containsPattern("\"limits\" : \\{\\s+\"send_delay\" : 0\\.01");
    }

    @Test
    void measuresALanguageModelWithoutAServer(@TempDir Path logs) {
        Session session = Session.of("demo", "--engine", "llama", "--seconds", "0.5", "--output-dir", logs.toString());

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .contains("llama.cpp runs it in this process")
                .containsPattern("(?m)^TTFT \\(scheduled\\), (s|ms|µs)( +(-|[.\\d]+)){6}$")
                .containsPattern("(?m)^SingleStream +[\\d.,]+.* +VALID +" + logs)
                .containsPattern("(?m)^Server +[\\d.]+ +queries/s +VALID +" + logs);
        assertThat(logs.resolve("tiny.gguf")).isNotEmptyFile();
    }

    @Test
    void measuresAnImageClassifierWithoutAServer(@TempDir Path logs) {
        Session session = Session.of("demo", "--engine", "onnx", "--seconds", "0.5", "--output-dir", logs.toString());

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .contains("ONNX Runtime runs it in this process")
                .containsPattern("(?m)^SingleStream +[\\d.,]+.* +VALID +" + logs)
                .containsPattern("(?m)^Offline +[\\d.,]+ +samples/s +VALID +" + logs);
        assertThat(logs.resolve("tiny.onnx")).isNotEmptyFile();
        assertThat(logs.resolve("images.npy")).isNotEmptyFile();
    }

    @Test
    void refusesAnEngineWithoutADemo(@TempDir Path logs) {
        Session session = Session.of("demo", "--engine", "vllm", "--output-dir", logs.toString());

        assertThat(session.errLines())
                .first()
                .isEqualTo("unknown engine 'vllm'. 'harness plugins' lists all plug-ins.");
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(logs).isEmptyDirectory();
    }

    @Test
    void everyScenarioInProcessIsValidAndWritesLogs(@TempDir Path logs) {
        Session session = Session.of("demo", "--in-process", "--seconds", "0.2", "--output-dir", logs.toString());

        assertThat(session.err()).isEmpty();
        assertThat(Scenario.values()).allSatisfy(scenario -> {
            String name = scenario.loadGenName();
            assertThat(session.plainOut()).containsPattern("(?m)^" + name + ": started$");
            assertThat(session.plainOut()).containsPattern("(?m)^" + name + " +[\\d.,]+.*(latency|/s) +VALID +" + logs);
            assertThat(logs.resolve(EnumNames.of(scenario)).resolve("mlperf_log_summary.txt"))
                    .isNotEmptyFile();
        });
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
    }

    @Test
    void interruptAbortsTheRunAndStartsNoOther(@TempDir Path logs) {
        Thread.currentThread().interrupt();

        Session session = Session.of("demo", "--in-process", "--output-dir", logs.toString());

        assertThat(Thread.interrupted()).isTrue();
        assertThat(session.exitCode()).isEqualTo(ExitCode.ABORTED);
        assertThat(session.plainOut())
                .containsPattern("(?m)^SingleStream +- +ABORTED +" + logs)
                .containsPattern("(?m)^MultiStream +- +NOT RUN +-$")
                .contains("SingleStream is ABORTED: the thread that ran it was interrupted");
    }
}
