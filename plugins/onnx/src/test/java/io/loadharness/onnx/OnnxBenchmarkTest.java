// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Scenario;
import io.loadharness.TestMode;
import io.loadharness.benchmark.Benchmark;
import io.loadharness.benchmark.BenchmarkResult;
import io.loadharness.client.ClientLimits;
import io.loadharness.report.RunOutcome;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Complete benchmarks of a model file by the name of the engine, with the real ONNX Runtime and LoadGen. */
@Timeout(300)
class OnnxBenchmarkTest {

    private static final int IMAGES = 16;
    private static final int PIXELS = 64;

    @TempDir
    private Path folder;

    /** Writes images of one channel with 8 x 8 pixels. */
    private Path images() throws IOException {
        Random random = new Random(1);
        float[] pixels = new float[IMAGES * PIXELS];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = random.nextFloat() - 0.5f;
        }
        return Files.write(folder.resolve("images.npy"), npy("1, 8, 8", pixels));
    }

    /** Returns an array of {@link #IMAGES} samples. */
    private static byte[] npy(String shape, float[] numbers) {
        byte[] header = ("{'descr': '<f4', 'fortran_order': False, 'shape': (" + IMAGES + ", " + shape + "), }\n")
                .getBytes(StandardCharsets.US_ASCII);
        ByteBuffer file = ByteBuffer.allocate(10 + header.length + numbers.length * Float.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        file.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0}).putShort((short) header.length);
        file.put(header);
        for (float each : numbers) {
            file.putFloat(each);
        }
        return file.array();
    }

    private Benchmark.Builder classifier(Scenario scenario) throws IOException {
        return classifier(scenario, Map.of());
    }

    private Benchmark.Builder classifier(Scenario scenario, Map<String, ?> options) throws IOException {
        Benchmark.EngineBuilder engine = Benchmark.builder()
                .engine("onnx", Samples.model("classifier"))
                .option("threads", 1)
                .option("output", "argmax");
        options.forEach(engine::option);
        Benchmark.Builder builder = engine.dataset(images())
                .scenario(scenario)
                .minQueries(1000) // enough for early stopping
                .minDuration(Duration.ZERO)
                .require("failure_rate<=0%", "latency.p99<1h")
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"));
        if (scenario == Scenario.SERVER) {
            builder.latencyBound(Duration.ofSeconds(5));
        }
        return scenario == Scenario.SERVER || scenario == Scenario.OFFLINE ? builder.targetQps(2000) : builder;
    }

    @ParameterizedTest
    @EnumSource
    void measuresAModelFileInAllScenarios(Scenario scenario) throws Exception {
        BenchmarkResult result = classifier(scenario).build().run();

        assertThat(result.reasons()).isEmpty();
        assertThat(result.metric("samples").asDouble()).isGreaterThanOrEqualTo(1000);
        assertThat(result.runs().get(0).report().orElseThrow().description().settings())
                .filteredOn(each -> each.name().equals("engine classifier.onnx"))
                .singleElement()
                .satisfies(each ->
                        assertThat(each.value()).startsWith("ONNX Runtime ").contains("loaded in ", "warmed up in "));
    }

    @Test
    void measuresReplicasInBatches() throws Exception {
        BenchmarkResult result = classifier(Scenario.OFFLINE)
                .engine("onnx", Samples.model("classifier"))
                .option("output", "argmax")
                .batchSize(4)
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
    }

    /** No batch of these scenarios waits for samples that do not arrive. */
    @ParameterizedTest
    @EnumSource(names = "SERVER", mode = EnumSource.Mode.EXCLUDE)
    void runsLargeDynamicBatchesWithoutDelay(Scenario scenario) throws Exception {
        Map<String, ?> batches = Map.of("batching", "dynamic", "max-batch", 512, "max-delay", "3600s");

        BenchmarkResult result =
                classifier(scenario, batches).warmUps(0).build().run();

        assertThat(result.reasons()).isEmpty();
    }

    @Test
    void countsTheSamplesOfEachRun() throws Exception {
        Path zeros = Files.write(folder.resolve("zeros.npy"), npy("2", new float[2 * IMAGES]));
        BenchmarkResult result = Benchmark.builder()
                .engine("onnx", Samples.model("logarithm"))
                .dataset(zeros)
                .scenario(Scenario.SINGLE_STREAM, Scenario.MULTI_STREAM)
                .minQueries(100)
                .minDuration(Duration.ZERO)
                .clientLimits(ClientLimits.NONE)
                .outputFolder(folder.resolve("run"))
                .build()
                .run();

        assertThat(result.runs()).hasSize(2).allSatisfy(run -> {
            RunOutcome outcome = run.report().orElseThrow().outcome().orElseThrow();
            long samples = run.progress().completed();
            assertThat(samples).isPositive();
            assertThat(outcome.warnings())
                    .contains("logarithm.onnx: the outputs of " + samples + " samples contain infinite numbers");
            assertThat(outcome.engines()).singleElement().satisfies(each -> assertThat(each.statistics())
                    .containsEntry("samples", String.valueOf(samples))
                    .containsEntry("samples with infinite numbers", String.valueOf(samples)));
        });
    }

    @Test
    void logsTheClassOfEachImage() throws Exception {
        BenchmarkResult result = classifier(Scenario.OFFLINE)
                .mode(TestMode.ACCURACY_ONLY)
                .build()
                .run();

        assertThat(result.reasons()).isEmpty();
        assertThat(Files.readString(result.folder().resolve("mlperf_log_accuracy.json"))
                        .split("\"qsl_idx\"", -1))
                .hasSize(IMAGES + 1);
    }

    @Test
    void aPlanNamesTheEngineAndTheModel() throws Exception {
        assertThat(classifier(Scenario.SINGLE_STREAM).build().plan().target()).isEqualTo("onnx with classifier.onnx");
    }

    @Test
    void aMisspeltOptionIsRejectedByBuild() {
        Benchmark.Builder builder = Benchmark.builder()
                .engine("onnx", Samples.model("classifier"))
                .option("thread", 1)
                .dataset(folder.resolve("images.npy"))
                .scenario(Scenario.SINGLE_STREAM);

        assertThatIllegalArgumentException()
                .isThrownBy(builder::build)
                .withMessageStartingWith("unknown option 'thread' of the engine onnx; did you mean 'threads'?");
    }

    @Test
    void aFileThatIsNotAModelMeasuresNothing() throws Exception {
        Path file = Files.writeString(folder.resolve("broken.onnx"), "not a model");
        Benchmark benchmark = Benchmark.builder()
                .engine("onnx", file)
                .dataset(images())
                .scenario(Scenario.SINGLE_STREAM)
                .outputFolder(folder.resolve("run"))
                .build();

        assertThatIllegalArgumentException().isThrownBy(benchmark::run).satisfies(e -> assertThat(e.getMessage())
                .contains(file.toString())
                .doesNotContain("\n"));
    }
}
