// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.LoadPlan;
import io.loadharness.benchmark.SlicedRun;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.InterruptSignal;
import io.loadharness.cli.JavaCommand;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.RepeatingServer;
import io.loadharness.cli.Session;
import io.loadharness.client.ClientLimits;
import io.loadharness.cluster.SliceRequest;
import io.loadharness.cluster.Workers;
import io.loadharness.metrics.LiveView;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import io.loadharness.report.RunFolder;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs in which worker processes on this machine generate their own slices: {@code run --on local --slices}. */
@Tag("load")
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class SlicesTest {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String TOKEN = "Quokka-4711-Zebra";
    private static final Path LLAMA_CLASS =
            Path.of("../../plugins/tokenizers/src/test/resources/io/loadharness/tokenizers/llama-class");
    private static final String LONG = "--load constant --rate 50 --duration 600s --warm-up 1";

    @TempDir
    Path parent;

    private Path temporary;

    @BeforeEach
    void createTemporaryFolder() throws IOException {
        temporary = Files.createDirectory(parent.resolve("temporary"));
    }

    private Path output() {
        return parent.resolve("run");
    }

    private String[] arguments(String url, Path output, String options) {
        List<String> all =
                new ArrayList<>(List.of("run", "--url", url, "--max-tokens", "4", "--output-dir", output + ""));
        all.addAll(LenientClient.OPTIONS);
        all.addAll(List.of(options.strip().split("\\s+")));
        return all.toArray(String[]::new);
    }

    private String[] sliced(SimulatedServer server, String options) {
        return sliced(server.uri().toString(), options);
    }

    private String[] sliced(String url, String options) {
        return arguments(
                url,
                output(),
                options + " --on local --workers 3 --slices --start-timeout 5m --launcher-option java-option=-Xmx200m"
                        + " --launcher-option java-option=-Djava.io.tmpdir=" + temporary);
    }

    private static SimulatedServer server() {
        return SimulatedServer.start(SimulatorConfig.builder().build());
    }

    private JsonNode result() throws IOException {
        return JSON.readTree(output().resolve("result.json").toFile());
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /** Checks that a run is valid, or that a slow machine started a slice late. */
    private void checkValid(int exitCode, String messages) throws IOException {
        assertThat(exitCode).as(messages).isIn(ExitCode.OK, ExitCode.INVALID);
        assertThat(texts(result().get("reason_codes"))).as(messages).allMatch("STARTED_LATE"::equals);
    }

    private void checkNothingIsLeft() throws IOException {
        assertThat(workers(ProcessHandle.current())).isEmpty();
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(each -> each.toString().contains("loadharness-slice")))
                    .isEmpty();
        }
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

    /** Waits until all workers have written some records, or the run has ended. */
    private void awaitRecords(BooleanSupplier hasEnded) throws Exception {
        while (!hasEnded.getAsBoolean() && recording() < 3) {
            TimeUnit.MILLISECONDS.sleep(50);
        }
    }

    private long recording() throws IOException {
        try (Stream<Path> all = Files.walk(temporary)) {
            return all.filter(each -> each.endsWith("records.cbor"))
                    .filter(each -> each.toFile().length() > 2_000)
                    .count();
        } catch (UncheckedIOException e) {
            return 0; // a folder was deleted meanwhile
        }
    }

    private static List<String> rows(Path run) throws IOException {
        try (Stream<String> lines = Files.lines(run.resolve("loadharness_schedule_detail.txt"))) {
            return lines.skip(1)
                    .map(line -> line.split("\t", -1))
                    .map(row -> row[1] + " at " + row[2])
                    .toList();
        }
    }

    @Test
    void allWorkersTogetherSendTheLoadOfOneProcess() throws Exception {
        String load = "--load poisson --rate 60 --requests 90 --seed 5 --require failure_rate<=1%";
        Path whole = parent.resolve("whole");
        Session session;
        try (SimulatedServer server = server()) {
            assertThat(Session.of(arguments(server.uri().toString(), whole, load))
                            .err())
                    .isEmpty();

            session = Session.of(sliced(server, load));
        }

        checkValid(session.exitCode(), session.out() + session.err());
        assertThat(session.out())
                .containsOnlyOnce("Load: poisson 60/s, 90 samples. This is not MLPerf LoadGen.")
                .contains("poisson: started", "90 done", "Reports and logs: " + output());
        TreeMap<Integer, String> together = new TreeMap<>();
        for (int rank = 0; rank < 3; rank++) {
            List<String> own = rows(output().resolve("slice-" + rank));
            for (int i = 0; i < own.size(); i++) {
                together.put(3 * i + rank, own.get(i));
            }
            assertThat(output().resolve("slice-" + rank + "/records.cbor")).doesNotExist();
            JsonNode slice = JSON.readTree(
                            output().resolve("slice-" + rank + "/run.json").toFile())
                    .get("slice");
            assertThat(slice.at("/clock/bound_nanos").asLong()).isPositive();
            assertThat(slice.get("start_at").asText()).startsWith("20");
        }
        assertThat(together.values()).containsExactlyElementsOf(rows(whole));
        TreeMap<Long, Integer> samples = new TreeMap<>();
        try (RecordReader records = new RunFolder(output()).openRecords()) {
            for (SampleRecord each = records.next(); each != null; each = records.next()) {
                samples.put(each.sequence(), each.sampleIndex());
                assertThat(each.endpoint()).endsWith(" @slice-" + each.sequence() % 3);
            }
            assertThat(records.isComplete()).isTrue();
        }
        assertThat(samples.values())
                .map(sample -> sample + "")
                .containsExactlyElementsOf(rows(whole).stream()
                        .map(row -> row.replaceAll(" at .*", ""))
                        .toList());
        JsonNode result = result();
        assertThat(result.at("/counts/completed").asInt()).isEqualTo(90);
        assertThat(result.at("/run/load").asText()).isEqualTo("poisson 60/s, 90 samples");
        assertThat(result.at("/run/rate_per_second").asDouble()).isEqualTo(60);
        assertThat(result.at("/requirements/0/met").asBoolean()).isTrue();
        assertThat(result.at("/outcome/slices")).hasSize(3);
        assertThat(Files.readString(output().resolve("run.json"))).containsPattern("clock -?\\d+ us ± \\d+ us");
        checkNothingIsLeft();
    }

    /** Ends a run as soon as its live view shows what the test wants to see. */
    private static final class Shown extends RuntimeException {

        private static final long serialVersionUID = 1;
    }

    @Test
    void theLiveViewHasTheRequestsOfAllSlices() {
        try (SimulatedServer server = server()) {
            SlicedRun run = new SlicedRun(
                    Workers.on("local", 2).startTimeout(Duration.ofMinutes(5)).build(),
                    new SliceRequest(
                            List.of(
                                    "--url=" + server.uri(),
                                    "--load=constant",
                                    "--rate=20",
                                    "--requests=100000",
                                    "--max-tokens=4"),
                            List.of()),
                    "constant",
                    LoadPlan.UNKNOWN,
                    ClientLimits.NONE,
                    List.of(),
                    Duration.ofSeconds(30),
                    Optional.empty(),
                    output());

            assertThatThrownBy(() -> run.run(now -> {
                        LiveView view = now.requests().orElseThrow();
                        if (view.endpoints().values().stream().allMatch(each -> each.completed() > 0)) {
                            assertThat(view.endpoints())
                                    .containsOnlyKeys("all servers @slice-0", "all servers @slice-1");
                            assertThat(view.firstToken().count()).isPositive();
                            assertThat(view.tokensPerSecond()).isPositive();
                            throw new Shown();
                        }
                    }))
                    .isInstanceOf(Shown.class);
        }
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --load concurrent --concurrency 4 --requests 40                                                      | 40
        --load sessions --concurrency 3 --warm-up 0 --workload conversations --conversations 6 --turns 2     | 12
        --load constant --rate 40 --requests 30 --dataset-path DATA                                          | 30
        """)
    void closedLoopsSessionsAndDataSetsHaveSlices(String load, int samples) throws Exception {
        Path data = parent.resolve("data.jsonl");
        Files.writeString(data, "{\"input\": \"What is a quokka?\"}\n".repeat(20));
        Session session;
        try (SimulatedServer server = server()) {
            session = Session.of(sliced(server, load.replace("DATA", data.toString())));
        }

        checkValid(session.exitCode(), session.out() + session.err());
        JsonNode result = result();
        assertThat(result.at("/counts/completed").asInt()).isEqualTo(samples);
        assertThat(result.at("/endpoints")).hasSize(3);
        if (load.contains("DATA")) {
            assertThat(result.at("/run/dataset").asText()).isEqualTo("data.jsonl");
            assertThat(Files.readString(output().resolve("slice-1/run.json")))
                    .contains(temporary + "/loadharness-slice-");
            assertThat(Files.readString(output().resolve("run.json")))
                    .contains(data.toString())
                    .doesNotContain(temporary + "/loadharness-slice-");
        }
        checkNothingIsLeft();
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "--dialect vllm-completions --prompts ids --tokenizer TOKENIZER/tokenizer.json",
                "--dialect openai-chat --column images=picture"
            })
    void allWorkersTogetherSendTheBodiesOfOneProcess(String options) throws Exception {
        Path data = Files.createDirectories(parent.resolve("data/images")).resolveSibling("data.jsonl");
        Files.write(data.resolveSibling("images/a.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n'});
        List<String> rows = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            rows.add("{\"input\": \" The lazy  dog " + i + "\", \"picture\": \"./images/a.png\"}");
        }
        Files.write(data, rows);
        String load = "--load constant --rate 40 --requests 18 --warm-up 0 --no-streaming --model m --dataset-path "
                + data + " " + options.replace("TOKENIZER", LLAMA_CLASS.toString());
        Set<String> whole;
        try (RepeatingServer server = new RepeatingServer("", Integer.MAX_VALUE)) {
            assertThat(Session.of(arguments(server.url(), parent.resolve("whole"), load))
                            .err())
                    .isEmpty();
            whole = server.bodies();
        }
        assertThat(whole).hasSizeGreaterThanOrEqualTo(rows.size());
        try (RepeatingServer server = new RepeatingServer("", Integer.MAX_VALUE)) {
            Session session = Session.of(sliced(server.url(), load));

            checkValid(session.exitCode(), session.out() + session.err());
            assertThat(server.bodies()).isEqualTo(whole);
        }
        checkNothingIsLeft();
    }

    @Test
    void anImageFileThatCannotBeSentIsReportedBeforeTheWorkersStart() throws IOException {
        Path data = Files.createDirectory(parent.resolve("data")).resolve("data.jsonl");
        Path image = Files.write(data.resolveSibling("a.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G', '\r', '\n'});
        Files.writeString(data, "{\"input\": \"a\", \"image\": \"" + image.toAbsolutePath() + "\"}");

        Session session = Session.of(
                sliced("http://127.0.0.1:1", "--load constant --rate 1 --requests 2 --dataset-path " + data));

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.err())
                .contains("refer to the image file " + image.toAbsolutePath() + ", but with --slices its name must be"
                        + " relative to the folder of the data set, without '..': use https URLs or data URLs");
        assertThat(output()).doesNotExist();
    }

    @Test
    void programsGetTheProgressOfAllSlices() throws Exception {
        Session session;
        try (SimulatedServer server = server()) {
            session = Session.of(sliced(server, "--load constant --rate 30 --requests 150 --json"));
        }

        checkValid(session.exitCode(), session.out() + session.err());
        JsonNode last = null;
        for (String line : session.outLines()) {
            JsonNode event = JSON.readTree(line);
            if (event.get("event").asText().equals("progress")) {
                last = event;
                assertThat(event.get("in_flight").asLong()).as(line).isNotNegative();
                assertThat(event.get("cpu_share").asDouble()).as(line).isNotNegative();
                assertThat(event.get("endpoints").fieldNames())
                        .toIterable()
                        .containsExactly("all servers @slice-0", "all servers @slice-1", "all servers @slice-2");
            }
        }
        assertThat(last).as(session.out()).isNotNull();
        assertThat(last.get("completed_per_second").asDouble()).isPositive();
        assertThat(last.get("endpoints")).allMatch(each -> each.get("completed").asLong() > 0);
    }

    @Test
    void requirementsAreComparedWithTheWholeLoad() throws Exception {
        Session session;
        try (SimulatedServer server = server()) {
            session = Session.of(sliced(server, "--load constant --rate 100 --requests 300 --require samples>=300"));
        }

        checkValid(session.exitCode(), session.out() + session.err());
        assertThat(session.out()).contains("Load: constant 100/s, 300 samples").doesNotContain("cannot meet");
    }

    /** The file system in memory is too small for the records of 100 million samples. */
    @Test
    void aDiskThatIsTooSmallForAllSlicesIsReported() throws Exception {
        Path inMemory = Path.of("/dev/shm");
        Assumptions.assumeTrue(Files.isWritable(inMemory));
        Assumptions.assumeTrue(Files.getFileStore(inMemory).getUsableSpace() < 400L << 30);
        Path folder = Files.createTempDirectory(inMemory, "slices-test");
        try {
            Session session = Session.of(arguments(
                    "http://127.0.0.1:1",
                    folder,
                    "--load constant --rate 1 --requests 100000000 --ready-timeout 1s --on local --workers 2 --slices"
                            + " --start-timeout 5m"));

            assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.FAILED);
            assertThat(session.out()).contains("Warning: The disk of " + folder + " has ");
        } finally {
            try (Stream<Path> all = Files.walk(folder)) {
                for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                    Files.delete(each);
                }
            }
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"KILL", "STOP"})
    void aLostWorkerInvalidatesTheRunAndAllRecordsAreKept(String signal) throws Exception {
        try (SimulatedServer server = server()) {
            CompletableFuture<Session> run = Session.start(sliced(server, LONG));
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
            assertThat(texts(result.get("reason_codes"))).startsWith("WORKER_LOST", "PROCESS_ENDED");
            assertThat(texts(result.get("reasons")).get(0))
                    .startsWith("worker-1 (process " + victim.pid() + " on ")
                    .contains(
                            signal.equals("KILL")
                                    ? "; killed by signal 9 (SIGKILL)"
                                    : "it has sent no message for 5 s: it hangs, or the network to it is interrupted");
            assertThat(texts(result.get("reasons")).get(1))
                    .startsWith("slice 1/3 on ")
                    .endsWith(" ended before its run was complete: it has no outcome.json");
            assertThat(result.at("/counts/completed").asLong()).isPositive();
            assertThat(result.at("/outcome/slices")).hasSize(3);
            assertThat(result.at("/partial/workers"))
                    .extracting(each -> each.get("worker").asText() + " " + each.get("lost"))
                    .containsExactly("slice-0 false", "slice-1 true", "slice-2 false");
            for (int rank = 0; rank < 3; rank++) {
                assertThat(result.at("/partial/workers/" + rank + "/completed").asLong())
                        .isPositive();
            }
            assertThat(session.out()).contains(result.at("/partial/sentence").asText());
        }
        checkNothingIsLeft();
    }

    @Test
    void aFailingServerInvalidatesTheRun() throws Exception {
        SimulatorConfig config = SimulatorConfig.builder()
                .fault(FaultRule.every(29, Fault.HTTP_500))
                .build();
        Session session;
        try (SimulatedServer server = SimulatedServer.start(config)) {
            session = Session.of(
                    sliced(server, "--load constant --rate 40 --requests 60 --warm-up 0 --dialect vllm-chat"));
        }

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.INVALID);
        JsonNode result = result();
        assertThat(result.at("/outcome/issued").asInt()).isEqualTo(60);
        assertThat(result.at("/outcome/failed").asInt()).isBetween(1, 3);
        assertThat(result.at("/outcome/completed").asInt()
                        + result.at("/outcome/failed").asInt())
                .isEqualTo(60);
        assertThat(texts(result.get("reasons"))).anyMatch(each -> each.matches("slice ./3 on .*failed.*"));
        checkNothingIsLeft();
    }

    private Process start(String... arguments) throws IOException {
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.harness(List.of(), arguments))
                .redirectErrorStream(true)
                .redirectOutput(parent.resolve("console").toFile());
        builder.environment().put("SECRET_VARIABLE", TOKEN);
        builder.environment().put("SECRET_HEADER", "Zebra-1147-Quokka");
        return builder.start();
    }

    private String console() throws IOException {
        return Files.readString(parent.resolve("console"));
    }

    @ParameterizedTest
    @CsvSource({"TERM, 143", "INT, 130"})
    void aSignalStopsAllSlicesAndKeepsTheirResults(String signal, int exitCode) throws Exception {
        if (signal.equals("INT")) {
            InterruptSignal.assumeHandled();
        }
        try (SimulatedServer server = server()) {
            Process coordinator = start(sliced(server, LONG));
            awaitRecords(() -> !coordinator.isAlive());
            List<ProcessHandle> workers = workers(coordinator.toHandle());
            assertThat(workers).as(console()).hasSize(3);
            new ProcessBuilder("kill", "-" + signal, String.valueOf(coordinator.pid()))
                    .start()
                    .waitFor();

            assertThat(coordinator.waitFor()).isEqualTo(exitCode);
            assertThat(workers).noneMatch(ProcessHandle::isAlive);
        }
        JsonNode result = result();
        assertThat(result.get("verdict").asText()).isEqualTo("ABORTED");
        assertThat(texts(result.get("reason_codes"))).containsExactly("ABORTED");
        assertThat(result.at("/counts/completed").asLong()).isPositive();
        assertThat(console()).contains("**ABORTED**: constant 50/s for 600 s");
        checkNothingIsLeft();
    }

    @Test
    void noProcessAndNoFileIsLeftIfTheCoordinatorIsKilled() throws Exception {
        try (SimulatedServer server = server()) {
            Process coordinator = start(sliced(server, LONG));
            awaitRecords(() -> !coordinator.isAlive());
            List<ProcessHandle> workers = workers(coordinator.toHandle());
            assertThat(workers).as(console()).hasSize(3);
            coordinator.destroyForcibly().waitFor();

            for (ProcessHandle each : workers) {
                each.onExit().get(2, TimeUnit.MINUTES);
            }
        }
        checkNothingIsLeft();
    }

    @Test
    void secretsOfTheEnvironmentReachTheServerAndNoFile() throws Exception {
        SimulatorConfig config = SimulatorConfig.builder().apiKey(TOKEN).build();
        Process run;
        List<String> seen = new ArrayList<>();
        try (SimulatedServer server = SimulatedServer.start(config)) {
            run = start(sliced(
                    server,
                    "--load constant --rate 20 --duration 3s --api-key-env SECRET_VARIABLE --header-env"
                            + " X-Team=SECRET_HEADER --header X-Other=Wombat-5-Secret"));
            while (run.isAlive()) {
                workers(run.toHandle()).forEach(each -> seen.add(commandLine(each)));
                TimeUnit.MILLISECONDS.sleep(50);
            }
        }

        checkValid(run.waitFor(), console());
        assertThat(result().at("/counts/completed").asInt()).isEqualTo(60);
        seen.add(console());
        try (Stream<Path> files = Files.walk(output())) {
            for (Path each : files.filter(Files::isRegularFile).toList()) {
                seen.add(Files.readString(each, StandardCharsets.ISO_8859_1));
            }
        }
        assertThat(seen).hasSizeGreaterThan(20).noneMatch(each -> each.contains(TOKEN));
        assertThat(seen).noneMatch(each -> each.contains("Zebra-1147-Quokka"));
        assertThat(seen.stream().filter(each -> !each.contains("WorkerProgram")))
                .noneMatch(each -> each.contains("Wombat-5-Secret"));
        checkNothingIsLeft();
    }

    @Test
    void aServerThatIsNotReadyIsReportedBeforeTheStart() throws Exception {
        Session session = Session.of(
                "run",
                "--url=http://127.0.0.1:1",
                "--load=constant",
                "--rate=1",
                "--duration=1s",
                "--ready-timeout=1s",
                "--on=local",
                "--workers=2",
                "--slices",
                "--start-timeout=5m",
                "--output-dir=" + output());

        assertThat(session.exitCode()).as(session.out()).isEqualTo(ExitCode.FAILED);
        assertThat(session.err()).containsPattern("^worker-[01] on \\S+ cannot start its slice: http://127.0.0.1:1");
        assertThat(output().resolve("records.cbor")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
        --load constant --rate 1 --requests 2 --slices                                         | --slices applies only to workers: give --on too
        --scenario server --target-qps 1 --on local --slices                                   | --slices needs --load with another value than sweep
        --load sweep --on local --slices                                                       | --slices needs --load with another value than sweep
        --load constant --rate 1 --requests 2 --on local --slices --slice 0/2                  | --slices and --slice contradict each other: all workers get their slices
        --load constant --rate 1 --requests 2 --on local --slices --start-at 2099-01-01T00:00:00Z | --slices and --start-at contradict each other
        --load constant --rate 1 --requests 2 --on local --slices --rules datacenter           | --slices and --rules contradict each other
        --load constant --rate 1 --requests 2 --on local --slices --enable-metrics             | --slices and --enable-metrics contradict each other: every worker would record
        --load constant --rate 1 --requests 2 --on local --slices --scrape-interval 1s         | --slices and --scrape-interval contradict each other
        --load constant --rate 1 --requests 2 --on local --slices --metrics-port 0             | --slices and --metrics-port contradict each other
        --load constant --rate 1 --requests 2 --on local --workers 3 --slices --concurrency 2  | slice 2/3
        """)
    void refusesWhatHasNoSlicesWithASentence(String options, String sentence) {
        Session session = Session.of(("run --url http://127.0.0.1:1 --output-dir " + output() + " " + options)
                .strip()
                .split("\\s+"));

        assertThat(session.err()).contains(sentence);
        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
    }
}
