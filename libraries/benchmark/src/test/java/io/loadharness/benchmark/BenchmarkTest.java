// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.QuerySampleLibrary;
import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.SystemUnderTest;
import io.loadharness.TestMode;
import io.loadharness.Verdict;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.client.ClientLimits;
import io.loadharness.http.Dialect;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Routing;
import io.loadharness.inference.Tensor;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.report.RuleSet;
import io.loadharness.report.RuleVerdict;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.report.RunFolder;
import io.loadharness.schedule.Arrivals;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.Sweep;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.OutputLength;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.EOFException;
import java.io.IOException;
import java.net.ServerSocket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class BenchmarkTest {

    @TempDir
    private Path folder;

    private static SimulatedServer server() throws IOException {
        return SimulatedServer.start(
                SimulatorConfig.builder().outputLength(OutputLength.fixed(4)).build());
    }

    private static Benchmark.Builder measuring(SimulatedServer server) {
        return Benchmark.builder().endpoint(server.uri().toString()).clientLimits(ClientLimits.NONE);
    }

    @Test
    void loadGenMeasuresAServer() throws Exception {
        try (SimulatedServer server = server()) {
            BenchmarkResult result = measuring(server)
                    .scenario(Scenario.SERVER)
                    .mode(TestMode.PERFORMANCE_ONLY)
                    .targetQps(500)
                    .minQueries(600)
                    .minDuration(Duration.ofSeconds(1))
                    .ttftBound(Duration.ofSeconds(10))
                    .tpotBound(Duration.ofSeconds(10))
                    .require("ttft.p99<20s")
                    .outputFolder(folder.resolve("run"))
                    .build()
                    .run();

            assertThat(result.reasons()).isEmpty();
            assertThat(result.verdict()).isEqualTo(Verdict.VALID);
            assertThat(result.metric("ttft.p99").asDouble()).isPositive();
            assertThat(result.metric("ttft.p99").toString()).endsWith("s");
            assertThat(result.metric("output_tokens_per_second").asDouble()).isPositive();
            assertThat(result.folder().resolve("result.json")).isRegularFile();
            assertThat(result.folder().resolve("mlperf_log_summary.txt")).isRegularFile();
        }
    }

    @Test
    void unmetRequirementMakesARunInvalid() throws Exception {
        try (SimulatedServer server = server()) {
            BenchmarkResult result = measuring(server)
                    .load(Concurrency.of(2).samples(20))
                    .require("requests_per_second>=1000000")
                    .outputFolder(folder.resolve("run"))
                    .build()
                    .run();

            assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
            assertThat(result.runs().get(0).isUnmet()).isTrue();
            assertThat(result.reasons()).singleElement().asString().contains("requests_per_second");
        }
    }

    @Test
    void aRunIsReportedAfterItsObserversHaveTheLastResult() throws Exception {
        InferenceBackend otherThread = new EchoBackend() {
            @Override
            public void send(InferenceRequest request, ResponseListener listener) {
                new Thread(() -> super.send(request, listener)).start();
            }
        };

        requireReportedAfterTheLastResult(Benchmark.builder().backend(otherThread));
    }

    @Test
    void aRunOfASystemIsReportedAfterItsObserversHaveTheLastResult() throws Exception {
        SystemUnderTest otherThread = new SystemUnderTest("other thread") {
            @Override
            public void issueQuery(Query query) {
                new Thread(query::completeAll).start();
            }
        };

        requireReportedAfterTheLastResult(
                Benchmark.builder().systemUnderTest(otherThread).library(QuerySampleLibrary.ofSize("integers", 1)));
    }

    @Test
    void aRunOfASystemIsReportedAfterItsObserversHaveTheLastFailure() throws Exception {
        SystemUnderTest otherThread = new SystemUnderTest("other thread") {
            @Override
            public void issueQuery(Query query) {
                new Thread(() -> query.get(0).fail(new Failure(Failure.Kind.TIMEOUT, "late"))).start();
            }
        };

        requireReportedAfterTheLastResult(
                Benchmark.builder().systemUnderTest(otherThread).library(QuerySampleLibrary.ofSize("integers", 1)));
    }

    /** Measures one sample with an observer that ends only after the report of the run, or after a second. */
    private void requireReportedAfterTheLastResult(Benchmark.Builder benchmark) throws Exception {
        CountDownLatch reported = new CountDownLatch(1);
        AtomicReference<Boolean> reportedBefore = new AtomicReference<>();
        BenchmarkListener slow = new BenchmarkListener() {
            @Override
            public RequestObserver observe(Scenario scenario) {
                return (request, endpoint) -> new ResponseListener() {
                    @Override
                    public void firstToken(long nanos, Output first) {}

                    @Override
                    public void end(Response response) {
                        reportedBefore.set(isReached(reported));
                    }

                    @Override
                    public void failed(Failure failure, Timeline timeline) {
                        reportedBefore.set(isReached(reported));
                    }
                };
            }

            @Override
            public void progress(RunProgress progress) {}

            @Override
            public void ended(RunResult run) {
                reported.countDown();
            }
        };

        benchmark
                .clientLimits(ClientLimits.NONE)
                .load(Concurrency.of(1).samples(1))
                .outputFolder(folder.resolve("run"))
                .onProgress(slow)
                .build()
                .run();

        assertThat(reportedBefore).hasValue(false);
    }

    private static boolean isReached(CountDownLatch latch) {
        try {
            return latch.await(1, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void aBatchOfAWholeDataSetIsSentInSeveralRequests() throws Exception {
        int rows = 13_368;
        SimulatorConfig shortOutputs =
                SimulatorConfig.builder().outputLength(OutputLength.fixed(2)).build();
        try (SimulatedServer server = SimulatedServer.start(shortOutputs)) {
            Benchmark benchmark = measuring(server)
                    .dialect(Dialect.VLLM_COMPLETIONS)
                    .requests(
                            "example",
                            IntStream.range(0, rows)
                                    .mapToObj(i -> InferenceRequest.of(i, Prompt.of(1, i)))
                                    .toList())
                    .scenario(Scenario.OFFLINE)
                    .targetQps(1)
                    .minDuration(Duration.ofMillis(1))
                    .minQueries(rows)
                    .batchSize(rows)
                    .samples(rows)
                    .warmUps(0)
                    .outputFolder(folder.resolve("run"))
                    .build();

            assertThat(benchmark.plan().loads().get(0).batches())
                    .contains("Batches: up to 13,368 samples, in requests of at most 64 prompts and 1,000,000 bytes"
                            + " that are in flight at the same time");
            BenchmarkResult result = benchmark.run();

            assertThat(result.reasons()).isEmpty();
            assertThat(result.metric("completed").asDouble()).isEqualTo(rows);
            int search = 1;
            assertThat(server.stats().requests()).isEqualTo(search + (rows + 63) / 64);
        }
    }

    @Test
    void thePlanSaysHowBatchesAreSent() throws IOException {
        Endpoints.Builder unknown =
                Endpoints.builder("http://localhost:1").maxRequestPrompts(9).maxRequestBytes(2000);
        Endpoints.Builder chat = Endpoints.builder("http://localhost:1").dialect(Dialect.OPENAI_CHAT);

        assertThat(batches(unknown, builder -> builder.batchSize(1000)))
                .contains("Batches: up to 20 samples, in requests of at most 9 prompts and 2,000 bytes that are in"
                        + " flight at the same time; one sample per request if the dialect accepts one prompt");
        assertThat(batches(chat, builder -> builder.batchSize(10).batchTokens(4096)))
                .contains("Batches: up to 10 samples and 4,096 prompt tokens, each sample in its own request, because"
                        + " the dialect openai-chat accepts one prompt per request");
        assertThat(batches(chat, builder -> builder.batchTokens(4096)).orElseThrow())
                .startsWith("Batches: up to 4,096 prompt tokens, each sample");
        assertThat(batches(chat, builder -> builder)).isEmpty();
    }

    private Optional<String> batches(Endpoints.Builder servers, UnaryOperator<Benchmark.Builder> change)
            throws IOException {
        Benchmark.Builder builder = Benchmark.builder()
                .endpoints(servers.build())
                .requests("ids", List.of(InferenceRequest.of(0, Prompt.of(1, 2))))
                .scenario(Scenario.OFFLINE)
                .targetQps(1)
                .minDuration(Duration.ofMillis(1))
                .minQueries(20)
                .outputFolder(folder.resolve("run"));
        return change.apply(builder).build().plan().loads().get(0).batches();
    }

    @Test
    void scenariosRunInSequence() throws Exception {
        try (SimulatedServer server = server()) {
            List<Scenario> finished = new ArrayList<>();
            BenchmarkResult result = measuring(server)
                    .scenario(Scenario.SINGLE_STREAM, Scenario.OFFLINE)
                    .targetQps(Scenario.OFFLINE, 100)
                    .minQueries(10)
                    .minDuration(Duration.ofMillis(100))
                    .outputFolder(folder.resolve("run"))
                    .onProgress(new BenchmarkListener() {
                        @Override
                        public void progress(RunProgress now) {}

                        @Override
                        public void ended(RunResult run) {
                            finished.add(run.scenario());
                        }
                    })
                    .build()
                    .run();

            assertThat(result.runs()).hasSize(2);
            assertThat(finished).containsExactly(Scenario.SINGLE_STREAM, Scenario.OFFLINE);
            assertThat(folder.resolve("run/single-stream/result.json")).isRegularFile();
            assertThat(folder.resolve("run/offline/result.json")).isRegularFile();
        }
    }

    @Tag("load")
    @Test
    void sweepWritesAFolderForEachStage() throws Exception {
        try (SimulatedServer server = server()) {
            BenchmarkResult result = measuring(server)
                    .sweep(Sweep.builder()
                            .probeSamples(50)
                            .stages(2)
                            .stageLength(Duration.ofSeconds(3))
                            .build())
                    .outputFolder(folder.resolve("run"))
                    .build()
                    .run();

            assertThat(result.runs()).hasSize(2);
            assertThat(folder.resolve("run/probe/result.json")).isRegularFile();
            assertThat(result.runs()).allSatisfy(run -> assertThat(run.folder().resolve("result.json"))
                    .isRegularFile());
        }
    }

    @Test
    void benchmarksRunConcurrently() throws Exception {
        try (SimulatedServer server = server()) {
            List<BenchmarkRun> runs = new ArrayList<>();
            for (int i = 0; i < 3; i++) {
                runs.add(measuring(server)
                        .load("constant", Arrivals.constant(50).samples(30 + i), OptionalDouble.of(50))
                        .outputFolder(folder.resolve("run-" + i))
                        .build()
                        .start());
            }
            for (int i = 0; i < 3; i++) {
                assertThat(runs.get(i).result().runs().get(0).progress().completed())
                        .isEqualTo(30 + i);
            }
        }
    }

    @Test
    void abortedBenchmarkKeepsItsMeasurements() throws Exception {
        try (SimulatedServer server = server()) {
            CountDownLatch going = new CountDownLatch(1);
            BenchmarkRun run = measuring(server)
                    .load(Arrivals.constant(100).during(Duration.ofMinutes(10)))
                    .outputFolder(folder.resolve("run"))
                    .onProgress(now -> {
                        if (now.progress().completed() > 10) {
                            going.countDown();
                        }
                    })
                    .build()
                    .start();
            assertThat(going.await(60, TimeUnit.SECONDS)).isTrue();
            run.abort("enough");

            BenchmarkResult result = run.result();
            assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
            assertThat(result.reasons()).first().isEqualTo(new Reason(Reason.Code.ABORTED, "enough"));
            assertThat(result.metric("completed").asDouble()).isGreaterThan(10);
            assertThat(run.isDone()).isTrue();
        }
    }

    @Test
    void abortBeforeTheFirstRunEndsTheBenchmark() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            BenchmarkRun run = Benchmark.builder()
                    .endpoint("http://localhost:" + silent.getLocalPort())
                    .readyTimeout(Duration.ofHours(1))
                    .load(Concurrency.of(1).samples(1))
                    .outputFolder(folder.resolve("run"))
                    .build()
                    .start();
            run.abort("no longer needed");

            BenchmarkResult result = run.result();
            assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
            assertThat(result.runs()).isEmpty();
            assertThat(result.reasons()).containsExactly(new Reason(Reason.Code.ABORTED, "no longer needed"));
        }
    }

    @Test
    void abortBetweenTheWarmUpAndTheFirstRunLeavesNoRun() throws Exception {
        for (String last : List.of("Warm-up: ", "planned")) {
            AtomicReference<BenchmarkRun> run = new AtomicReference<>();
            CountDownLatch started = new CountDownLatch(1);
            List<String> events = new ArrayList<>();
            run.set(echoing(new EchoBackend())
                    .onProgress(new BenchmarkListener() {
                        private void add(String event) {
                            events.add(event);
                            if (event.startsWith(last)) {
                                awaitUninterruptibly(started);
                                run.get().abort("no longer needed");
                            }
                        }

                        @Override
                        public void progress(RunProgress now) {}

                        @Override
                        public void message(String sentence) {
                            add(sentence);
                        }

                        @Override
                        public void planned(PlannedLoad load) {
                            add("planned");
                        }

                        @Override
                        public void measured(RunResult ended, long completed, long requests) {
                            add("measured");
                        }
                    })
                    .build()
                    .start());
            started.countDown();

            BenchmarkResult result = run.get().result();
            assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
            assertThat(result.runs()).isEmpty();
            assertThat(result.reasons()).containsExactly(new Reason(Reason.Code.ABORTED, "no longer needed"));
            assertThat(events).last().asString().startsWith(last);
            assertThat(folder.resolve("new")).doesNotExist();
        }
    }

    private static void awaitUninterruptibly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void systemUnderTestIsRecordedLikeAServer() throws Exception {
        BenchmarkResult result = Benchmark.builder()
                .systemUnderTest(new Squares())
                .library(QuerySampleLibrary.ofSize("integers", 64))
                .scenario(Scenario.SERVER)
                .targetQps(500)
                .minQueries(1000)
                .minDuration(Duration.ofSeconds(1))
                .latencyBound(Duration.ofSeconds(5))
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"))
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
        assertThat(result.metric("completed").asDouble())
                .isEqualTo((double) result.runs().get(0).progress().completed());
        assertThat(result.metric("latency.p99").asDouble()).isPositive();
    }

    @Test
    void reportContainsFailedSamplesOfASystemUnderTest() throws Exception {
        BenchmarkResult result = Benchmark.builder()
                .systemUnderTest(new Failing())
                .library(QuerySampleLibrary.ofSize("integers", 64))
                .scenario(Scenario.OFFLINE)
                .targetQps(100)
                .minQueries(1)
                .minDuration(Duration.ofMillis(100))
                .outputFolder(folder.resolve("run"))
                .build()
                .run();

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.metric("failed").asDouble()).isEqualTo(1);
    }

    @Test
    void customBackendsAreStartedOnceAndNotClosed() throws Exception {
        EchoBackend backend = new EchoBackend();
        BenchmarkResult result = Benchmark.builder()
                .backend(backend)
                .scenario(Scenario.SINGLE_STREAM, Scenario.OFFLINE)
                .targetQps(Scenario.OFFLINE, 100)
                .minQueries(20)
                .minDuration(Duration.ofMillis(100))
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"))
                .build()
                .run();

        assertThat(result.runs())
                .hasSize(2)
                .allSatisfy(run -> assertThat(run.metric("failed").asDouble()).isZero());
        assertThat(result.metric("output_tokens_per_second").asDouble()).isPositive();
        assertThat(backend.starts).hasValue(1);
        assertThat(backend.closes).hasValue(0);
    }

    /** Completes its first batch only after it has received the second one. */
    private static final class TwoSessions extends EchoBackend {

        private final AtomicInteger batches = new AtomicInteger();
        private volatile Runnable first = () -> {};

        @Override
        public int concurrentBatches() {
            return 2;
        }

        @Override
        public void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
            if (batches.incrementAndGet() == 1) {
                first = () -> super.sendTogether(requests, listeners);
                return;
            }
            super.sendTogether(requests, listeners);
            if (batches.get() == 2) {
                first.run();
            }
        }
    }

    @Test
    void batchesInFlightFollowTheEngine() throws Exception {
        TwoSessions backend = new TwoSessions();
        BenchmarkResult result = Benchmark.builder()
                .backend(backend)
                .scenario(Scenario.OFFLINE)
                .batchSize(4)
                .targetQps(100)
                .minQueries(20)
                .minDuration(Duration.ofMillis(100))
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"))
                .build()
                .run();

        assertThat(result.metric("failed").asDouble()).isZero();
        assertThat(backend.batches).hasValueGreaterThan(1);
    }

    /** Adds the elements of a tensor, which must be two numbers. */
    private static final class AddingBackend extends EchoBackend {

        @Override
        public void check(InferenceRequest request) {
            Tensor input = ((Prompt.Tensors) request.prompt()).inputs().get(0);
            if (!Arrays.equals(input.shape(), new long[] {2})) {
                throw new IllegalArgumentException("the input must be float32[2], but it is " + input.description());
            }
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            long now = System.nanoTime();
            ByteBuffer data =
                    ((Prompt.Tensors) request.prompt()).inputs().get(0).data();
            byte[] sum = ByteBuffer.allocate(Float.BYTES)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .putFloat(data.getFloat(0) + data.getFloat(Float.BYTES))
                    .array();
            listener.end(Response.ofBytes(
                    sum, Timeline.builder().sent(now).done(System.nanoTime()).build()));
        }
    }

    private static InferenceRequest numbers(int index, float... values) {
        ByteBuffer data = ByteBuffer.allocateDirect(values.length * Float.BYTES).order(ByteOrder.nativeOrder());
        for (int i = 0; i < values.length; i++) {
            data.putFloat(i * Float.BYTES, values[i]);
        }
        return InferenceRequest.of(
                index,
                new Prompt.Tensors(List.of(new Tensor("", Tensor.Type.FLOAT32, new long[] {values.length}, data))));
    }

    @Test
    void engineTakesTensorsAndLogsBytes() throws Exception {
        BenchmarkResult result = Benchmark.builder()
                .backend(new AddingBackend())
                .requests("numbers", List.of(numbers(0, 1, 2), numbers(1, 30, 4)))
                .scenario(Scenario.OFFLINE)
                .mode(TestMode.ACCURACY_ONLY)
                .targetQps(100)
                .minQueries(2)
                .minDuration(Duration.ofMillis(100))
                .outputFolder(folder.resolve("run"))
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
        assertThat(Files.readString(folder.resolve("run/mlperf_log_accuracy.json")))
                .contains("\"data\" : \"00004040\"", "\"data\" : \"00000842\""); // 3.0 and 34.0
    }

    @Test
    void nothingRunsIfASampleDoesNotFitTheEngine() {
        Benchmark benchmark = Benchmark.builder()
                .backend(new AddingBackend())
                .requests("numbers", List.of(numbers(0, 1, 2), numbers(1, 1, 2, 3)))
                .load(Concurrency.of(1).samples(10))
                .outputFolder(folder.resolve("run"))
                .build();

        assertThatIllegalArgumentException()
                .isThrownBy(benchmark::run)
                .withMessage(
                        "sample 1 of numbers does not fit echo: the input must be float32[2], but it is float32[3]");
    }

    @Test
    void readsTensorsWhenTheBenchmarkStarts() throws Exception {
        Path file = Files.writeString(folder.resolve("numbers.jsonl"), "{\"x\": [1, 2]}\n{\"x\": [30, 4]}\n");
        BenchmarkResult result = Benchmark.builder()
                .backend(new EchoBackend())
                .tensors(file)
                .load(Concurrency.of(1).samples(10))
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"))
                .build()
                .run();
        assertThat(result.reasons()).isEmpty();

        Benchmark missing = Benchmark.builder()
                .backend(new EchoBackend())
                .tensors(folder.resolve("none.npy"))
                .load(Concurrency.of(1).samples(10))
                .outputFolder(folder.resolve("other"))
                .build();
        assertThatIllegalArgumentException()
                .isThrownBy(missing::run)
                .withMessage(folder.resolve("none.npy") + " does not exist");
    }

    @Test
    void thePlanHasTheWarningsOfABackend() throws Exception {
        BenchmarkPlan plan = Benchmark.builder()
                .backend(new EchoBackend() {
                    @Override
                    public List<String> planWarnings() {
                        return List.of("The engines share one device");
                    }
                })
                .load(Concurrency.of(1).samples(10))
                .outputFolder(folder.resolve("run"))
                .build()
                .plan();

        assertThat(plan.warnings()).containsExactly("The engines share one device");
    }

    @Test
    void aLostEngineEndsTheRun() throws Exception {
        BenchmarkResult result = Benchmark.builder()
                .backend(new EchoBackend() {
                    @Override
                    public Optional<String> lost() {
                        return Optional.of("the engine ended with exit code 139");
                    }
                })
                .load(Arrivals.constant(10).during(Duration.ofHours(1)))
                .outputFolder(folder.resolve("run"))
                .build()
                .run();

        assertThat(result.verdict()).isEqualTo(Verdict.INVALID);
        assertThat(result.reasons()).singleElement().satisfies(reason -> {
            assertThat(reason.code()).isEqualTo(Reason.Code.ENGINE_LOST);
            assertThat(reason.text()).isEqualTo("the engine ended with exit code 139");
        });
    }

    @Test
    void measuresAServerAndAnEngineTogether() throws Exception {
        try (SimulatedServer server = server()) {
            BenchmarkResult result = measuring(server)
                    .backend(new EchoBackend())
                    .routing(Routing.WEIGHTED)
                    .weights(List.of(3, 1))
                    .load(Concurrency.of(2).samples(40))
                    .outputFolder(folder.resolve("run"))
                    .build()
                    .run();

            assertThat(result.reasons()).isEmpty();
            assertThat(Files.readString(folder.resolve("run/result.json"))).contains("\"echo\"");
            assertThat(result.metric("completed").asDouble()).isEqualTo(40);
        }
    }

    @Test
    void anEngineOfBytesIsNotMeasuredTogetherWithServers() throws Exception {
        try (SimulatedServer server = server()) {
            Benchmark benchmark = measuring(server)
                    .backend(new AddingBackend())
                    .requests("numbers", List.of(numbers(0, 1, 2)))
                    .load(Concurrency.of(2).samples(40))
                    .outputFolder(folder.resolve("run"))
                    .build();

            assertThatThrownBy(benchmark::run).hasMessageContaining("tensors");
        }
    }

    @Test
    void messageNamesAnUnreachableServer() {
        Benchmark benchmark = Benchmark.builder()
                .endpoint("http://localhost:1")
                .readyTimeout(Duration.ofMillis(200))
                .load(Concurrency.of(1).samples(1))
                .outputFolder(folder.resolve("run"))
                .build();

        assertThatThrownBy(benchmark::run).isInstanceOf(IOException.class).hasMessageContaining("localhost:1");
    }

    @Test
    void existingRunIsNotOverwritten() throws Exception {
        try (SimulatedServer server = server()) {
            Benchmark benchmark = measuring(server)
                    .load(Concurrency.of(1).samples(5))
                    .outputFolder(folder.resolve("run"))
                    .build();
            benchmark.run();
            byte[] records = Files.readAllBytes(folder.resolve("run/records.cbor"));

            assertThatIllegalArgumentException().isThrownBy(benchmark::run).withMessageContaining("earlier run");
            assertThat(folder.resolve("run/records.cbor")).hasBinaryContent(records);
        }
    }

    @Test
    void abortWorksWhileTheFirstRequestHangs() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        BenchmarkRun run = Benchmark.builder()
                .backend(new EchoBackend() {
                    @Override
                    public void send(InferenceRequest request, ResponseListener listener) {
                        asked.countDown();
                    }
                })
                .load(Concurrency.of(1).samples(1))
                .outputFolder(folder.resolve("run"))
                .build()
                .start();
        assertThat(asked.await(60, TimeUnit.SECONDS)).isTrue();
        run.abort("it hangs");

        assertThat(run.result().verdict()).isEqualTo(Verdict.ABORTED);
        assertThat(run.result().skippedRuns())
                .extracting(SkippedRun::load)
                .containsExactly(Concurrency.of(1).samples(1).toString());
    }

    @Test
    void interruptWhileTheFirstRequestHangsIsAnInterruptedException() {
        Thread test = Thread.currentThread();
        Benchmark benchmark = echoing(new EchoBackend() {
                    @Override
                    public void send(InferenceRequest request, ResponseListener listener) {
                        test.interrupt();
                    }
                })
                .build();

        assertThatThrownBy(benchmark::run).isInstanceOf(InterruptedException.class);
    }

    private void requireLimitOfTheFirstRequest(EchoBackend backend) {
        Benchmark benchmark =
                echoing(backend).readyTimeout(Duration.ofMillis(1)).build();

        assertThatThrownBy(benchmark::run)
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("failed the first request: TIMEOUT, no complete response within 1 ms;"
                        + " readyTimeout (--ready-timeout) sets the limit");
    }

    @Test
    void readyTimeoutLimitsTheFirstRequest() {
        requireLimitOfTheFirstRequest(new EchoBackend() {
            @Override
            public void send(InferenceRequest request, ResponseListener listener) {}
        });
    }

    @Test
    void readyTimeoutLimitsAFirstRequestWhoseSendBlocks() {
        CountDownLatch ended = new CountDownLatch(1);
        requireLimitOfTheFirstRequest(new EchoBackend() {
            @Override
            public void send(InferenceRequest request, ResponseListener listener) {
                try {
                    hang();
                } finally {
                    ended.countDown();
                }
            }
        });
        assertThatCode(ended::await).as("send is interrupted").doesNotThrowAnyException();
    }

    @Test
    void interruptWhileTheSendOfTheFirstRequestBlocksIsAnInterruptedException() {
        Thread test = Thread.currentThread();
        Benchmark benchmark = echoing(new EchoBackend() {
                    @Override
                    public void send(InferenceRequest request, ResponseListener listener) {
                        test.interrupt();
                        hang();
                    }
                })
                .build();

        assertThatThrownBy(benchmark::run).isInstanceOf(InterruptedException.class);
    }

    @Test
    void readyTimeoutIsNotNamedForATimeoutOfTheBackend() {
        Benchmark benchmark = echoing(new EchoBackend() {
                    @Override
                    public void send(InferenceRequest request, ResponseListener listener) {
                        listener.failed(
                                new Failure(Failure.Kind.TIMEOUT, "the queue is full"),
                                Timeline.endedAt(System.nanoTime()));
                    }
                })
                .build();

        assertThatThrownBy(benchmark::run)
                .isInstanceOf(IOException.class)
                .hasMessageEndingWith("failed the first request: TIMEOUT, the queue is full");
    }

    @Test
    void anOutputFolderThatCannotBeCreatedIsNamed() {
        Path proc = Path.of("/proc");
        assumeTrue(Files.isDirectory(proc) && Files.isWritable(proc));
        Path output = proc.resolve("loadharness-test");
        Benchmark benchmark = echoing(new EchoBackend()).outputFolder(output).build();

        assertThatThrownBy(benchmark::run)
                .isInstanceOf(IOException.class)
                .hasMessage("the output folder " + output
                        + " cannot be created: the file system does not allow it; use another folder");
    }

    @Test
    void readyTimeoutLimitsTheFirstRequestToAServer() throws Exception {
        try (SimulatedServer silent = SimulatedServer.start(SimulatorConfig.builder()
                .fault(FaultRule.every(1, Fault.HANG_BEFORE))
                .build())) {
            Benchmark benchmark = Benchmark.builder()
                    .endpoints(Endpoints.builder(silent.uri().toString())
                            .dialect(Dialect.OPENAI_CHAT)
                            .requestTimeout(Duration.ofHours(1))
                            .build())
                    .readyTimeout(Duration.ofSeconds(5))
                    .load(Concurrency.of(1).samples(1))
                    .outputFolder(folder.resolve("run"))
                    .build();

            assertThatThrownBy(benchmark::run)
                    .isInstanceOf(IOException.class)
                    .hasMessage("no API dialect works at " + silent.uri()
                            + ": openai-chat: TIMEOUT, no complete response within 5 s;"
                            + " readyTimeout (--ready-timeout) sets the limit");
        }
    }

    @Test
    void readyTimeoutLimitsTheStart() {
        Benchmark benchmark = echoing(new EchoBackend() {
                    @Override
                    public void start() {
                        hang();
                    }
                })
                .readyTimeout(Duration.ofMillis(1))
                .build();

        assertThatThrownBy(benchmark::run)
                .isInstanceOf(IOException.class)
                .hasMessage("echo did not start within 1 ms; readyTimeout (--ready-timeout) sets the limit");
    }

    @Test
    void readyTimeoutLimitsTheWarmUpByTheFirstCheck() {
        Benchmark benchmark = echoing(new EchoBackend() {
                    @Override
                    public void check(InferenceRequest request) {
                        hang();
                    }
                })
                .readyTimeout(Duration.ofMillis(1))
                .build();

        assertThatThrownBy(benchmark::run)
                .isInstanceOf(IOException.class)
                .hasMessage("echo did not warm up and check the first request within 1 ms; readyTimeout"
                        + " (--ready-timeout) sets the limit");
    }

    @Test
    void aBackendThatCannotStartIsNamed() {
        assertThatThrownBy(echoing(failingToStart(new Exception("the license has expired")))
                        .build()::run)
                .isInstanceOf(IOException.class)
                .hasMessage("echo cannot be started: the license has expired");
        assertThatThrownBy(echoing(failingToStart(new EOFException())).build()::run)
                .isInstanceOf(IOException.class)
                .hasMessage("echo cannot be started: java.io.EOFException");
    }

    private static EchoBackend failingToStart(Exception cause) {
        return new EchoBackend() {
            @Override
            public void start() throws Exception {
                throw cause;
            }
        };
    }

    @Test
    void aBackendThatCannotCheckARequestIsNamed() {
        Benchmark benchmark = echoing(new EchoBackend() {
                    @Override
                    public void check(InferenceRequest request) {
                        throw new IllegalStateException();
                    }
                })
                .requests("numbers", List.of(numbers(0, 1, 2)))
                .build();

        assertThatThrownBy(benchmark::run)
                .isInstanceOf(IOException.class)
                .hasMessage("echo cannot check sample 0 of numbers: java.lang.IllegalStateException");
    }

    /** Waits until the thread is interrupted. */
    private static void hang() {
        try {
            new CountDownLatch(1).await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void firstRequestThatEndsWithNullFails() {
        Benchmark benchmark = echoing(new EchoBackend() {
                    @Override
                    public void send(InferenceRequest request, ResponseListener listener) {
                        listener.end(null);
                    }
                })
                .build();

        assertThatThrownBy(benchmark::run)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("failed the first request: BACKEND_EXCEPTION, the backend called end(null)");
    }

    @Test
    void firstRequestThatWasAbortedFails() {
        Benchmark benchmark = echoing(new EchoBackend() {
                    @Override
                    public void send(InferenceRequest request, ResponseListener listener) {
                        listener.end(new Response(
                                Output.of("a"),
                                1,
                                TokenSource.USAGE,
                                Usage.UNKNOWN,
                                Usage.NONE,
                                "error",
                                Timeline.endedAt(System.nanoTime())));
                    }
                })
                .build();

        assertThatThrownBy(benchmark::run)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "failed the first request: IN_BAND_ERROR, the response was aborted: finish reason error");
    }

    @Test
    void firstRequestWhoseFailureIsNullFails() {
        Benchmark benchmark = echoing(new EchoBackend() {
                    @Override
                    public void send(InferenceRequest request, ResponseListener listener) {
                        listener.failed(null, null);
                    }
                })
                .build();

        assertThatThrownBy(benchmark::run)
                .isInstanceOf(IOException.class)
                .hasMessageContaining(
                        "failed the first request: BACKEND_EXCEPTION, the backend called failed(null, ...)");
    }

    @Test
    void aRunInProgressRefusesAnotherRunInItsFolder() throws Exception {
        CancellingBackend backend = new CancellingBackend();
        Benchmark benchmark = Benchmark.builder()
                .backend(backend)
                .load(Concurrency.of(4).samples(20))
                .warmUps(0)
                .outputFolder(folder.resolve("run"))
                .build();
        BenchmarkRun run = benchmark.start();
        assertThat(backend.arrived.await(60, TimeUnit.SECONDS)).isTrue();

        assertThatIllegalArgumentException()
                .isThrownBy(benchmark::run)
                .withMessage("another run is writing to " + folder.resolve("run") + "; use another folder");

        run.abort("enough");
        assertThat(run.result().verdict()).isEqualTo(Verdict.ABORTED);
        assertThatIllegalArgumentException().isThrownBy(benchmark::run).withMessageContaining("earlier run");
    }

    @Test
    void aRunThatIsStillPreparingRefusesAnotherRunInItsFolder() throws Exception {
        CountDownLatch checked = new CountDownLatch(1);
        BenchmarkRun run = echoing(new EchoBackend() {
                    @Override
                    public Health health() {
                        checked.countDown();
                        return Health.notReady("it is loading");
                    }
                })
                .readyTimeout(Duration.ofHours(1))
                .build()
                .start();
        assertThat(checked.await(60, TimeUnit.SECONDS)).isTrue();
        Benchmark second = echoing(new EchoBackend()).build();
        String inUse = "another run is writing to " + folder.resolve("new/run") + "; use another folder";

        assertThatIllegalArgumentException().isThrownBy(second::run).withMessage(inUse);
        assertThatIllegalArgumentException().isThrownBy(second::plan).withMessage(inUse);

        run.abort("enough");
        assertThat(run.result().verdict()).isEqualTo(Verdict.ABORTED);
        assertThat(folder.resolve("new")).doesNotExist();
        assertThat(second.run().reasons()).isEmpty();
        assertThat(folder.resolve("new/run")).isDirectoryNotContaining("glob:**.lock");
    }

    private Benchmark.Builder echoing(InferenceBackend backend) {
        return Benchmark.builder()
                .backend(backend)
                .clientLimits(ClientLimits.NONE)
                .load(Concurrency.of(1).samples(1))
                .outputFolder(folder.resolve("new/run"));
    }

    @Test
    void theListenerGetsTheStepsOfThePreparation() throws Exception {
        List<String> steps = new ArrayList<>();
        try (SimulatedServer server = server()) {
            measuring(server)
                    .load(Concurrency.of(1).samples(1))
                    .outputFolder(folder.resolve("run"))
                    .onProgress(new BenchmarkListener() {
                        @Override
                        public void progress(RunProgress now) {}

                        @Override
                        public void preparing(String step) {
                            steps.add(step);
                        }

                        @Override
                        public void planned(PlannedLoad load) {
                            steps.add("planned");
                        }
                    })
                    .build()
                    .run();

            assertThat(steps)
                    .containsExactly(
                            "loading the data",
                            "waiting for " + server.uri(),
                            "detecting the models and the API of " + server.uri(),
                            "warming up",
                            "planned");
        }
    }

    @Test
    void theSlowHttpClientIsNamedInMessagesAndSettings() throws Exception {
        List<String> messages = new ArrayList<>();
        try (SimulatedServer server = server()) {
            Benchmark benchmark = measuring(server)
                    .load(Concurrency.of(1).samples(1))
                    .outputFolder(folder.resolve("run"))
                    .onProgress(new BenchmarkListener() {
                        @Override
                        public void progress(RunProgress now) {}

                        @Override
                        public void message(String sentence) {
                            messages.add(sentence);
                        }
                    })
                    .build();
            String client = "HTTP client: jdk (java.net.http). At high rates, it limits the measured rate: add"
                    + " harness-netty to the class path";

            benchmark.plan();
            assertThat(messages).containsExactly(client);
            Path run = benchmark.run().folder();
            assertThat(messages).filteredOn(client::equals).hasSize(2);
            assertThat(new RunFolder(run).readDescription().settings())
                    .contains(new Setting(
                            "HTTP client", "jdk, because harness-netty is not on the class path", "class path"));
            assertThat(Endpoints.builder(server.uri().toString())
                            .transport("jdk")
                            .build()
                            .slowClient())
                    .isEmpty();
        }
    }

    /** Holds all requests that arrive before the first cancellation. */
    private static final class CancellingBackend extends EchoBackend {

        private final CountDownLatch arrived = new CountDownLatch(1);
        private final List<ResponseListener> held = new ArrayList<>();
        private final AtomicInteger polls = new AtomicInteger();
        private boolean cancelled;

        @Override
        public synchronized void send(InferenceRequest request, ResponseListener listener) {
            if (request.sampleIndex() == 0 || cancelled) { // the first request detects the form of responses
                super.send(request, listener);
            } else {
                held.add(listener);
                arrived.countDown();
            }
        }

        @Override
        public Health health() {
            return polls.incrementAndGet() % 3 == 0 ? Health.ready("") : Health.notReady("it still cancels");
        }

        @Override
        public synchronized void cancelRequests() {
            Failure failure = new Failure(Failure.Kind.CANCELLED, "the run ended before the response");
            held.forEach(each -> each.failed(failure, Timeline.endedAt(System.nanoTime())));
            cancelled = cancelled || !held.isEmpty();
            held.clear();
        }
    }

    @Test
    void abortedRunCancelsItsRequestsInTheEngine() throws Exception {
        CancellingBackend backend = new CancellingBackend();
        BenchmarkRun run = Benchmark.builder()
                .backend(backend)
                .load(Concurrency.of(4).samples(20))
                .warmUps(0)
                .outputFolder(folder.resolve("run"))
                .build()
                .start();
        assertThat(backend.arrived.await(60, TimeUnit.SECONDS)).isTrue();
        run.abort("it hangs");

        BenchmarkResult result = run.result();
        assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
        assertThat(backend.held).isEmpty();
        assertThat(backend.cancelled).isTrue();
        assertThat(((EchoBackend) backend).closes).hasValue(0);
        // a new run with the same engine
        BenchmarkResult next = Benchmark.builder()
                .backend(backend)
                .load(Concurrency.of(4).samples(20))
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("next"))
                .build()
                .run();
        assertThat(next.reasons()).isEmpty();
        assertThat(next.metric("completed").asDouble()).isEqualTo(20);
    }

    @Test
    void abortBetweenRunsSkipsTheRemainingRuns() throws Exception {
        try (SimulatedServer server = server()) {
            AtomicReference<BenchmarkRun> run = new AtomicReference<>();
            CountDownLatch known = new CountDownLatch(1);
            run.set(measuring(server)
                    .scenario(Scenario.SINGLE_STREAM, Scenario.OFFLINE)
                    .targetQps(Scenario.OFFLINE, 100)
                    .minQueries(10)
                    .minDuration(Duration.ofMillis(100))
                    .outputFolder(folder.resolve("run"))
                    .onProgress(new BenchmarkListener() {
                        @Override
                        public void progress(RunProgress now) {}

                        @Override
                        public void ended(RunResult ended) {
                            try {
                                known.await();
                            } catch (InterruptedException e) {
                                Thread.currentThread().interrupt();
                            }
                            run.get().abort("one is enough");
                        }
                    })
                    .build()
                    .start());
            known.countDown();

            BenchmarkResult result = run.get().result();
            assertThat(result.runs()).hasSize(1);
            assertThat(result.skippedRuns()).singleElement().satisfies(each -> assertThat(each.scenario())
                    .isEqualTo(Scenario.OFFLINE));
            assertThat(result.verdict()).isEqualTo(Verdict.ABORTED);
            assertThat(folder.resolve("run/offline")).doesNotExist();
        }
    }

    @Test
    void contradictingSettingsAreRejectedByBuild() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Benchmark.builder().build())
                .withMessageStartingWith("no target is set");
        assertThatIllegalArgumentException()
                .isThrownBy(
                        () -> Benchmark.builder().endpoint("http://localhost:1").build())
                .withMessageStartingWith("no load is set");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Benchmark.builder()
                        .endpoint("http://localhost:1")
                        .scenario(Scenario.SERVER)
                        .build())
                .withMessageContaining("targetQps");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Benchmark.builder()
                        .systemUnderTest(new Squares())
                        .library(QuerySampleLibrary.ofSize("integers", 64))
                        .backend(new EchoBackend())
                        .load(Concurrency.of(1).samples(1))
                        .build())
                .withMessageStartingWith("more than one target is set");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Benchmark.builder().require("ttft<2s"))
                .withMessageContaining("ttft");
    }

    @Test
    void ignoredSettingsAreRejectedByBuild() {
        Supplier<Benchmark.Builder> ofSystem = () -> Benchmark.builder()
                .systemUnderTest(new Squares())
                .library(QuerySampleLibrary.ofSize("integers", 64))
                .load(Concurrency.of(1).samples(1));
        Supplier<Benchmark.Builder> ofBackend = () -> Benchmark.builder()
                .backend(new EchoBackend())
                .load(Concurrency.of(1).samples(1));
        Supplier<Benchmark.Builder> ofServer = () -> Benchmark.builder()
                .endpoint("http://localhost:1")
                .load(Concurrency.of(1).samples(1));

        assertRejected(ofSystem.get().samples(5), "samples does not apply to systemUnderTest");
        assertRejected(ofSystem.get().warmUps(5), "warmUps does not apply to systemUnderTest");
        assertRejected(ofSystem.get().serverMetrics(true), "serverMetrics does not apply to systemUnderTest");
        assertRejected(ofBackend.get().serverMetrics(true), "serverMetrics does not apply to backend");
        assertRejected(ofBackend.get().model("m"), "model does not apply to backend");
        assertRejected(ofServer.get().tokenLatencies(true), "tokenLatencies does not apply to servers");
        assertRejected(ofServer.get().minQueries(5), "minQueries does not apply to a schedule");
        assertRejected(ofServer.get().stageTokens(5), "stageTokens does not apply without stages");
        assertRejected(ofStages().seed(1), "seed does not apply to stages");
        assertRejected(ofStages().busyWait(true), "busyWait does not apply to stages");
        assertRejected(
                Benchmark.builder()
                        .endpoint("http://localhost:1")
                        .scenario(Scenario.SINGLE_STREAM)
                        .seed(1),
                "seed does not apply to LoadGen");
        assertRejected(
                Benchmark.builder()
                        .endpoints(Endpoints.builder().url("http://localhost:1").build())
                        .model("m")
                        .scenario(Scenario.SINGLE_STREAM),
                "model does not apply to endpoints");
    }

    private static Benchmark.Builder ofStages() {
        Sweep sweep = Sweep.builder().build();
        return Benchmark.builder()
                .endpoint("http://localhost:1")
                .stages(
                        new StagedLoad("poisson", List.of(), Duration.ZERO, Optional.of(sweep), 1, 0),
                        PromptSource.shareGpt(Path.of("conversations.json")));
    }

    private static void assertRejected(Benchmark.Builder benchmark, String beginning) {
        assertThatIllegalArgumentException().isThrownBy(benchmark::build).withMessageStartingWith(beginning);
    }

    @Test
    void tokenLimitsWithoutTokenCountsAreRejectedBeforeTheRun() {
        Benchmark benchmark = Benchmark.builder()
                .endpoint("http://localhost:1")
                .countTokens(false)
                .scenario(Scenario.SERVER)
                .targetQps(10)
                .ttftBound(Duration.ofSeconds(1))
                .outputFolder(folder.resolve("run"))
                .build();

        assertThatIllegalArgumentException().isThrownBy(benchmark::run);
    }

    @Test
    void backendWithoutTokenCountsIsRejectedIfCountsAreRequired() {
        Benchmark benchmark = Benchmark.builder()
                .backend(new EchoBackend() {
                    @Override
                    Response response(Timeline times) {
                        return new Response(
                                Output.of("text"), 0, TokenSource.NONE, Usage.UNKNOWN, Usage.NONE, "stop", times);
                    }
                })
                .countTokens(true)
                .load(Concurrency.of(1).samples(1))
                .outputFolder(folder.resolve("run"))
                .build();

        assertThatThrownBy(benchmark::run)
                .isInstanceOf(IOException.class)
                .hasMessageContaining("does not count the tokens of its responses");
    }

    @Test
    void systemUnderTestCanReportTokenLatencies() throws Exception {
        BenchmarkResult result = Benchmark.builder()
                .systemUnderTest(new Counting())
                .library(QuerySampleLibrary.ofSize("integers", 64))
                .scenario(Scenario.SERVER)
                .targetQps(200)
                .minQueries(100)
                .minDuration(Duration.ofMillis(200))
                .tokenLatencies(true)
                .ttftBound(Duration.ofSeconds(5))
                .tpotBound(Duration.ofSeconds(5))
                .outputFolder(folder.resolve("run"))
                .build()
                .run();

        assertThat(result.metric("ttft.p50").asDouble()).isPositive();
        assertThat(result.metric("output_tokens_per_second").asDouble()).isPositive();
        assertThat(Files.readString(folder.resolve("run/mlperf_log_summary.txt")))
                .contains("TTFT");
    }

    @Test
    void throwingListenerAbortsTheBenchmarkAndKeepsReports() throws Exception {
        try (SimulatedServer server = server()) {
            Benchmark benchmark = measuring(server)
                    .load(Concurrency.of(1).during(Duration.ofHours(1)))
                    .outputFolder(folder.resolve("run"))
                    .onProgress(now -> {
                        if (now.progress().completed() > 5) {
                            throw new IllegalStateException("the listener is broken");
                        }
                    })
                    .build();

            assertThatThrownBy(benchmark::run)
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the listener is broken");
            assertThat(Thread.interrupted()).isFalse();
            assertThat(folder.resolve("run/report.html")).isNotEmptyFile();
            assertThat(Files.readString(folder.resolve("run/outcome.json")))
                    .contains("ABORTED", "the listener of the benchmark threw");
        }
    }

    @Test
    void concurrentRunsOfOneBenchmarkUseDifferentFolders() throws Exception {
        try (SimulatedServer server = server()) {
            Benchmark benchmark =
                    measuring(server).load(Concurrency.of(1).samples(20)).build();
            BenchmarkRun first = benchmark.start();
            BenchmarkRun second = benchmark.start();
            List<BenchmarkResult> results = List.of(first.result(), second.result());
            try {
                assertThat(results).extracting(BenchmarkResult::verdict).containsOnly(Verdict.VALID);
                assertThat(results).extracting(BenchmarkResult::folder).doesNotHaveDuplicates();
                assertThat(results.get(0).folder().getParent()).isEqualTo(Path.of("loadharness-logs"));
            } finally {
                for (BenchmarkResult each : results) {
                    try (Stream<Path> files = Files.list(each.folder())) {
                        for (Path file : files.toList()) {
                            Files.delete(file);
                        }
                    }
                    Files.delete(each.folder());
                }
            }
        }
    }

    @Test
    void serverMetricsAreRecordedIfEnabled() throws Exception {
        try (SimulatedServer server = server()) {
            BenchmarkResult result = measuring(server)
                    .load(Concurrency.of(1).samples(5))
                    .serverMetrics(true)
                    .outputFolder(folder.resolve("run"))
                    .build()
                    .run();

            assertThat(result.verdict()).isEqualTo(Verdict.VALID);
            assertThat(folder.resolve("run/server-metrics.jsonl")).isNotEmptyFile();
        }
    }

    private static final class Squares extends SystemUnderTest {

        Squares() {
            super("squares");
        }

        @Override
        public void issueQuery(Query query) {
            for (QuerySample sample : query) {
                sample.complete(new int[] {sample.index() * sample.index()});
            }
        }
    }

    private static final class Counting extends SystemUnderTest {

        Counting() {
            super("counting");
        }

        @Override
        public void issueQuery(Query query) {
            for (QuerySample sample : query) {
                sample.firstTokenComplete(1);
                sample.complete(new int[] {1, 2, 3});
            }
        }
    }

    private static final class Failing extends SystemUnderTest {

        Failing() {
            super("failing");
        }

        @Override
        public void issueQuery(Query query) {
            query.get(0).fail(new Failure(Failure.Kind.BACKEND_EXCEPTION, "the first one"));
            query.completeAll();
        }
    }

    private static class EchoBackend implements InferenceBackend {

        private final AtomicInteger starts = new AtomicInteger();
        private final AtomicInteger closes = new AtomicInteger();

        @Override
        public String name() {
            return "echo";
        }

        @Override
        public void start() throws Exception {
            starts.incrementAndGet();
        }

        @Override
        public void send(InferenceRequest request, ResponseListener listener) {
            long now = System.nanoTime();
            listener.firstToken(now, Output.of(1));
            long end = System.nanoTime();
            listener.end(response(Timeline.builder()
                    .dequeued(now)
                    .sent(now)
                    .firstByte(now)
                    .firstToken(now)
                    .firstContent(now)
                    .lastToken(end)
                    .done(end)
                    .build()));
        }

        Response response(Timeline times) {
            return Response.of(new int[] {1, 2}, times);
        }

        @Override
        public void close() {
            closes.incrementAndGet();
        }
    }

    @Test
    void aRuleSetHasDefaultsAndATypedVerdict() throws Exception {
        Path files = folder.resolve("files");
        SimulatorConfig slow = SimulatorConfig.builder()
                .outputLength(OutputLength.fixed(4))
                .pace(new Pace(Duration.ofMillis(50), Duration.ofMillis(1)))
                .build();
        try (SimulatedServer server = SimulatedServer.start(slow)) {
            BenchmarkResult result = measuring(server)
                    .rules(RuleSet.DATACENTER)
                    .targetQps(Scenario.SERVER, 50)
                    .minDuration(Duration.ofSeconds(1))
                    .require("latency_scheduled.p99<=1h")
                    .ttftBound(Duration.ofHours(1))
                    .tpotBound(Duration.ofHours(1))
                    .concurrency(4) // the 100 samples of the rules then take the server more than a second
                    .outputFolder(folder.resolve("run"))
                    .rulesFolder(files)
                    .nodeName("jw2")
                    .build()
                    .run();

            assertThat(result.verdict()).as("%s", result.reasons()).isEqualTo(Verdict.VALID);
            assertThat(result.runs())
                    .extracting(RunResult::scenario)
                    .containsExactly(Scenario.SERVER, Scenario.OFFLINE);
            RuleVerdict verdict = result.ruleVerdicts().get(0);
            assertThat(verdict.verdict()).isEqualTo(Verdict.VALID);
            assertThat(verdict.rules().name())
                    .isEqualTo("datacenter (relaxed: duration>=1s, latency_scheduled.p99<=1h)");
            assertThat(verdict.generatorVerdict()).isEqualTo(Verdict.INVALID);
            assertThat(verdict.generatorReasons()).extracting(Reason::code).containsExactly(Reason.Code.EARLY_STOPPING);
        }
        try (Stream<Path> written = Files.list(files)) {
            assertThat(written.map(each -> each.getFileName().toString()))
                    .hasSize(2)
                    .anyMatch(name -> name.matches("mlperf_datacenter_jw2_\\d{8}_\\d{6}\\.json"))
                    .anyMatch(name -> name.matches("summary_jw2_\\d{8}_\\d{6}\\.txt"));
        }
    }

    @Test
    void aRuleSetHasDefaultsForThePlan() throws IOException {
        BenchmarkPlan plan = Benchmark.builder()
                .endpoint("http://localhost:1")
                .rules(RuleSet.DATACENTER)
                .outputFolder(folder.resolve("run"))
                .build()
                .plan();

        assertThat(plan.loads())
                .extracting(BenchmarkPlan.PlannedRun::description)
                .containsExactly("server, 1.0 queries/s", "offline, 10.0 queries/s");
        assertThat(plan.loads().get(0).warnings()).singleElement().asString().contains("459");
    }
}
