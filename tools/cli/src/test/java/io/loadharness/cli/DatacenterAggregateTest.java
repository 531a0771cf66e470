// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code harness aggregate} with results of the datacenter benchmark. */
@Timeout(300)
class DatacenterAggregateTest {

    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    static Path run;

    private static Path result;

    @TempDir
    Path folder;

    /** Runs the benchmark once, with relaxed rules. The machines of the tests have copies of its result. */
    @BeforeAll
    static void runTheBenchmark() throws IOException {
        Pace pace = new Pace(Duration.ofMillis(50), Duration.ofMillis(1));
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().pace(pace).build())) {
            List<String> arguments = new ArrayList<>(List.of(
                    "run",
                    "--rules=datacenter",
                    "--url=" + server.uri(),
                    "--min-duration=1s",
                    "--min-queries=2",
                    "--concurrency=4",
                    "--output-dir=" + run));
            arguments.addAll(LenientClient.OPTIONS);
            assertThat(Session.of(arguments.toArray(String[]::new)).err()).isEmpty();
        }
        try (Stream<Path> files = Files.list(run)) {
            result = files.filter(each -> each.getFileName().toString().startsWith("mlperf_datacenter_"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private Path node(String name, Consumer<ObjectNode> change) throws IOException {
        ObjectNode document = (ObjectNode) JSON.readTree(result.toFile());
        ((ObjectNode) document.get("loadharness")).put("node", name);
        change.accept(document);
        Files.writeString(folder.resolve("summary_" + name + "_20260101_000000.txt"), "summary of " + name);
        Path file = folder.resolve("mlperf_datacenter_" + name + "_20260101_000000.json");
        JSON.writeValue(file.toFile(), document);
        return file;
    }

    private static ObjectNode details(ObjectNode document, String name) {
        return (ObjectNode) document.at("/loadharness/scenarios/" + name);
    }

    private static ObjectNode scenario(ObjectNode document, String name) {
        return (ObjectNode) document.get("scenarios").get(name);
    }

    @Test
    void theThroughputOfAllMachinesIsTheSum() throws IOException {
        node("jw2", document -> {
            scenario(document, "Server").put("achieved_qps", 1.05).put("valid", true);
            scenario(document, "Offline").put("achieved_qps", 12.3).put("throughput_tokens_per_sec", 35.7);
            scenario(document, "Offline").put("valid", true);
        });
        node("jw3", document -> {
            scenario(document, "Server").put("achieved_qps", 0.95).put("valid", true);
            scenario(document, "Offline").put("achieved_qps", 10.0).put("throughput_tokens_per_sec", 30.0);
            scenario(document, "Offline").put("valid", true);
        });

        Session session = Session.of("aggregate", folder.toString(), "--output-dir", folder + "/joined");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .containsExactly(
                        "Server: VALID on 2 machines, achieved_qps 2.000",
                        "Offline: VALID on 2 machines, achieved_qps 22.300, throughput_tokens_per_sec 65.700",
                        "Joined results: " + folder.resolve("joined/aggregated_datacenter_results.json"));
        JsonNode joined = JSON.readTree(
                folder.resolve("joined/aggregated_datacenter_results.json").toFile());
        assertThat(joined.at("/benchmark_info/nodes").asInt()).isEqualTo(2);
        assertThat(joined.at("/scenarios/Server/achieved_qps").asDouble()).isCloseTo(2.0, within(1e-9));
        assertThat(joined.at("/scenarios/Server/accuracy").asDouble()).isEqualTo(1);
        assertThat(joined.at("/scenarios/Server/latency_p99").isMissingNode()).isTrue();
        assertThat(joined.at("/scenarios/Offline/throughput_tokens_per_sec").asDouble())
                .isCloseTo(65.7, within(1e-9));
        assertThat(joined.at("/nodes/1/node").asText()).isEqualTo("jw3");
        assertThat(joined.at("/nodes/1/file").asText()).isEqualTo("mlperf_datacenter_jw3_20260101_000000.json");
        assertThat(joined.at("/nodes/1/logs/Offline").asText()).isNotEmpty();
        assertThat(folder.resolve("joined/mlperf_datacenter_jw3_20260101_000000.json"))
                .isNotEmptyFile();
        assertThat(folder.resolve("joined")
                        .resolve(joined.at("/nodes/0/summary").asText()))
                .hasContent("summary of jw2");
    }

    @Test
    void oneInvalidMachineMakesTheJoinedResultInvalid() throws IOException {
        node("a", document -> scenario(document, "Server").put("valid", true));
        node("b", document -> scenario(document, "Server").put("valid", false));

        Session session = Session.of("aggregate", folder.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(session.out()).contains("Server: INVALID on 2 machines").contains("; not valid on b\n");
        assertThat(folder.resolve("aggregated_datacenter_results.json")).exists();
    }

    @Test
    void resultsOfOtherBenchmarksOrOfOneMachineAreRefused() throws IOException {
        Path a = node("a", document -> {});
        Path same = folder.resolve("mlperf_datacenter_a_20260101_000001.json");
        Files.copy(a, same);

        Session twice = Session.of("aggregate", folder.toString(), "--output", folder + "/j");

        assertThat(twice.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(twice.err())
                .contains(
                        a + " and " + same + " are both results of the machine a: give one result file of each machine;"
                                + " NODE_NAME sets the name of a machine");

        Path b = node("b", document -> ((ObjectNode) document.get("benchmark_info")).put("model", "other"));
        Session models = Session.of("aggregate", a.toString(), b.toString(), "--output", folder + "/j");
        assertThat(models.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(models.err()).contains("the results do not belong to one benchmark: the model of " + a + " is ");
        assertThat(folder.resolve("j")).doesNotExist();
    }

    @Test
    void resultsOfOtherVersionsOrSettingsAreRefused() throws IOException {
        Path a = node("a", document -> {});
        Path old = node("old", document -> ((ObjectNode) document.get("loadharness")).put("version", "0.0.1"));
        Path other = node("b", document -> ((ObjectNode) document.at("/loadharness/settings")).put("--top-p", "0.5"));

        Session versions = Session.of("aggregate", a.toString(), old.toString(), "--output", folder + "/j");
        Session settings = Session.of("aggregate", a.toString(), other.toString(), "--output", folder + "/j");

        assertThat(versions.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(versions.err()).contains("the LoadHarness version of " + a + " is ", " it is 0.0.1");
        assertThat(settings.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(settings.err())
                .contains("the --top-p of " + a + " is not given, but of " + other
                        + " it is 0.5: join only results with" + " the same --top-p");
        assertThat(folder.resolve("j")).doesNotExist();
    }

    @Test
    void machinesMayHaveOtherServersAndRates() throws IOException {
        node("a", document -> {});
        node("b", document -> ((ObjectNode) document.at("/loadharness/settings"))
                .put("--url", "http://b:8000")
                .put("--server-target-qps", "7"));

        Session session = Session.of("aggregate", folder.toString(), "--output", folder + "/j");

        assertThat(session.err()).isEmpty();
        assertThat(session.out()).contains("Joined results: ").doesNotContain("Warning");
    }

    @Test
    void runsAtDifferentTimesHaveAWarning() throws IOException {
        node("a", document -> details(document, "Server")
                .put("started", "2026-01-01T10:00:00Z")
                .put("ended", "2026-01-01T10:01:00Z"));
        node("b", document -> details(document, "Server")
                .put("started", "2026-01-01T10:01:00Z")
                .put("ended", "2026-01-01T10:02:00Z"));

        Session session = Session.of("aggregate", folder.toString(), "--output", folder + "/j");

        String warning = "Server: the machines did not run at the same time: a ended at 2026-01-01T10:01:00Z, but b"
                + " started at 2026-01-01T10:01:00Z; the sum is not the throughput of all machines together";
        assertThat(session.out()).containsOnlyOnce("Warning: ").contains("Warning: " + warning + "\n");
        JsonNode joined = JSON.readTree(
                folder.resolve("j/aggregated_datacenter_results.json").toFile());
        assertThat(joined.get("warnings")).map(JsonNode::asText).containsExactly(warning);
    }

    @Test
    void withoutTheCountsOfAMachineThereIsNoAccuracy() throws IOException {
        node("a", document -> {});
        node("b", document -> details(document, "Server").remove("total_queries"));

        assertThat(Session.of("aggregate", folder.toString(), "--output", folder + "/j")
                        .err())
                .isEmpty();

        JsonNode joined = JSON.readTree(
                folder.resolve("j/aggregated_datacenter_results.json").toFile());
        assertThat(joined.at("/scenarios/Server").fieldNames()).toIterable().containsExactly("valid", "achieved_qps");
        assertThat(joined.at("/scenarios/Offline/total_queries").asLong()).isPositive();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{",
                "null",
                "[]",
                "{\"scenarios\":{}}",
                "{\"benchmark_info\":{\"benchmark\":\"b\"},\"scenarios\":[],\"loadharness\":{\"node\":\"n\"}}"
            })
    void damagedResultsAreReported(String content) throws IOException {
        node("a", document -> {});
        Path damaged = folder.resolve("mlperf_datacenter_b_20260101_000000.json");
        Files.writeString(damaged, content);

        Session session = Session.of("aggregate", folder.toString(), "--output", folder + "/j");

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.err()).contains(damaged + " has invalid content").doesNotContain("\tat ");
    }
}
