// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.init;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import io.loadharness.cli.options.EnumNames;
import io.loadharness.llama.TinyModel;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("load")
@Timeout(600)
class InitTest {

    private static final Pace PACE = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));

    /** Overrides that make a run short, also on a slow machine. */
    private static final Map<RunFileTemplate, String> SHORT = Map.of(
            RunFileTemplate.SERVER,
                    "--min-duration=1s --min-queries=1000 --ttft-bound=60s --tpot-bound=10s --target-qps=500",
            RunFileTemplate.OFFLINE, "--min-duration=1ms --target-qps=100",
            RunFileTemplate.SINGLE_STREAM, "--min-duration=1s --min-queries=10",
            RunFileTemplate.MLPERF, "--test-mode=accuracy",
            RunFileTemplate.POISSON, "--duration=1s --rate=50",
            RunFileTemplate.CONCURRENT, "--duration=1s",
            RunFileTemplate.SWEEP, "--duration=5s --stages=2 --requests=100",
            RunFileTemplate.START, "--duration=1s --rate=20",
            RunFileTemplate.ENGINE, "--min-duration=1s --min-queries=10");

    @TempDir
    Path folder;

    @ParameterizedTest
    @EnumSource
    void runsEachTemplate(RunFileTemplate each) throws IOException {
        Path file = written(each);
        Files.writeString(
                file,
                Files.readString(file)
                        .replace("# log_folder: loadharness-logs/servers", "log_folder: " + folder.resolve("logs")));
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().pace(PACE).build())) {
            List<String> arguments = new ArrayList<>(
                    List.of("run", file.toString(), "--max-tokens=4", "--output-dir=" + folder.resolve("run")));
            arguments.addAll(LenientClient.OPTIONS);
            arguments.addAll(List.of(SHORT.get(each).split(" ")));
            Map<String, String> environment = Map.of(
                    "SERVER_URL", server.uri().toString(),
                    "DATASET", dataset().toString(),
                    "MODEL", TinyModel.write(folder.resolve("tiny.gguf")).toString());

            Session session = Session.of(environment, arguments.toArray(String[]::new));

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachTemplateIsValid(RunFileTemplate each) throws IOException {
        Map<String, String> environment = Map.of(
                "DATASET", dataset().toString(),
                "MODEL", TinyModel.write(folder.resolve("tiny.gguf")).toString());
        Session session = Session.of(environment, "validate", written(each).toString());

        if (each == RunFileTemplate.MLPERF) { // the data set is too short for the rules
            assertThat(session.err())
                    .contains("mlperf.conf of LoadGen requires 13368 samples for the model llama3_1-8b");
        } else if (each == RunFileTemplate.START) {
            assertThat(session.err()).isEmpty();
            assertThat(session.out()).contains("Servers: 2 to be started from ", "simulate --host");
        } else if (each == RunFileTemplate.ENGINE) {
            assertThat(session.err()).isEmpty();
            assertThat(session.out())
                    .contains("Engine: llama", "| --engine-option | threads=1, sequences=4", "| --model");
        } else {
            assertThat(session.err()).isEmpty();
            assertThat(session.out()).contains("Servers: http://localhost:8000").containsPattern(":4 +\\|\n");
        }
    }

    @Test
    void listsTemplatesWithoutArgument() {
        Session session = Session.of("init");

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines()).hasSize(2 + RunFileTemplate.values().length);
    }

    @Test
    void keepsAnExistingFile() throws IOException {
        Path file = Files.writeString(folder.resolve("server.yaml"), "mine");

        Session session = Session.of("init", "server", "--output", file.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err())
                .isEqualToIgnoringNewLines(file + " already exists: choose another file with --output.");
        assertThat(file).hasContent("mine");
    }

    @Test
    void suggestsTheNearestTemplate() {
        assertThat(Session.of("init", "sever").err())
                .contains("unknown template 'sever'; did you mean 'server'? Allowed:");
    }

    private Path written(RunFileTemplate each) throws IOException {
        Path file = folder.resolve("run.yaml");
        Session session = Session.of("init", EnumNames.of(each), "--output", file.toString());
        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        return file;
    }

    /** Writes a few rows in the format of MLPerf's data sets. */
    private Path dataset() throws IOException {
        String rows = IntStream.range(0, 20)
                .mapToObj(i -> "{\"instruction\": \"Sum up\", \"input\": \"News " + i + "\", \"tok_input\": [1, " + i
                        + "], \"output\": \"none\"}")
                .collect(Collectors.joining(",", "[", "]"));
        return Files.writeString(folder.resolve("cnn_eval.json"), rows);
    }
}
