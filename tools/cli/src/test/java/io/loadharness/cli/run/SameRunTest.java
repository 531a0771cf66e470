// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkResult;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.Session;
import io.loadharness.client.ClientLimits;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Sweep;
import io.loadharness.simulator.OutputLength;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** The command line and a program write the same files, except for times and the list of options. */
@Tag("load")
@Timeout(120)
class SameRunTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Sections that also differ between two runs of the same program, because they depend on time or on the machine. */
    private static final Set<String> NOT_COMPARED = Set.of("settings", "environment", "health", "series", "requests");

    /** Numbers that do not depend on time, except in a sweep. */
    private static final Set<String> COUNTS =
            Set.of("completed", "failed", "input_tokens", "output_tokens", "issued", "count", "samples", "query_count");

    @TempDir
    private Path folder;

    static Stream<Arguments> loads() {
        UnaryOperator<Benchmark.Builder> server = benchmark -> benchmark
                .scenario(Scenario.SERVER)
                .targetQps(Scenario.SERVER, 150)
                .minQueries(600)
                .minDuration(Duration.ofSeconds(1))
                .ttftBound(Duration.ofSeconds(60))
                .tpotBound(Duration.ofSeconds(60))
                .require("ttft.p99<60s");
        UnaryOperator<Benchmark.Builder> scenarios = benchmark ->
                benchmark.scenario(Scenario.SINGLE_STREAM, Scenario.OFFLINE).mode(TestMode.ACCURACY_ONLY);
        UnaryOperator<Benchmark.Builder> poisson = benchmark -> benchmark
                .load("poisson", Arrivals.poisson(100).samples(150), OptionalDouble.of(100))
                .seed(7);
        UnaryOperator<Benchmark.Builder> sweep = benchmark -> benchmark.sweep(Sweep.builder()
                .beyondSaturation(true)
                .stages(2)
                .probeSamples(60)
                .stageLength(Duration.ofSeconds(1))
                .build());
        return Stream.of(
                Arguments.of(
                        "--scenario server --target-qps 150 --min-queries 600 --min-duration 1s --ttft-bound 60s"
                                + " --tpot-bound 60s --require ttft.p99<60s",
                        server,
                        COUNTS),
                Arguments.of("--scenario single-stream,offline --accuracy", scenarios, COUNTS),
                Arguments.of("--load poisson --rate 100 --requests 150 --seed 7", poisson, COUNTS),
                Arguments.of("--load sweep --stages 2 --requests 60 --duration 1s", sweep, Set.of()));
    }

    @ParameterizedTest
    @MethodSource("loads")
    void commandAndProgramWriteTheSameFiles(String options, UnaryOperator<Benchmark.Builder> load, Set<String> counts)
            throws Exception {
        Path byCommand = folder.resolve("command");
        Path byProgram = folder.resolve("program");
        try (SimulatedServer server = SimulatedServer.start(
                SimulatorConfig.builder().outputLength(OutputLength.fixed(6)).build())) {
            String url = server.uri().toString();
            Session session = Session.of(("run --url " + url + " " + options
                            + " --max-send-delay 1h --max-read-delay 1h --max-thread-share 100"
                            + " --max-cpu-share 100 --max-gc-share 100 --quiet --output-dir " + byCommand)
                    .split(" "));
            BenchmarkResult result = load.apply(Benchmark.builder().endpoint(url))
                    .clientLimits(new ClientLimits(Duration.ofHours(1), Duration.ofHours(1), 1, 1, 1))
                    .outputFolder(byProgram)
                    .build()
                    .run();

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.of(result));
        }

        assertThat(files(byProgram)).isNotEmpty().isEqualTo(files(byCommand));
        for (String each : files(byCommand)) {
            String name = Path.of(each).getFileName().toString();
            if (name.endsWith(".json") && !name.startsWith("mlperf_log")) {
                assertThat(shape(JSON.readTree(byProgram.resolve(each).toFile()), counts))
                        .as(each)
                        .isEqualTo(shape(JSON.readTree(byCommand.resolve(each).toFile()), counts));
            } else if (name.startsWith("mlperf_log_detail")) {
                assertThat(keys(byProgram.resolve(each))).as(each).isEqualTo(keys(byCommand.resolve(each)));
            }
        }
    }

    private static List<String> files(Path run) throws IOException {
        try (Stream<Path> all = Files.walk(run)) {
            return all.filter(Files::isRegularFile)
                    .map(each -> run.relativize(each).toString())
                    .sorted()
                    .toList();
        }
    }

    /** Returns a document in which numbers that depend on time are replaced by their type. */
    private static JsonNode shape(JsonNode node, Set<String> counts) {
        if (node.isObject()) {
            ObjectNode copy = JSON.createObjectNode();
            TreeMap<String, JsonNode> fields = new TreeMap<>();
            node.properties().forEach(each -> fields.put(each.getKey(), each.getValue()));
            fields.forEach((name, value) -> {
                if (!NOT_COMPARED.contains(name)) {
                    copy.set(name, counts.contains(name) && value.isNumber() ? value : shape(value, counts));
                }
            });
            return copy;
        }
        if (node.isArray()) {
            ArrayNode copy = JSON.createArrayNode();
            node.forEach(each -> copy.add(shape(each, counts)));
            return copy;
        }
        if (node.isTextual() && node.asText().matches("\\d{4}-\\d\\d-\\d\\dT.*")) {
            return JSON.getNodeFactory().textNode("a time");
        }
        if (node.isTextual()) {
            return JSON.getNodeFactory().textNode(node.asText().replaceAll("\\d+(\\.\\d+)?", "#"));
        }
        return node.isNumber() ? JSON.getNodeFactory().textNode("a number") : node;
    }

    private static List<String> keys(Path detail) throws IOException {
        return Files.readAllLines(detail).stream()
                .map(line -> line.replaceAll(".*\"key\": \"([^\"]*)\".*", "$1"))
                .filter(key -> key.startsWith("requested") || key.startsWith("effective"))
                .toList();
    }
}
