// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkResult;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.InterruptSignal;
import io.loadharness.cli.JavaCommand;
import io.loadharness.cli.Session;
import io.loadharness.client.ClientLimits;
import io.loadharness.cluster.Workers;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs whose requests are sent by worker processes on this machine. */
@Tag("load")
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class WorkersTest {

    /** Limits that a busy test machine keeps. */
    private static final String PATIENT =
            " --max-send-delay 1m --max-read-delay 1m --max-thread-share 100 --max-cpu-share 100 --max-gc-share 100";

    @TempDir
    Path parent;

    private Path output() {
        return parent.resolve("run");
    }

    private String[] arguments(SimulatedServer server, String options) {
        List<String> all = new ArrayList<>(List.of("run", "--url", server.uri().toString()));
        all.addAll(List.of((options + PATIENT).strip().split("\\s+")));
        all.addAll(List.of("--output-dir", output().toString()));
        return all.toArray(String[]::new);
    }

    private JsonNode result() throws IOException {
        return new ObjectMapper().readTree(output().resolve("result.json").toFile());
    }

    private static List<ProcessHandle> workers(ProcessHandle of) {
        return of.descendants()
                .filter(each -> commandLine(each).contains("WorkerProgram"))
                .toList();
    }

    private static String commandLine(ProcessHandle process) {
        try {
            return Files.readString(Path.of("/proc", String.valueOf(process.pid()), "cmdline"))
                    .replace('\0', ' ');
        } catch (IOException | UncheckedIOException e) {
            return ""; // it has ended
        }
    }

    @Test
    void aJavaProgramMeasuresWithWorkers() throws Exception {
        BenchmarkResult result;
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            result = Benchmark.builder()
                    .endpoint(server.uri().toString())
                    .scenario(Scenario.SERVER)
                    .targetQps(300)
                    .minDuration(Duration.ofSeconds(1))
                    .minQueries(300)
                    .generation(GenerationParameters.builder().maxTokens(4).build())
                    .clientLimits(ClientLimits.NONE)
                    .on(Workers.local(2))
                    .outputFolder(output())
                    .build()
                    .run();
        }
        assertThat(result.reasons()).extracting(Reason::code).doesNotContain(Reason.Code.WORKER_LOST);
        assertThat(result().get("workers"))
                .extracting(each -> each.get("worker").asText())
                .containsExactly("worker-0", "worker-1");
        assertThat(result().at("/counts/failed").asLong()).isZero();
        assertThat(workers(ProcessHandle.current())).isEmpty();
    }

    @Test
    void refusesFewerConnectionsThanWorkers() {
        Session session = Session.of(
                "run",
                "--url=http://h:1",
                "--load=constant",
                "--rate=5",
                "--duration=1s",
                "--on=local",
                "--workers=3",
                "--max-connections=2");

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err())
                .contains("a maximum of 2 connections to each server is less than one for each of 3 workers on local");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --scenario server --target-qps 300 --min-duration 3s --min-queries 700 --ttft-bound 10s --tpot-bound 10s
        --scenario offline --target-qps 5000 --min-duration 200ms
        --load constant --rate 200 --duration 2s
        """)
    void sendsEqualSharesThroughWorkers(String load) throws IOException {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Session session = Session.of(arguments(server, load + " --max-tokens 4 --on local --workers 3"));

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        }
        JsonNode result = result();
        assertThat(result.get("verdict").asText()).isEqualTo("VALID");
        assertThat(result.at("/coordination/p50_ns").asLong()).isPositive();
        assertThat(result.at("/coordination/ttft_share").isNumber()).isTrue();
        List<JsonNode> endpoints = StreamSupport.stream(result.get("endpoints").spliterator(), false)
                .toList();
        assertThat(endpoints)
                .map(each -> each.get("endpoint").asText().replaceAll(".* @", ""))
                .containsExactlyInAnyOrder("worker-0", "worker-1", "worker-2");
        assertThat(result.get("workers"))
                .extracting(each -> each.get("worker").asText())
                .containsExactly("worker-0", "worker-1", "worker-2");
        long[] counts = endpoints.stream()
                .mapToLong(each -> each.at("/counts/completed").asLong())
                .toArray();
        if (load.startsWith("--scenario")) {
            String name = "LoadHarness Network SUT: 3 nodes: worker-0 on ";
            assertThat(Files.readString(output().resolve("mlperf_log_detail.txt")))
                    .containsPattern("\"key\": \"sut_name\", \"value\": \"" + name);
            JsonNode network =
                    new ObjectMapper().readTree(output().resolve("network.json").toFile());
            assertThat(network.get("sut_name").asText()).startsWith(name);
            assertThat(network.get("nodes"))
                    .allSatisfy(each ->
                            assertThat(each.get("round_trip_ns").asLong()).isPositive());
        } else {
            assertThat(output().resolve("network.json")).doesNotExist();
        }
        if (!load.contains("offline")) {
            assertThat(LongStream.of(counts).max().orElseThrow()
                            - LongStream.of(counts).min().orElseThrow())
                    .isLessThanOrEqualTo(1);
        }
        assertThat(LongStream.of(counts).min().orElseThrow()).isPositive();
        assertThat(workers(ProcessHandle.current())).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "STOP"})
    void invalidatesARunWhoseWorkerIsLost(String signal) throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            CompletableFuture<Session> run = Session.start(arguments(
                    server,
                    "--load constant --rate 50 --duration 600s --max-tokens 4 --warm-up 1 --on local --workers 3"));
            awaitRecords(run::isDone);
            ProcessHandle victim = workers(ProcessHandle.current()).stream()
                    .filter(each -> commandLine(each).strip().endsWith("--rank 1"))
                    .findFirst()
                    .orElseThrow();
            new ProcessBuilder("kill", "-" + signal, String.valueOf(victim.pid()))
                    .start()
                    .waitFor();
            Session session = run.get(10, TimeUnit.MINUTES);

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.INVALID);
            JsonNode result = result();
            assertThat(result.get("reason_codes").get(0).asText()).isEqualTo("WORKER_LOST");
            assertThat(result.get("reasons").get(0).asText())
                    .startsWith("worker-1 (process " + victim.pid() + " on ")
                    .contains(
                            signal.equals("KILL")
                                    ? "; killed by signal 9 (SIGKILL)"
                                    : "it has sent no message for 5 s: it hangs, or the network to it is interrupted");
            assertThat(StreamSupport.stream(result.get("reasons").spliterator(), false)
                            .map(JsonNode::asText))
                    .filteredOn(each -> each.startsWith("worker-1 (process "))
                    .hasSize(1);
            assertThat(result.at("/counts/completed").asLong()).isPositive();
            checkPartial(result, session.out());
        }
        assertThat(workers(ProcessHandle.current())).isEmpty();
    }

    /** Checks that the results are marked as partial, and contain the samples of each worker, of which worker-1 was lost. */
    private void checkPartial(JsonNode result, String console) throws IOException {
        String sentence = result.at("/partial/sentence").asText();
        JsonNode workers = result.at("/partial/workers");
        assertThat(workers)
                .extracting(each -> each.get("worker").asText() + " " + each.get("lost"))
                .containsExactly("worker-0 false", "worker-1 true", "worker-2 false");
        assertThat(StreamSupport.stream(workers.spliterator(), false)
                        .mapToLong(each -> each.get("completed").asLong())
                        .sum())
                .isEqualTo(result.at("/counts/completed").asLong());
        assertThat(sentence)
                .startsWith("Partial results: worker-1 was lost, with "
                        + workers.at("/1/completed").asText() + " completed sample")
                .contains("; the other 2 workers delivered ");
        assertThat(console).contains(sentence);
        assertThat(output().resolve("summary.md")).content().contains(sentence);
        assertThat(output().resolve("report.html")).content().contains(sentence);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--scenario server --target-qps 100 --min-duration 2s --min-queries 100 --ttft-bound 10s --tpot-bound 10s",
                "--load constant --rate 100 --duration 2s"
            })
    void invalidatesARunThatWorkersLimit(String load) throws Exception {
        Pace pace = new Pace(Duration.ofMillis(50), Duration.ofMillis(5));
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().pace(pace).build())) {
            List<String> arguments = new ArrayList<>(
                    List.of(arguments(server, load + " --max-tokens 4 --warm-up 1 --on local --workers 2")));
            arguments.set(arguments.indexOf("--max-cpu-share") + 1, "0.001");

            Session session = Session.of(arguments.toArray(String[]::new));

            assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.INVALID);
        }
        JsonNode result = result();
        assertThat(StreamSupport.stream(result.get("reasons").spliterator(), false)
                        .map(JsonNode::asText))
                .anyMatch(each -> each.startsWith("client-limited: the client used "))
                .anyMatch(each -> each.matches("worker-0 on \\S+: client-limited: the client used .*"))
                .anyMatch(each -> each.matches("worker-1 on \\S+: client-limited: the client used .*"));
        assertThat(result.at("/outcome/client_limited").asBoolean()).isTrue();
    }

    /** Waits until a run has written some records, or has ended. */
    private void awaitRecords(BooleanSupplier hasEnded) throws Exception {
        Path records = output().resolve("records.cbor");
        while (!hasEnded.getAsBoolean() && (!Files.exists(records) || Files.size(records) < 2000)) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    @Test
    void leavesNoWorkerIfTheCoordinatorIsKilled() throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Process coordinator = new ProcessBuilder(JavaCommand.harness(
                            List.of(),
                            arguments(
                                    server,
                                    "--load constant --rate 50 --duration 600s --max-tokens 4 --warm-up 1 --on local"
                                            + " --workers 2")))
                    .redirectErrorStream(true)
                    .redirectOutput(parent.resolve("console").toFile())
                    .start();
            awaitRecords(() -> !coordinator.isAlive());
            List<ProcessHandle> workers = workers(coordinator.toHandle());
            assertThat(workers).as(Files.readString(parent.resolve("console"))).hasSize(2);
            coordinator.destroyForcibly().waitFor();

            for (ProcessHandle each : workers) {
                each.onExit().get(30, TimeUnit.SECONDS);
            }
        }
    }

    /** Ctrl-C in a terminal sends the signal to the whole process group, and workers have their own. */
    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void aSignalStopsTheWorkersAndKeepsTheResults(String signal, int exitCode) throws Exception {
        if (signal.equals("INT")) {
            InterruptSignal.assumeHandled();
        }
        List<String> command = new ArrayList<>(List.of("setsid"));
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            command.addAll(JavaCommand.harness(
                    List.of(),
                    arguments(
                            server,
                            "--load constant --rate 50 --duration 600s --max-tokens 4 --warm-up 1 --on local"
                                    + " --workers 2")));
            Process coordinator = new ProcessBuilder(command)
                    .redirectErrorStream(true)
                    .redirectOutput(parent.resolve("console").toFile())
                    .start();
            awaitRecords(() -> !coordinator.isAlive());
            assertThat(workers(coordinator.toHandle()))
                    .as(Files.readString(parent.resolve("console")))
                    .hasSize(2);
            List<ProcessHandle> started = coordinator.toHandle().descendants().toList();
            new ProcessBuilder("kill", "-" + signal, "--", "-" + coordinator.pid())
                    .start()
                    .waitFor();

            assertThat(coordinator.waitFor()).isEqualTo(exitCode);
            assertThat(started).noneMatch(ProcessHandle::isAlive);
        }
        JsonNode result = result();
        assertThat(result.get("verdict").asText()).isEqualTo("ABORTED");
        assertThat(result.get("reason_codes")).extracting(JsonNode::asText).containsExactly("ABORTED");
        assertThat(result.at("/counts/completed").asLong()).isPositive();
        assertThat(result.has("partial")).isFalse();
        assertThat(output().resolve("run.lock")).doesNotExist();
    }

    @Test
    void tokenIsInNoArgumentEnvironmentLogOrResult() throws Exception {
        Path script = parent.resolve("java.sh");
        Path token = parent.resolve("token");
        Files.writeString(
                script,
                "#!/bin/sh\nread -r line\necho \"$line\" > " + token + "\n{ echo \"$line\"; cat; } | "
                        + JavaCommand.JAVA + " \"$@\"\n");
        Files.setPosixFilePermissions(script, PosixFilePermissions.fromString("rwx------"));
        List<String> seen = new ArrayList<>();
        Session session;
        try (SimulatedServer server = SimulatedServer.start(
                SimulatorConfig.builder().apiKey("Quokka-4711").build())) {
            Files.writeString(parent.resolve("key"), "Quokka-4711");
            CompletableFuture<Session> run = Session.start(arguments(
                    server,
                    "--load constant --rate 50 --duration 2s --max-tokens 4 --on local --workers 1 --launcher-option"
                            + " java=" + script + " --api-key-file " + parent.resolve("key")));
            awaitRecords(run::isDone);
            for (ProcessHandle each : ProcessHandle.current().descendants().toList()) {
                seen.add(commandLine(each));
                Path environment = Path.of("/proc", String.valueOf(each.pid()), "environ");
                if (Files.isReadable(environment)) {
                    seen.add(new String(Files.readAllBytes(environment), StandardCharsets.ISO_8859_1));
                }
            }
            session = run.get(10, TimeUnit.MINUTES);
        }
        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        try (Stream<Path> files = Files.walk(output())) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                seen.add(Files.readString(each, StandardCharsets.ISO_8859_1));
            }
        }
        seen.add(session.out() + session.err());
        String secret = Files.readString(token).strip().split(" ", -1)[0];

        assertThat(secret).hasSizeGreaterThan(40);
        assertThat(seen).hasSizeGreaterThan(10).noneMatch(each -> each.contains(secret));
        assertThat(seen).noneMatch(each -> each.contains("Quokka-4711"));
        assertThat(PosixFilePermissions.toString(
                        Files.getPosixFilePermissions(output().resolve("workers/worker-0.log"))))
                .isEqualTo("rw-------");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --workers 2                                    | --workers applies only to workers
        --on mars                                      | --on: unknown launcher 'mars'. Allowed: kubernetes, local, slurm, ssh
        --on pods                                      | --on: unknown launcher 'pods'. Allowed: kubernetes, local, slurm, ssh
        --slurm --hold                                 | --slurm applies only to workers
        --on local --trusted-network                   | --trusted-network does not apply to workers on this machine
        --on local --coordinator-host node1            | --coordinator-host does not apply to workers on this machine
        --on slurm --slurm --requeue                   | --slurm must not contain --requeue
        --on slurm --slurm --wait                      | --slurm must not contain --wait
        --on slurm --slurm=--wait                      | --slurm must not contain --wait
        --on ssh                                       | --hosts is missing: give the hosts as a,b,c
        --on local --workers 0                         | the number of workers must be 1 to 10000: got 0
        --on local --launcher-option color=red         | the launcher local has no option color. Allowed:
        --on local --workers 3 --concurrency 2         | it must be at least 3, the number of workers
        """)
    void refusesWrongOptionsWithASentence(String options, String sentence) {
        Session session = Session.of(
                ("run --url http://127.0.0.1:1 --load constant --rate 1 --duration 1s " + options).split("\\s+"));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err()).contains(sentence);
    }

    @Test
    void namesAWorkerThatCannotStart() {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Session session = Session.of(arguments(
                    server, "--load constant --rate 1 --duration 1s --on local --launcher-option java=/bin/false"));

            assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(session.err()).contains("worker-0 ended before it connected: ended with exit code 1");
        }
    }

    @Test
    void printsThePrefixOfLocalWorkersWithTheirRanks() {
        List<String> command = new ArrayList<>(List.of(
                "run --url http://127.0.0.1:1 --load constant --rate 1 --duration 1s --on local --workers 2 --print"
                        .split(" ")));
        command.addAll(List.of("--launcher-option", "prefix=numactl --cpunodebind={rank}"));

        Session session = Session.of(command.toArray(String[]::new));

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .anyMatch(each -> each.startsWith("numactl --cpunodebind=0 ") && each.endsWith(" --rank 0"))
                .anyMatch(each -> each.startsWith("numactl --cpunodebind=1 ") && each.endsWith(" --rank 1"));
    }

    @Test
    void printsTheCommandsAndStartsNothing() {
        Session session = Session.of(
                "run --url http://127.0.0.1:1 --load constant --rate 1 --duration 1s --on local --workers 2 --print"
                        .split(" "));

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out())
                .contains("WorkerProgram --connect COORDINATOR:PORT --connect-seconds 120 --rank 1")
                .doesNotContain("SECRET");
        assertThat(workers(ProcessHandle.current())).isEmpty();
    }
}
