// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.init;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.AnyClient;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Timeout(600)
class InitTest {

    private static final Pace PACE = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));

    /** So that a run is short, and no machine too slow for it. */
    private static final Map<Case, String> SHORT = Map.of(
            Case.SERVER, "--min-duration=1s --min-queries=1000 --ttft-bound=60s --tpot-bound=10s --target-qps=500",
            Case.OFFLINE, "--min-duration=1ms --target-qps=100",
            Case.SINGLE_STREAM, "--min-duration=1s --min-queries=10",
            Case.MLPERF, "--test-mode=accuracy",
            Case.POISSON, "--duration=1s --rate=50",
            Case.CONCURRENT, "--duration=1s",
            Case.SWEEP, "--duration=5s --stages=2 --requests=100");

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void theFileOfEachCaseRuns(Case each) throws IOException {
        Path file = written(each);
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().pace(PACE).build())) {
            List<String> arguments = new ArrayList<>(
                    List.of("run", file.toString(), "--max-tokens=4", "--output-dir=" + folder.resolve("run")));
            arguments.addAll(AnyClient.OPTIONS);
            arguments.addAll(List.of(SHORT.get(each).split(" ")));
            Map<String, String> environment = Map.of(
                    "SERVER_URL", server.uri().toString(), "DATASET", dataset().toString());

            Session session = Session.of(environment, arguments.toArray(String[]::new));

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        }
    }

    @ParameterizedTest
    @EnumSource
    void theFileOfEachCaseIsValidAsItIs(Case each) throws IOException {
        Session session = Session.of(
                Map.of("DATASET", dataset().toString()),
                "validate",
                written(each).toString());

        if (each == Case.MLPERF) { // the data set is too short for the rules
            assertThat(session.err()).contains("performance_sample_count_override is 13368");
        } else {
            assertThat(session.err()).isEmpty();
            assertThat(session.out()).contains("Servers: http://localhost:8000").containsPattern(":4 +\\|\n");
        }
    }

    @Test
    void withoutACaseItListsThem() {
        Session session = Session.of("init");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines()).hasSize(2 + Case.values().length);
    }

    @Test
    void aFileThatIsThereIsKept() throws IOException {
        Path file = Files.writeString(folder.resolve("server.yaml"), "mine");

        Session session = Session.of("init", "server", "--output", file.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).isEqualToIgnoringNewLines(file + " exists already: name another file by --output.");
        assertThat(file).hasContent("mine");
    }

    @Test
    void anUnknownCaseIsAnsweredWithTheNearest() {
        assertThat(Session.of("init", "sever").err())
                .contains("'sever' is no case; the nearest is server, and there are");
    }

    private Path written(Case each) throws IOException {
        Path file = folder.resolve("run.yaml");
        Session session = Session.of("init", EnumNames.of(each), "--output", file.toString());
        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        return file;
    }

    /** A few rows as MLPerf's have them. */
    private Path dataset() throws IOException {
        String rows = IntStream.range(0, 20)
                .mapToObj(i -> "{\"instruction\": \"Sum up\", \"input\": \"News " + i + "\", \"tok_input\": [1, " + i
                        + "], \"output\": \"none\"}")
                .collect(Collectors.joining(",", "[", "]"));
        return Files.writeString(folder.resolve("cnn_eval.json"), rows);
    }
}
