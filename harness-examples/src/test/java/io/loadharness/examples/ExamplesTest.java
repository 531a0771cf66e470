// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Scenario;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("load")
class ExamplesTest {

    @Test
    void example01PrintsVerdictAndRate() throws Exception {
        assertThat(Program.outputOf(Example01SystemUnderTest::main))
                .matches("TestResult\\[VALID, Server, PerformanceOnly, .* samples/s, .*\\R");
    }

    @Test
    void example02LoadsAndUnloadsItsSamples() throws Exception {
        assertThat(Program.outputOf(Example02SampleLibrary::main).lines())
                .hasSize(4)
                .startsWith("loaded 10 of 100 files", "unloaded them, 0 remain", "VALID")
                .last()
                .asString()
                .matches("median latency \\d+ ns");
    }

    @Test
    void example03PrintsALineForEachScenario() throws Exception {
        String output = Program.outputOf(Example03AllScenarios::main);

        assertThat(Scenario.values()).allSatisfy(scenario -> assertThat(output)
                .containsPattern("(?m)^" + scenario.loadGenName() + " +(VALID|INVALID)( +\\d+[.,]\\d+){3}$"));
    }

    @Test
    void example04CompletesOneRunAndAbortsTheOther() throws Exception {
        assertThat(Program.outputOf(Example04ConcurrentRuns::main).lines())
                .anyMatch(line -> line.matches("first: \\d+ of .* samples after .* ms; second: .*"))
                .endsWith("first: VALID", "second: ABORTED, [the first run has ended]");
    }

    @Test
    void example05FindsItsResponsesInTheAccuracyLog() throws Exception {
        assertThat(Program.outputOf(Example05Accuracy::main))
                .isEqualToIgnoringNewLines("VALID, 1000 of 1000 responses are correct");
    }

    @Test
    void example06CountsTheTokensOfItsEngine() throws Exception {
        assertThat(Program.outputOf(Example06OwnBackend::main))
                .matches("VALID, \\d+ tokens, median time to first token \\d+ µs\\R");
    }

    @Test
    void example07MeasuresAServerOverHttp() throws Exception {
        assertThat(Program.outputOf(Example07InferenceServer::main).lines())
                .hasSize(3)
                .anyMatch(line -> line.matches("time to first token \\d+ µs, time per output token \\d+ µs"))
                .last()
                .asString()
                .matches(
                        "EndpointCounts\\[endpoint=http://127.0.0.1:\\d+, sent=(\\d+), completed=\\1, failures=\\{}, .*");
    }

    @Test
    void example08RunsAnMlperfModel(@TempDir Path folder) throws Exception {
        String row = "{\"instruction\": \"\", \"input\": \"News\", \"tok_input\": [1, 2], \"output\": \"none\"}";
        Path dataset = Files.writeString(folder.resolve("cnn_eval.json"), "[" + row + "," + row + "]");
        Path userConf = Files.writeString(folder.resolve("user.conf"), """
                *.*.performance_sample_count_override = 0
                *.Offline.min_duration = 1
                *.Offline.min_query_count = 10
                """);
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            String[] arguments = {dataset.toString(), server.uri().toString(), userConf.toString()};

            assertThat(Program.outputOf(none -> Example08MlperfModel.main(arguments))
                            .lines())
                    .hasSize(4)
                    .startsWith("cnn_eval.json has 2 samples, but the data set of llama3.1-8b has 13368 or 5000")
                    .anyMatch(line -> line.matches("(VALID|INVALID) .*"))
                    .anyMatch(line -> line.contains("completed=10, failures={}"));
        }
    }

    @Test
    void example09StartsAndStopsItsOwnKindOfServer() throws Exception {
        assertThat(Program.outputOf(Example09ManagedServer::main).lines())
                .filteredOn(line ->
                        Stream.of("Ready: ", "Waiting for ", "Stopped 2 × ").noneMatch(line::startsWith))
                .containsExactly(
                        "Response: /hello, server problem: false",
                        "Response: /hello, server problem: false",
                        "All servers stopped: true");
    }

    @Test
    void example10MeasuresAServerAndWritesReports(@TempDir Path folder) throws Exception {
        Path results = folder.resolve("results");
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            String[] arguments = {server.uri().toString(), results.toString()};

            assertThat(Program.outputOf(none -> Example10Benchmark.main(arguments))
                            .lines())
                    .first()
                    .asString()
                    .matches("(VALID|INVALID) \\d+(\\.\\d+)? (s|ms|µs) .*results");
        }
        assertThat(results.resolve("report.html")).isRegularFile();
        assertThat(results.resolve("mlperf_log_summary.txt")).isRegularFile();
    }
}
