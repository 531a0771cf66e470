// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Files that {@code harness run} writes, and reports that are written from them. */
@Tag("load")
@Timeout(600)
class RecordedRunTest {

    private static final String SERVER = "--scenario server --target-qps 200 --min-duration 1s --min-queries 700"
            + " --ttft-bound 60s --tpot-bound 10s";

    @TempDir
    Path parent;

    /**
     * Compares percentiles of LoadGen with limits from the records, which hold at any speed of the machine. LoadGen reads its clock right
     * after the times in the records. It has read the clock before the next query is issued and, with one slot, before the next request is
     * sent. Most of each latency is the wait for the slot, therefore the limits are close to each other.
     */
    @Test
    void recordsMatchTheResultsOfLoadGen() throws IOException {
        Path folder = parent.resolve("run");
        Session session = run(
                folder,
                "--scenario server --target-qps 1000 --min-duration 1ms --min-queries 500 --concurrency 1 --transport netty"
                        + " --ttft-bound 1h --tpot-bound 1h");

        assertThat(session.exitCode()).as(session.out() + session.err()).isZero();
        LoadGenLimits limits = LoadGenLimits.of(Records.in(folder));
        String detail = Files.readString(folder.resolve("mlperf_log_detail.txt"));
        JsonNode metrics = result(folder).get("metrics");
        assertThat(metrics.at("/latency_scheduled/count").asLong()).isEqualTo(logged(detail, "result_query_count"));
        for (String percentile : List.of("50", "90", "95", "97", "99")) {
            limits.latency()
                    .check(
                            percentile,
                            metrics.at("/latency_scheduled/p" + percentile),
                            logged(detail, "result_" + percentile + ".00_percentile_latency_ns"));
            limits.firstToken()
                    .check(
                            percentile,
                            metrics.at("/ttft_scheduled/p" + percentile),
                            logged(detail, "result_first_token_" + percentile + ".00_percentile_latency_ns"));
            limits.perToken()
                    .check(
                            percentile,
                            metrics.at("/tpot_scheduled/p" + percentile),
                            logged(detail, "result_time_per_output_token_" + percentile + ".00_percentile_ns"));
        }
    }

    @Test
    void exportedRequestsAreScheduledAtTheRate() throws IOException {
        Path folder = parent.resolve("run");
        run(folder, "--load constant --rate 100 --requests 50");
        Session.of("export", folder.toString());

        List<String> rows = Files.readAllLines(folder.resolve("requests.csv"));
        int column = List.of(rows.get(0).split(",")).indexOf("scheduled_ns");
        long[] scheduled = rows.stream()
                .skip(1)
                .mapToLong(each -> Long.parseLong(each.split(",", -1)[column]))
                .sorted()
                .toArray();
        assertThat(scheduled).hasSize(50);
        for (int i = 1; i < scheduled.length; i++) {
            assertThat(scheduled[i] - scheduled[i - 1]).isCloseTo(10_000_000, within(1L));
        }
    }

    @Test
    void rewrittenReportIsTheSame() throws IOException {
        Path folder = parent.resolve("run");
        run(folder, "--load constant --rate 100 --requests 50");
        byte[] first = Files.readAllBytes(folder.resolve("result.json"));
        Files.delete(folder.resolve("result.json"));

        Session report = Session.of("report", folder.toString());

        assertThat(report.exitCode()).as(report.err()).isZero();
        assertThat(folder.resolve("result.json")).hasBinaryContent(first);
    }

    @Test
    void unmetRequirementHasItsOwnExitCode() throws IOException {
        Path folder = parent.resolve("run");
        Session session =
                run(folder, "--load constant --rate 100 --requests 50 --require completed>=51 --require ttft.p99<1h");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.UNMET);
        assertThat(session.out()).contains("- required: completed>=51, but completed is 50\n");
        assertThat(result(folder).at("/verdict").asText()).isEqualTo("INVALID");
        assertThat(session.out())
                .contains("\n**INVALID**: constant 100/s, 50 samples")
                .endsWith("\nCauses and remedies of REQUIREMENT_MISSED: docs/guides/my-run-is-invalid.md\n")
                .doesNotContain("**VALID**");
        assertThat(Session.of("report", folder.toString()).exitCode()).isEqualTo(ExitCode.UNMET);
    }

    @Test
    void sweepWithUnmetRequirementHasTheSameCode() throws IOException {
        Path folder = parent.resolve("sweep");
        Session session =
                run(folder, "--load sweep --requests 50 --stages 2 --duration 1s --seed 1 --require completed>=100000");

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.UNMET);
        assertThat(session.out())
                .contains("\nCauses and remedies of REQUIREMENT_MISSED: docs/guides/my-run-is-invalid.md\n");
        assertThat(Session.of("report", folder.toString()).exitCode()).isEqualTo(ExitCode.UNMET);
    }

    @Test
    void limitsOnThePageStartAtTheBoundsOfTheRun() throws IOException {
        Path folder = parent.resolve("run");
        run(folder, SERVER + " --require ttft.p99<3s");

        JsonNode bounds = result(folder).at("/run/bounds");
        assertThat(bounds.get("ttft").asDouble()).isEqualTo(60);
        assertThat(bounds.get("tpot").asDouble()).isEqualTo(10);
        assertThat(bounds).hasSize(2);
        assertThat(folder.resolve("report.html")).content().contains("\"limits\":{\"ttft\":3000000.0,\"tpot\":1.0E7}");
    }

    @Test
    void rejectsInvalidRequirementBeforeTheRun() throws IOException {
        Path folder = parent.resolve("run");
        Session session = run(folder, "--load constant --rate 100 --requests 50 --require tfft.p99<1s");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines())
                .containsExactly("--require: unknown metric 'tfft.p99'; did you mean 'ttft.p99'?");
        assertThat(folder).doesNotExist();
    }

    @Test
    void datacenterBenchmarkHasItsOwnResultFiles() throws IOException {
        Path folder = parent.resolve("run");
        Session session =
                run(folder, SERVER + " --rules datacenter --require duration>=1s --require latency_scheduled.p99<=1h");

        assertThat(session.exitCode()).as(session.out() + session.err()).isZero();
        assertThat(session.out()).contains("completed 10 requests in");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .anyMatch(name -> name.matches("mlperf_datacenter_.*_\\d{8}_\\d{6}\\.json"))
                    .anyMatch(name -> name.matches("summary_.*_\\d{8}_\\d{6}\\.txt"));
        }
    }

    @Test
    void severalScenariosRunWithOneCommandAndHaveOneResult() throws IOException {
        Path folder = parent.resolve("run");
        Session session = run(
                folder,
                SERVER.replace("server", "server,offline")
                        + " --offline-target-qps 5000 --rules datacenter --require duration>=0s"
                        + " --require latency_scheduled.p99<=1h");

        assertThat(session.exitCode()).as(session.out() + session.err()).isZero();
        assertThat(folder.resolve("server/result.json")).exists();
        assertThat(folder.resolve("offline/result.json")).exists();
        JsonNode result;
        try (Stream<Path> files = Files.list(folder)) {
            result = new ObjectMapper()
                    .readTree(files.filter(each -> each.toString().endsWith(".json"))
                            .findFirst()
                            .orElseThrow()
                            .toFile());
        }
        assertThat(result.at("/scenarios/Server/valid").asBoolean()).isTrue();
        assertThat(result.at("/scenarios/Offline/valid").asBoolean()).isTrue();
        assertThat(session.plainOut())
                .containsPattern("Server +\\S+ +.*VALID")
                .containsPattern("Offline +\\S+ +.*VALID")
                .doesNotContain("**VALID**", "VALID after");
    }

    @Test
    void oneInvalidScenarioMakesTheCommandFail() throws IOException {
        Path folder = parent.resolve("run");
        Session session = run(folder, "--scenario offline,single-stream --target-qps 1 --min-duration 1s");

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.INVALID);
        assertThat(result(folder.resolve("offline")).at("/verdict").asText()).isEqualTo("INVALID");
        assertThat(result(folder.resolve("single-stream")).at("/verdict").asText())
                .isEqualTo("VALID");
    }

    @Test
    void doesNotOverwriteTheFolderOfARun() throws IOException {
        Path folder = parent.resolve("run");
        run(folder, "--load constant --rate 100 --requests 5");
        byte[] records = Files.readAllBytes(folder.resolve("records.cbor"));
        byte[] description = Files.readAllBytes(folder.resolve("run.json"));

        Session again = run(folder, "--load constant --rate 100 --requests 5");

        assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(again.errLines())
                .containsExactly(folder + " has the records of an earlier run; use another folder.");
        assertThat(folder.resolve("records.cbor")).hasBinaryContent(records);
        assertThat(folder.resolve("run.json")).hasBinaryContent(description);
        assertThat(again.out()).isEmpty();
    }

    @Test
    void reportsAKilledRun() throws Exception {
        Path folder = parent.resolve("run");
        try (SimulatedServer server = server()) {
            Process run = process(List.of(), server, folder, "--load constant --rate 100 --duration 10m");
            awaitRecords(run, folder.resolve("records.cbor"));
            run.destroyForcibly().waitFor();
        }

        Session report = Session.of("report", folder.toString());

        assertThat(report.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(report.out()).contains("the process of the run ended before the run was complete");
        assertThat(result(folder).at("/counts/completed").asLong()).isPositive();
    }

    @Test
    void fullDiskEndsTheRunAtOnce() throws Exception {
        Path folder = parent.resolve("run");
        try (SimulatedServer server = server()) {
            Process run = process(
                    List.of("bash", "-c", "ulimit -f 100; exec \"$@\"", "limited"),
                    server,
                    folder,
                    "--load constant --rate 500 --duration 10m");
            String out;
            try (BufferedReader output = run.inputReader(StandardCharsets.UTF_8)) {
                out = output.lines().collect(Collectors.joining("\n"));
            }

            assertThat(run.waitFor()).as(out).isEqualTo(ExitCode.FAILED);
            assertThat(out)
                    .contains("**FAILED**: " + folder.resolve("records.cbor") + " cannot be written: File too large");
        }
        Session report = Session.of("report", folder.toString());
        assertThat(report.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(report.out()).contains(folder.resolve("records.cbor") + " cannot be written: File too large");
    }

    @Test
    void doesNotLeaveHalfAReportOnAFullDisk() throws Exception {
        Path folder = parent.resolve("run");
        try (SimulatedServer server = server()) {
            Process run = process(
                    List.of("bash", "-c", "ulimit -f 600; exec \"$@\"", "limited"),
                    server,
                    folder,
                    "--load constant --rate 100 --requests 20");
            String out;
            try (BufferedReader output = run.inputReader(StandardCharsets.UTF_8)) {
                out = output.lines().collect(Collectors.joining("\n"));
            }

            assertThat(run.waitFor()).as(out).isEqualTo(ExitCode.FAILED);
            assertThat(out)
                    .contains("**FAILED**: " + folder.resolve("report.html") + " cannot be written: File too large");
        }
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(each -> each.getFileName().toString()))
                    .contains("result.json", "outcome.json")
                    .doesNotContain("report.html")
                    .noneMatch(name -> name.endsWith(".part"));
        }
        assertThat(Session.of("report", folder.toString()).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(folder.resolve("report.html")).isNotEmptyFile();
    }

    private static void awaitRecords(Process run, Path file) throws InterruptedException {
        long few = 2000;
        while (!Files.exists(file) || sizeOf(file) < few) {
            assertThat(run.isAlive()).as("the run goes on").isTrue();
            Thread.sleep(20);
        }
    }

    private static long sizeOf(Path file) {
        try {
            return Files.size(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Process process(List<String> before, SimulatedServer server, Path folder, String options)
            throws IOException {
        List<String> command = new ArrayList<>(before);
        command.addAll(JavaCommand.harness(List.of()));
        command.addAll(arguments(server, folder, options));
        return new ProcessBuilder(command).redirectErrorStream(true).start();
    }

    private static Session run(Path folder, String options) throws IOException {
        try (SimulatedServer server = server()) {
            return Session.of(arguments(server, folder, options).toArray(String[]::new));
        }
    }

    private static List<String> arguments(SimulatedServer server, Path folder, String options) {
        List<String> arguments = new ArrayList<>(List.of(
                "run", "--url", server.uri().toString(), "--max-tokens", "6", "--output-dir", folder.toString()));
        arguments.addAll(List.of(options.split(" ")));
        arguments.addAll(LenientClient.OPTIONS);
        return arguments;
    }

    private static SimulatedServer server() throws IOException {
        return SimulatedServer.start(SimulatorConfig.builder()
                .pace(new Pace(Duration.ofMillis(5), Duration.ofMillis(1)))
                .build());
    }

    private static JsonNode result(Path folder) throws IOException {
        return new ObjectMapper().readTree(folder.resolve("result.json").toFile());
    }

    private static long logged(String detail, String key) {
        Matcher value = Pattern.compile("\"key\": \"" + Pattern.quote(key) + "\", \"value\": (\\d+)")
                .matcher(detail);
        assertThat(value.find()).as(key).isTrue();
        return Long.parseLong(value.group(1));
    }
}
