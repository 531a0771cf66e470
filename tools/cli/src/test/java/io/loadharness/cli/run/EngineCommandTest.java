// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.JavaCommand;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Measures workers in Python with the command line. */
@Timeout(300)
class EngineCommandTest {

    private static final Path PACKAGE = Path.of("../../integrations/python");

    @TempDir
    Path folder;

    private Path events;

    @BeforeEach
    void createLog() throws IOException {
        events = Files.createFile(folder.resolve("events"));
    }

    private Session run(String worker, String... options) throws IOException {
        Path script = Files.writeString(
                folder.resolve("worker.py"), """
                import sys, time
                sys.path.insert(0, %s)
                from loadharness_worker import BatchWorker, Worker, run
                def log(*words):
                    with open(%s, "a") as file:
                        print(*words, file=file)
                """.formatted(quoted(PACKAGE.toAbsolutePath()), quoted(events)) + worker);
        List<String> arguments = new ArrayList<>(
                List.of("run", "--engine-command", "python3 -B " + script, "--output-dir", folder + "/run"));
        arguments.addAll(LenientClient.OPTIONS);
        arguments.addAll(Arrays.asList(options));
        return Session.of(arguments.toArray(String[]::new));
    }

    private static String quoted(Path path) {
        return "r'" + path + "'";
    }

    @Test
    void batchesByTokensReachBothProcesses() throws IOException {
        Path data = folder.resolve("prompts.jsonl");
        Files.write(
                data,
                IntStream.rangeClosed(1, 12)
                        .mapToObj(length -> "{\"input_ids\": "
                                + IntStream.range(0, length).boxed().toList() + "}")
                        .toList());
        Session session = run(
                """
                class Batches(BatchWorker):
                    def generate(self, requests):
                        log(self.rank, *[len(each.prompt) for each in requests])
                        yield [(each, [1, 2]) for each in requests]
                run(Batches())
                """,
                "--processes=2",
                "--batch-tokens=12",
                "--order=longest-first",
                "--warm-up=0",
                "--dataset-path=" + data,
                "--scenario=offline",
                "--target-qps=200",
                "--min-duration=1ms");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        List<List<Integer>> batches = Files.readAllLines(events).stream()
                .map(line ->
                        Arrays.stream(line.split(" ")).map(Integer::valueOf).toList())
                .toList();
        assertThat(batches).extracting(batch -> batch.get(0)).contains(0, 1);
        assertThat(batches).anyMatch(batch -> batch.size() > 3);
        assertThat(batches).allSatisfy(batch -> assertThat(
                        batch.stream().skip(1).mapToInt(length -> length).sum())
                .isLessThanOrEqualTo(12));
    }

    /** Returns the sizes of the batches of an offline run, without the request that detects the form of the responses. */
    private List<Integer> batchesOffline(int maxBatch, String... options) throws IOException {
        List<String> all = new ArrayList<>(List.of(
                "--warm-up=0", "--scenario=offline", "--target-qps=100", "--min-duration=1ms", "--min-queries=1500"));
        all.addAll(List.of(options));
        Session session = run("""
                class Batches(BatchWorker):
                    max_batch = %d
                    def generate(self, requests):
                        log(len(requests))
                        yield [(each, [1, 2]) for each in requests]
                run(Batches())
                """.formatted(maxBatch), all.toArray(String[]::new));

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        return Files.readAllLines(events).stream().map(Integer::valueOf).skip(1).toList();
    }

    private static void assertFull(List<Integer> batches, int size) {
        assertThat(batches).hasSizeGreaterThan(2);
        assertThat(batches.subList(0, batches.size() - 1)).containsOnly(size);
    }

    @Test
    void batchesOfWaitingRequestsAreFullOffline() throws IOException {
        assertFull(batchesOffline(64), 64);
    }

    /** The batch is as large as the usual number of requests in flight. */
    @Test
    void batchOfTheRequestsInFlightIsFullOffline() throws IOException {
        assertFull(batchesOffline(256), 256);
    }

    @Test
    void concurrencyLimitsTheBatchesOffline() throws IOException {
        assertFull(batchesOffline(64, "--concurrency=16"), 16);
    }

    @Test
    void engineGetsAsManyRequestsAsItAsksForOffline() throws IOException {
        List<Integer> batches = batchesOffline(100_000);

        assertThat(batches).hasSize(1);
        assertThat(batches.get(0)).isGreaterThan(1000);
    }

    @Test
    void arraysAreSentAsTensors() throws IOException {
        Path data = folder.resolve("images.npy");
        Files.write(data, npy("{'descr': '<f4', 'fortran_order': False, 'shape': (3, 2), }", 3 * 2 * Float.BYTES));
        Session session = run(
                """
                class Shapes(Worker):
                    def generate(self, request):
                        tensor = request.prompt[0]
                        log(request.kind, *tensor.shape)
                        yield tensor.data
                run(Shapes())
                """,
                "--tensors",
                "--warm-up=0",
                "--dataset-path=" + data,
                "--scenario=offline",
                "--target-qps=20",
                "--min-duration=1ms");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        assertThat(Files.readAllLines(events)).hasSizeGreaterThan(3).containsOnly("tensors 2");
        assertThat(Files.readString(folder.resolve("run/run.json"))).contains("engine engine-0", "loaded in");
    }

    private static byte[] npy(String header, int size) {
        byte[] text = (header + "\n").getBytes(StandardCharsets.ISO_8859_1);
        return ByteBuffer.allocate(10 + text.length + size)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put("\u0093NUMPY\1\0".getBytes(StandardCharsets.ISO_8859_1))
                .putShort((short) text.length)
                .put(text)
                .array();
    }

    @Tag("load")
    @Test
    void abortedRunCancelsItsRequestsBeforeTheWorkerEnds() throws IOException {
        Session session =
                run("""
                class Holding(Worker):
                    threads = 8
                    served = 0
                    def generate(self, request):
                        self.served += 1
                        if self.served > 2:
                            while not request.cancelled:
                                time.sleep(0.01)
                            log("cancelled")
                        yield [1]
                    def close(self):
                        log("ends")
                run(Holding())
                """, "--warm-up=1", "--load=concurrent", "--concurrency=4", "--requests=100", "--max-time=15s");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.ABORTED);
        assertThat(Files.readAllLines(events))
                .containsExactly("cancelled", "cancelled", "cancelled", "cancelled", "ends");
    }

    @Test
    void statisticsAndWarningsOfEachProcessReachTheReport() throws IOException {
        Session session =
                run("""
                class Counting(Worker):
                    served = 0
                    def generate(self, request):
                        self.served += 1
                        yield [1, 2]
                    def statistics(self):
                        return {"served": self.served, "cache": {"hits": 2.5}}
                    def warnings(self):
                        return ["the cache was full"] if self.rank == 1 else []
                run(Counting())
                """, "--processes=2", "--warm-up=0", "--load=concurrent", "--concurrency=4", "--requests=100");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        JsonNode outcome = new ObjectMapper()
                .readTree(folder.resolve("run/result.json").toFile())
                .at("/outcome");
        assertThat(outcome.at("/warnings"))
                .extracting(JsonNode::asText)
                .containsOnlyOnce("engine process 1: the cache was full");
        assertThat(outcome.at("/engines"))
                .extracting(each -> each.at("/name").asText())
                .containsExactly("engine-0", "engine-1");
        assertThat(outcome.at("/engines"))
                .allSatisfy(each ->
                        assertThat(each.at("/statistics/cache.hits").asText()).isEqualTo("2.5"));
        assertThat(StreamSupport.stream(outcome.at("/engines").spliterator(), false)
                        .mapToInt(each -> each.at("/statistics/served").asInt())
                        .sum())
                .isEqualTo(101); // with the request that detects the form of the responses
        assertThat(session.plainOut()).containsPattern("(?m)^engine-1 +cache.hits +2.5$");
    }

    @Test
    void readyTimeoutLimitsTheStart() throws IOException {
        Session session = run("""
                class Slow(Worker):
                    def load(self, options):
                        time.sleep(1000)
                run(Slow())
                """, "--ready-timeout=1s", "--load=concurrent", "--concurrency=4", "--requests=10");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.FAILED);
        assertThat(session.errLines())
                .first()
                .asString()
                .startsWith("engine process 0 ")
                .contains(" within 1 s after its start; startLimit (--ready-timeout) sets the limit; ")
                .contains("worker-0.log");
    }

    @Test
    void stallLimitIsLongerThanTheLongestRequest() throws IOException {
        Session session = run(
                """
                class Echo(Worker):
                    def generate(self, request):
                        yield [1, 2]
                run(Echo())
                """, "--request-timeout=3h", "--warm-up=0", "--load=concurrent", "--concurrency=4", "--requests=20");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        long sixHours = 6 * 3_600_000;
        assertThat(Files.readAllLines(folder.resolve("run/loadharness_schedule_summary.txt")))
                .anyMatch(line -> line.matches("stall_limit_ms *: " + sixHours));
    }

    @Test
    void requestThatTakesTooLongIsCancelledAlone() throws IOException {
        Session session = run(
                """
                import itertools
                class Holding(Worker):
                    threads = 8
                    numbers = itertools.count(1)  # safe for several threads
                    def generate(self, request):
                        if next(self.numbers) == 5:
                            while not request.cancelled:
                                time.sleep(0.01)
                            log("cancelled")
                        yield [1]
                run(Holding())
                """, "--request-timeout=10s", "--warm-up=1", "--load=concurrent", "--concurrency=4", "--requests=1000");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.INVALID);
        assertThat(session.plainOut()).contains("1 × TIMEOUT: `no complete response within 10 s`");
        assertThat(Files.readAllLines(events)).containsExactly("cancelled");
        assertThat(new ObjectMapper()
                        .readTree(folder.resolve("run/result.json").toFile())
                        .at("/counts/completed")
                        .asInt())
                .isEqualTo(999);
    }

    @Test
    void planWarnsOfProcessesThatUseTheSameDevices() {
        Session session = Session.of(
                "validate",
                "--engine-command=python3 -m loadharness_worker.vllm",
                "--processes=2",
                "--load=concurrent",
                "--concurrency=2",
                "--requests=20",
                "--output-dir=" + folder + "/run");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.plainOut())
                .containsOnlyOnce("Warning: The 2 processes of vllm use the same devices: give each process its own"
                        + " with --devices, for example");
    }

    /** Runs the command line in a process of its own, with a stand-in in place of the package of vLLM. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
                        | 0
            GPU-4,GPU-5 | GPU-4
            """)
    void processesAndGpusOfOtherHarnessesStartVllm(String visible, String device) throws Exception {
        Path vllm = Files.createDirectories(folder.resolve("vllm"));
        Files.createDirectories(vllm.resolve("v1/metrics"));
        Files.createDirectories(vllm.resolve("engine"));
        Files.writeString(vllm.resolve("v1/metrics/reader.py"), "def get_metrics_snapshot():\n    return []\n");
        Files.writeString(vllm.resolve("sampling_params.py"), "class RequestOutputKind:\n    FINAL_ONLY = 2\n");
        Files.writeString(vllm.resolve("engine/arg_utils.py"), """
                from types import SimpleNamespace

                def AsyncEngineArgs(model, enable_prefix_caching):
                    return SimpleNamespace(model=model, enable_prefix_caching=enable_prefix_caching)
                """);
        Files.writeString(vllm.resolve("__init__.py"), """
                import os
                from types import SimpleNamespace

                __version__ = "stand-in"

                def SamplingParams(**values):
                    return SimpleNamespace(**values)

                class LLM:  # for the scenario Offline, instead of AsyncLLM
                    def __init__(self, model, enable_prefix_caching):
                        assert not enable_prefix_caching
                        with open(%s, "a") as file:
                            print(model, os.environ["CUDA_VISIBLE_DEVICES"], file=file)
                    def generate(self, prompts, sampling_params, use_tqdm):
                        return [SimpleNamespace(prompt_token_ids=[1, 2], outputs=[
                            SimpleNamespace(finish_reason="length", token_ids=list(range(each.max_tokens)), text="t")
                        ]) for each in sampling_params]
                """.formatted(quoted(events)));
        List<String> arguments = new ArrayList<>(List.of("run", "--num_processes", "1", "--num_gpus", "1"));
        arguments.addAll(List.of("--model_name", "/models/m", "--max-tokens", "3", "--output-dir", folder + "/run"));
        arguments.addAll(List.of("--scenario", "offline", "--target-qps", "100", "--min-duration", "1ms"));
        arguments.addAll(LenientClient.OPTIONS);
        Path output = folder.resolve("output");
        ProcessBuilder builder = new ProcessBuilder(JavaCommand.harness(List.of(), arguments.toArray(String[]::new)))
                .redirectErrorStream(true)
                .redirectOutput(output.toFile());
        builder.environment().put("PYTHONPATH", PACKAGE.toAbsolutePath() + ":" + folder);
        builder.environment().put("PYTHONDONTWRITEBYTECODE", "1");
        builder.environment().keySet().removeAll(List.of("CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES"));
        if (visible != null) {
            builder.environment().put("CUDA_VISIBLE_DEVICES", visible);
        }

        int exitCode = builder.start().waitFor();

        assertThat(exitCode).as(Files.readString(output)).isEqualTo(ExitCode.OK);
        assertThat(Files.readString(output))
                .contains(
                        "Engine: python3 -m loadharness_worker vllm, 1 process, devices " + device
                                + "; --engine-command chooses another engine",
                        "Devices of the engine processes: " + device,
                        "engine process 0 loaded vllm stand-in, /models/m in ");
        assertThat(Files.readAllLines(events)).containsExactly("/models/m " + device);
        JsonNode result =
                new ObjectMapper().readTree(folder.resolve("run/result.json").toFile());
        assertThat(result.at("/verdict").asText()).isEqualTo("VALID");
        int completed = result.at("/counts/completed").asInt();
        assertThat(completed)
                .isPositive()
                .isEqualTo(result.at("/outcome/issued").asInt());
        assertThat(result.at("/counts/output_tokens").asInt()).isEqualTo(3 * completed);
    }

    @Test
    void engineWithoutStreamsIsMeasuredWithoutTokenTimes() throws IOException {
        String worker = """
                from loadharness_worker import Finish
                class Complete(Worker):
                    def generate(self, request):
                        yield Finish("length", ids=[1, 2, 3])
                run(Complete())
                """;
        String[] options = {"--load=concurrent", "--concurrency=2", "--requests=20"};
        Session refused = run(worker, options);

        assertThat(refused.exitCode()).as(refused.out()).isEqualTo(ExitCode.USAGE);
        assertThat(refused.errLines())
                .first()
                .isEqualTo("engine-0 does not stream: it returns complete responses without the times of their tokens;"
                        + " set streaming(false) (--no-streaming)");
        String[] complete = Arrays.copyOf(options, options.length + 1);
        complete[options.length] = "--no-streaming";
        Session session = run(worker, complete);
        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
    }
}
