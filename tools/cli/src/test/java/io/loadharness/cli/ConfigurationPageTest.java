// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.llama.TinyModel;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs the examples of {@code docs/guides/configuration.md}. */
@Timeout(600)
class ConfigurationPageTest {

    private static final Path PAGE = Path.of("../../docs/guides/configuration.md");
    private static final Path PYTHON =
            Path.of("../../integrations/python").toAbsolutePath().normalize();
    private static final Pattern YAML = Pattern.compile("(?s)```yaml\n(.*?)```");
    private static final Pattern PROFILE =
            Pattern.compile("(?m)^\\| `([^`]+)` \\| `([^`]+)` \\| (\\d*) \\| (\\d+).*\\|$");

    @TempDir
    Path folder;

    static Stream<String> runFiles() throws IOException {
        return YAML.matcher(Files.readString(PAGE)).results().map(block -> block.group(1));
    }

    static Stream<List<String>> profiles() throws IOException {
        return PROFILE.matcher(Files.readString(PAGE))
                .results()
                .map(row -> List.of(row.group(1), row.group(2), row.group(3), row.group(4)));
    }

    @ParameterizedTest
    @MethodSource("runFiles")
    void runsEveryRunFileOfThePage(String text) throws IOException {
        Path file = Files.writeString(
                folder.resolve("my.yaml"),
                text.replace(
                                "model: model.gguf",
                                "model: " + TinyModel.write(folder.resolve("tiny.gguf")) + "\n  warm-up: 1")
                        .replace(
                                "engine-command: python3 -m loadharness_worker vllm_async\n  model: /models/llama",
                                "engine-command: env PYTHONDONTWRITEBYTECODE=1 PYTHONPATH=" + PYTHON
                                        + " python3 -m loadharness_worker echo"));
        List<String> shorter = text.contains("scenario: offline")
                ? List.of("--target-qps=100", "--min-duration=1ms")
                : text.contains("requests:")
                        ? List.of("--requests=20", "--max-tokens=4")
                        : text.contains("schedule")
                                ? List.of("--duration=1s")
                                : List.of(
                                        "--target-qps=500",
                                        "--min-duration=1s",
                                        "--min-queries=1000",
                                        "--tpot-bound=10s",
                                        "--ttft-bound=60s");

        Session session = run(Map.of(), Stream.concat(Stream.of(file.toString()), shorter.stream()));

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
    }

    @Test
    void runsAnMlperfProfileWithTheFlagsOfItsHarnesses() throws IOException {
        Path userConf = Files.writeString(folder.resolve("user.conf"), """
                *.*.performance_sample_count_override = 0
                *.Offline.min_duration = 1
                *.Offline.min_query_count = 30
                """);
        try (SimulatedServer server = server()) {
            Session session = run(
                    Map.of("OFFLINE_TARGET_QPS", "100", "MAX_TOKENS", "3"),
                    Stream.of(
                            "--profile=llama3.1-8b",
                            "--dataset-path=" + dataset(),
                            "--scenario=Offline",
                            "--test-mode=performance",
                            "--num-samples=10",
                            "--user-conf=" + userConf,
                            "--api-server-url=" + server.uri()));

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.out())
                    .contains("cnn_eval.json has 20 samples, but the data set of llama3.1-8b has 13368 or 5000")
                    .contains("The environment variable MAX_TOKENS sets --max-tokens to 3")
                    .contains("uses the dialect vllm-completions with token ids");
            assertThat(Files.readString(folder.resolve("run/mlperf_log_detail.txt")))
                    .as("LoadGen's section for the model applies")
                    .contains("\"requested_sample_concatenate_permutation\", \"value\": true");
            assertThat(Files.readString(folder.resolve("run/run.json")))
                    .contains("environment OFFLINE_TARGET_QPS", "environment MAX_TOKENS", "profile llama3.1-8b");
        }
    }

    @ParameterizedTest
    @MethodSource("profiles")
    void profilesMatchTheTable(List<String> row) throws IOException {
        Path userConf = Files.writeString(folder.resolve("user.conf"), "*.*.performance_sample_count_override = 0\n");

        Session session = Session.of(
                "validate",
                "--url=http://h:1",
                "--scenario=offline",
                "--user-conf=" + userConf,
                "--profile=" + row.get(0),
                "--output-dir=" + folder.resolve("run"), // the default is shared with tests in other processes
                "--dataset-path=" + dataset());

        assertThat(session.err()).isEmpty();
        assertThat(session.plainOut())
                .containsPattern("(?m)^--lg-model-name +" + Pattern.quote(row.get(1)) + " +profile " + row.get(0))
                .containsPattern("(?m)^--max-tokens +" + row.get(3) + " +profile " + row.get(0));
        if (!row.get(2).isEmpty()) {
            assertThat(session.plainOut()).containsPattern("(?m)^--min-tokens +" + row.get(2) + " +profile");
        }
    }

    private Session run(Map<String, String> environment, Stream<String> arguments) {
        try (SimulatedServer server = server()) {
            Map<String, String> all = new HashMap<>(environment);
            all.put("SERVER_URL", server.uri().toString());
            List<String> line = new ArrayList<>(List.of("run", "--output-dir=" + folder.resolve("run")));
            line.addAll(LenientClient.OPTIONS);
            arguments.forEach(line::add);
            return Session.of(all, line.toArray(String[]::new));
        }
    }

    private static SimulatedServer server() {
        return SimulatedServer.start(SimulatorConfig.builder()
                .pace(new Pace(Duration.ofMillis(5), Duration.ofMillis(1)))
                .build());
    }

    private Path dataset() throws IOException {
        String rows = IntStream.range(0, 20)
                .mapToObj(i -> "{\"instruction\": \"Sum up\", \"input\": \"News " + i + "\", \"tok_input\": [1, " + i
                        + "], \"output\": \"none\"}")
                .collect(Collectors.joining(",", "[", "]"));
        return Files.writeString(folder.resolve("cnn_eval.json"), rows);
    }
}
