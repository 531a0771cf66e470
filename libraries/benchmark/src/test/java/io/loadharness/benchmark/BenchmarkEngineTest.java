// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNullPointerException;

import io.loadharness.Reason;
import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.Verdict;
import io.loadharness.client.ClientLimits;
import io.loadharness.dataset.Dataset;
import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Routing;
import io.loadharness.inference.Timeline;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.schedule.Concurrency;
import io.loadharness.schedule.PeakSearch;
import io.loadharness.schedule.Sweep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests of engines of plug-ins as the target of a benchmark, many of them broken. */
@Timeout(120)
class BenchmarkEngineTest {

    @TempDir
    private Path folder;

    private String log;
    private Path model;

    @BeforeEach
    void writeModel(TestInfo test) throws IOException {
        log = test.getDisplayName() + folder;
        model = Files.createFile(folder.resolve("tiny.model"));
    }

    private Benchmark.EngineBuilder engine(String name) {
        return measuring().engine(name, model).option("log", log);
    }

    private Benchmark.Builder measuring() {
        return Benchmark.builder().clientLimits(ClientLimits.NONE).outputFolder(folder.resolve("run"));
    }

    private static Benchmark.Builder withLoad(Benchmark.Builder builder) {
        return builder.load(Concurrency.of(2).samples(20));
    }

    private static Benchmark.Builder quick(Benchmark.Builder builder, Scenario scenario) {
        builder.scenario(scenario).minQueries(1000).minDuration(Duration.ZERO); // enough for early stopping
        if (scenario == Scenario.SERVER) {
            builder.ttftBound(Duration.ofSeconds(5)).tpotBound(Duration.ofSeconds(5));
        }
        return scenario == Scenario.SERVER || scenario == Scenario.OFFLINE ? builder.targetQps(2000) : builder;
    }

    private List<String> calls() {
        return FakeEngines.calls(log);
    }

    private Path tensors() throws IOException {
        return Files.writeString(folder.resolve("rows.csv"), "x\n[1]\n[2]\n[3]\n[4]\n");
    }

    @Test
    void eachExecutionCreatesStartsAndClosesTheEngine() throws Exception {
        Benchmark benchmark = withLoad(engine("fake").option("threads", 2).option("api-key", "secret"))
                .build();
        assertThat(calls()).as("only checked").containsExactly("create", "close");
        calls().clear();

        BenchmarkPlan plan = benchmark.plan();
        assertThat(plan.target()).isEqualTo("fake with tiny.model");
        assertThat(calls()).as("planned").containsExactly("create", "close");
        calls().clear();

        BenchmarkResult result = benchmark.run();
        assertThat(result.reasons()).isEmpty();
        assertThat(calls()).containsExactly("create", "start", "check", "close");
        assertThat(result.runs().get(0).report().orElseThrow().description().settings())
                .contains(
                        new Setting("engine", "fake", "program"),
                        new Setting("engine.model", model.toString(), "program"),
                        new Setting("engine.threads", "2", "program"),
                        new Setting("engine.api-key", "(not shown)", "program"),
                        new Setting("engine tiny.model", "fake 1.0, loaded in 1 ms", "engine"));
    }

    @ParameterizedTest
    @EnumSource
    void loadGenMeasuresReplicasInBatches(Scenario scenario) throws Exception {
        Benchmark.Builder builder = quick(engine("fake").engine("fake", model).option("log", log + 2), scenario)
                .routing(Routing.WEIGHTED)
                .weights(List.of(1, 1))
                .require("failure_rate<=0%", "latency.p99<1h");
        if (scenario == Scenario.OFFLINE || scenario == Scenario.MULTI_STREAM) {
            builder.batchSize(4);
        }
        BenchmarkResult result = builder.build().run();

        assertThat(result.reasons()).isEmpty();
        assertThat(calls()).endsWith("start", "check", "close");
        assertThat(FakeEngines.calls(log + 2)).endsWith("start", "check", "close");
    }

    /** LoadGen's default is 1 ms, or 8 ms for the eight samples of MultiStream. */
    @ParameterizedTest
    @CsvSource({
        "SINGLE_STREAM, single_stream_expected_latency_ns, 1000000",
        "MULTI_STREAM, multi_stream_expected_latency_ns, 8000000"
    })
    void aFastEngineHasMoreQueries(Scenario scenario, String setting, long byDefault) throws Exception {
        BenchmarkResult result = engine("fake")
                .scenario(scenario)
                .minQueries(1000)
                .minDuration(Duration.ofMillis(50))
                .build()
                .run();

        RunResult run = result.runs().get(0);
        assertThat(run.report().orElseThrow().description().settings())
                .filteredOn(each -> each.name().equals(setting))
                .singleElement()
                .satisfies(each -> assertThat(Long.parseLong(each.value())).isBetween(10L, byDefault - 1))
                .extracting(Setting::source)
                .isEqualTo("estimate");
        assertThat(result.folder().resolve("estimate-2")).isDirectory();
    }

    @Test
    void aSlowEngineKeepsTheQueriesOfLoadGen() throws Exception {
        InferenceBackend slow = new InferenceBackend() {
            @Override
            public String name() {
                return "slow";
            }

            @Override
            public void send(InferenceRequest request, ResponseListener listener) {
                long sent = System.nanoTime();
                while (System.nanoTime() - sent < 3_000_000) {
                    Thread.onSpinWait();
                }
                listener.end(Response.of(
                        new int[] {1},
                        Timeline.builder().sent(sent).done(System.nanoTime()).build()));
            }

            @Override
            public void close() {}
        };
        BenchmarkResult result = measuring()
                .backend(slow)
                .streaming(false)
                .scenario(Scenario.SINGLE_STREAM)
                .minQueries(64)
                .minDuration(Duration.ofMillis(50))
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
        assertThat(result.runs().get(0).report().orElseThrow().description().settings())
                .noneMatch(each -> each.source().equals("estimate"));
    }

    @ParameterizedTest
    @CsvSource({
        "20_000, 10s, 10_000", // half of the median
        "1_000, 10s, 2_000", // at most ten million queries
        "1_000, 600s, 120_000",
        "0, 1ms, 1"
    })
    void theExpectedLatencyIsHalfOfTheMedian(String median, String length, String expected) {
        Duration planned = LatencyEstimate.expected(
                Duration.ofNanos(nanos(median)),
                Duration.parse("PT" + length.replace("1ms", "0.001s")),
                LatencyEstimate.maxQueries(1L << 40, 1));

        assertThat(planned).isEqualTo(Duration.ofNanos(nanos(expected)));
    }

    @Test
    void theQueriesOfASmallMachineFitInAQuarterOfItsMemory() {
        assertThat(LatencyEstimate.maxQueries(8L << 30, 1)).isEqualTo((2L << 30) / 560);
        assertThat(LatencyEstimate.maxQueries(8L << 30, 8)).isEqualTo((2L << 30) / 2240);
        assertThat(LatencyEstimate.maxQueries(1L << 40, 8)).isEqualTo(10_000_000);
        assertThat(LatencyEstimate.maxQueries(0, 1)).isEqualTo(1);
    }

    private static long nanos(String text) {
        return Long.parseLong(text.replace("_", ""));
    }

    @Test
    void anAccuracyLogHasTheOutputsOfTensors() throws Exception {
        BenchmarkResult result = quick(engine("fake-tensors"), Scenario.OFFLINE)
                .dataset(tensors())
                .mode(TestMode.ACCURACY_ONLY)
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
        assertThat(Files.readString(result.folder().resolve("mlperf_log_accuracy.json")))
                .contains("\"data\" : \"0300000000000000\"");
    }

    @Test
    void aSearchMeasuresAnEngine() throws Exception {
        PeakResult result = engine("fake")
                .peak(PeakSearch.builder()
                        .wholeLevels(true)
                        .maxShortRuns(2)
                        .maxConfirmations(1)
                        .confirmDuration(Duration.ofMillis(50))
                        .build())
                .require("latency.p50<1h")
                .build()
                .findPeak();

        assertThat(result.points()).isNotEmpty();
        assertThat(calls()).endsWith("start", "check", "close");
    }

    @Test
    void theCallerClosesItsOwnBackend() throws Exception {
        InferenceBackend own = EngineProvider.named("fake").create(Map.of("log", log + "own"));

        BenchmarkResult result = withLoad(engine("fake").backend(own)).build().run();

        assertThat(result.reasons()).isEmpty();
        assertThat(calls()).endsWith("close");
        assertThat(FakeEngines.calls(log + "own")).containsExactly("create", "start", "check");
    }

    @Test
    void anEngineThatCannotStartIsClosed() throws Exception {
        assertThatIOException()
                .isThrownBy(withLoad(engine("fake").option("broken", "start")).build()::run)
                .withMessage("the model tiny.model is truncated");
        assertThat(calls()).endsWith("create", "start", "close");
    }

    /** Closing such an engine waits for its start, which native code can block for ever. */
    @Test
    void anEngineThatHangsInItsStartDoesNotBlockTheCaller() {
        assertThatIOException()
                .isThrownBy(withLoad(engine("fake").option("broken", "hang"))
                        .readyTimeout(Duration.ofMillis(1))
                        .build()::run)
                .withMessage("tiny.model did not start within 1 ms; readyTimeout (--ready-timeout) sets the limit");
        assertThat(calls()).endsWith("create", "start");
    }

    @Test
    void theResultIsCompleteIfAnEngineCannotBeClosed() throws Exception {
        Benchmark.Builder builder = withLoad(engine("fake").option("broken", "close"));
        Reason reason = new Reason(Reason.Code.CALLBACK_FAILED, "the engine 'fake' cannot be closed: the device hangs");

        assertThatIOException().isThrownBy(builder.build()::plan).withMessage(reason.text());
        BenchmarkResult result = builder.build().run();

        assertThat(result.runs()).extracting(RunResult::verdict).containsExactly(Verdict.VALID);
        assertThat(result.verdict()).isEqualTo(Verdict.FAILED);
        assertThat(result.reasons()).containsExactly(reason);
    }

    @Test
    void allEnginesAreClosedIfTheFirstCannotBeClosed() throws Exception {
        BenchmarkResult result = withLoad(
                        engine("fake").option("broken", "close").engine("fake").option("log", log + 2))
                .build()
                .run();

        assertThat(result.closeFailure()).isPresent();
        assertThat(FakeEngines.calls(log + 2)).endsWith("start", "check", "close");
    }

    @Test
    void anEngineIsClosedIfTheNextCannotBeCreated() {
        EngineSetting good = EngineSetting.of("fake").with("log", log);
        EngineSetting broken = EngineSetting.of("fake").with("broken", "create");

        assertThatIllegalArgumentException().isThrownBy(() -> OwnedEngines.create(List.of(good, broken)));
        assertThat(calls()).containsExactly("create", "close");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            fake   | broken=create      | the engine 'fake' cannot be created: the device is missing
            fake   | broken=link        | the engine 'fake' cannot be created: no engine in java.library.path
            fake   | broken=create-null | the engine 'fake' cannot be created: create() returned null
            fake   | threads=two        | threads must be a number: got two
            fake   | thread=2           | unknown option 'thread' of the engine fake; did you mean 'threads'? Allowed: model, log, broken, threads, api-key
            fakes  | threads=2          | unknown engine 'fakes'; did you mean 'fake'? 'harness plugins' lists all plug-ins
            onnx   | threads=2          | the engine 'onnx' requires the module io.loadharness:harness-onnx on the class path
            llama  | threads=2          | the engine 'llama' requires the module io.loadharness:harness-llama on the class path
            onx    | threads=2          | unknown engine 'onx'; did you mean 'onnx'? 'harness plugins' lists all plug-ins
            twin   | threads=2          | there are 2 implementations of the engine 'twin': io.loadharness.benchmark.FakeEngines$Twin and io.loadharness.benchmark.FakeEngines$OtherTwin; remove the jars of all but one
            """)
    void wrongEnginesAndOptionsAreRejectedBeforeTheRun(String name, String option, String message) {
        String[] parts = option.split("=", -1);
        Benchmark.Builder builder = withLoad(measuring().engine(name, model).option(parts[0], parts[1]));

        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessage(message);
        assertThat(folder.resolve("run")).doesNotExist();
    }

    @Test
    void aMissingModelIsRejectedBeforeTheRun() {
        Path missing = folder.resolve("missing.model");

        assertThatIllegalArgumentException()
                .isThrownBy(withLoad(measuring().engine("fake", missing))::build)
                .withMessage("the model " + missing + " of the engine 'fake' does not exist; check the path");
        assertThatNullPointerException().isThrownBy(() -> measuring().engine("fake", null));
    }

    @Test
    void optionsOfAWrongTypeAreRejectedAtOnce() {
        Benchmark.EngineBuilder builder = engine("fake");

        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.option("threads", Optional.of(1)))
                .withMessage("the option 'threads' of the engine 'fake' must be text, a number, true, false or a path:"
                        + " got Optional[1] of the type java.util.Optional");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.option("threads", null))
                .withMessageEndingWith("a path: got null");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> builder.option("model", "other"))
                .withMessage("the option 'model' of the engine 'fake' is set twice, to '" + model
                        + "' and to 'other': remove one of them");
    }

    @Test
    void messagesDoNotContainSecrets() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine("fake").option("api-key", "sk-old").option("api-key", "sk-new"))
                .withMessageContaining("is set twice")
                .withMessageNotContainingAny("sk-old", "sk-new");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> engine("fake").option("api-key", Optional.of("sk-new")))
                .withMessageContaining("of the type java.util.Optional")
                .withMessageNotContaining("sk-new");
    }

    @Test
    void anOptionAppliesToTheLastEngine() throws Exception {
        BenchmarkResult result = withLoad(
                        engine("fake").option("threads", 1).engine("fake").option("threads", 2))
                .build()
                .run();

        assertThat(result.runs().get(0).report().orElseThrow().description().settings())
                .filteredOn(each -> each.name().equals("engine.threads"))
                .extracting(Setting::value)
                .containsExactly("1", "2");
    }

    static Stream<Arguments> settingsThatDoNotApply() {
        return Stream.of(
                rejected("fake", b -> b.model("m"), "model does not apply to engine: remove model"),
                rejected(
                        "fake",
                        b -> b.tensors(Path.of("x.npy")),
                        "tensors does not apply to the engine 'fake', which takes prompts: remove tensors"),
                rejected(
                        "fake-tensors",
                        b -> {},
                        "the engine 'fake-tensors' takes tensors: set dataset to a file with tensors, such as"
                                + " dataset(Path.of(\"images.npy\")), or set requests"),
                rejected(
                        "fake-tensors",
                        b -> b.dataset((tokenizer, messages) -> Dataset.read(Path.of("prompts.csv"))),
                        "the engine 'fake-tensors' takes tensors: set dataset to a file with tensors, such as"
                                + " dataset(Path.of(\"images.npy\")), or set requests"),
                rejected(
                        "fake-tensors",
                        b -> b.engine("fake"),
                        "the engine 'fake-tensors' takes tensors, but the engine 'fake' takes prompts: measure them in"
                                + " separate benchmarks"),
                rejected(
                        "fake",
                        b -> b.routing(Routing.WEIGHTED).weights(List.of(1, 2)),
                        "there are 2 weights for 1 servers and engines: set one weight for each"));
    }

    private static Arguments rejected(String engine, Consumer<Benchmark.Builder> change, String message) {
        return Arguments.of(engine, change, message);
    }

    @ParameterizedTest
    @MethodSource
    void settingsThatDoNotApply(String engine, Consumer<Benchmark.Builder> change, String message) {
        Benchmark.Builder builder = engine(engine).sweep(Sweep.builder().build());
        change.accept(builder);

        assertThatIllegalArgumentException().isThrownBy(builder::build).withMessage(message);
    }
}
