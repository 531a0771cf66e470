// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ModelFilesTest {

    /** The place of the version of the format in a file. The opset is the last byte. */
    private static final int VERSION = 1;

    @TempDir
    Path folder;

    @Test
    void refusesAFileThatDoesNotExist() {
        Path file = folder.resolve("missing.onnx");
        refusal(file).hasMessage("the model " + file + " does not exist; check the path");
    }

    @Test
    void refusesAFolder() {
        refusal(folder)
                .hasMessage(
                        "the model " + folder + " is not a file; name the file of the model, for example model.onnx");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "GGUF and more", "{\"a\": 1}", "not a model"})
    void refusesAFileThatIsNotAModel(String content) throws IOException {
        Path file = Files.writeString(folder.resolve("other.onnx"), content);
        refusal(file)
                .hasMessage(
                        "the file " + file + " is truncated or is not an ONNX model; copy or export the model again");
    }

    /** A truncated file can be a valid message of protobuf that lacks a part, so that the reasons differ. */
    @Test
    void refusesAModelThatIsTruncatedAnywhere() throws IOException {
        byte[] whole = Files.readAllBytes(Samples.model("classifier"));
        for (int length = 0; length < whole.length; length++) {
            Path file = Files.write(folder.resolve("truncated.onnx"), Arrays.copyOf(whole, length));
            OnnxBackend backend = OnnxBackend.builder(file).build();
            try {
                backend.start();
            } catch (IllegalArgumentException e) {
                assertThat(e).hasMessageContaining(file.toString());
                continue;
            } finally {
                backend.close();
            }
            // Only the version of the operators is missing, without which ONNX Runtime assumes one.
            assertThat(length).isGreaterThan(whole.length - 8);
        }
    }

    @Test
    void refusesAnOpsetThatDoesNotExistYet() {
        refusal(Samples.model("future"))
                .hasMessageMatching(
                        "the model .*future.onnx uses opset 999, but ONNX Runtime 1\\.\\S+ supports opsets up to 26;"
                                + " export the model with an older opset");
    }

    @Test
    void refusesAVersionOfTheFormatThatDoesNotExistYet() throws IOException {
        byte[] model = Files.readAllBytes(Samples.model("add"));
        model[VERSION] = 14;
        Path file = Files.write(folder.resolve("newer.onnx"), model);
        refusal(file)
                .hasMessageMatching(
                        "the model .*newer.onnx uses version 14 of the ONNX format, but ONNX Runtime 1\\.\\S+"
                                + " supports versions up to 13; export the model with an older version of the package onnx");
    }

    @Test
    void refusesAnOpsetThatIsTooOld() throws IOException {
        byte[] model = Files.readAllBytes(Samples.model("add"));
        model[model.length - 1] = 6;
        Path file = Files.write(folder.resolve("old.onnx"), model);
        refusal(file)
                .hasMessageMatching(
                        "the model .*old.onnx uses version 6 of the operator Add, but ONNX Runtime 1\\.\\S+ does not have"
                                + " this version for the types of the model; export the model with another opset or other types");
    }

    @Test
    void refusesAnUnknownOperator() {
        refusal(Samples.model("unknown-operator"))
                .hasMessageMatching(
                        "the model .*unknown-operator.onnx uses the operator Frobnicate, which ONNX Runtime 1\\.\\S+ does not"
                                + " have; export the model with standard operators");
    }

    @Test
    void namesAMissingFileOfWeights() {
        refusal(Samples.model("external"))
                .hasMessageMatching(
                        "the model .*external.onnx stores weights in the file .*weights.bin, which does not exist;"
                                + " copy this file to the folder of the model");
    }

    @Test
    void refusesStringsAsInputs() {
        refusal(Samples.model("strings"))
                .hasMessageMatching(
                        "the model .*strings.onnx cannot be used: the input 'words' of the model has elements of type string,"
                                + " which is not supported; export the model with tensors of numbers as inputs");
    }

    @Test
    void refusesAnInputWithoutABatch() {
        refusal(Samples.model("scalar"))
                .hasMessageContaining(
                        "the input 'x' of the model has no dimensions, and therefore no batch; export the model with the batch first");
    }

    @Test
    void refusesAnUnknownOutput() {
        assertThatThrownBy(
                        () -> start(OnnxBackend.builder(Samples.model("labels")).outputs("softmax:0")))
                .hasMessageContaining(
                        "the model has no output 'softmax:0'; did you mean 'softmax_tensor:0'? Allowed: ArgMax:0, softmax_tensor:0");
    }

    @Test
    void refusesAnOutputThatIsSelectedTwice() {
        assertThatThrownBy(() -> start(OnnxBackend.builder(Samples.model("labels"))
                        .outputs("softmax_tensor:0", "ArgMax:0", "softmax_tensor:0")))
                .hasMessageContaining("the output 'softmax_tensor:0' is selected twice; name each output once");
    }

    /** The two dimensions of 4 are the batch of the input and of the output. */
    @Test
    void refusesABatchOfZero() throws IOException {
        byte[] model = Files.readAllBytes(Samples.model("fixed-batch"));
        for (int i = 0; i + 3 < model.length; i++) {
            if (model[i] == 0x0a && model[i + 1] == 2 && model[i + 2] == 8 && model[i + 3] == 4) {
                model[i + 3] = 0;
            }
        }
        refusal(Files.write(folder.resolve("empty-batch.onnx"), model))
                .hasMessageContaining(
                        "cannot be used: the input 'x' of the model has the batch size 0, but a batch must"
                                + " have from 1 to 2147483647 samples; export the model with another batch size");
    }

    @Test
    void refusesABatchThatIsTooLarge() {
        ModelSignature.Port input = new ModelSignature.Port(
                "x", Tensor.Type.FLOAT32, new long[] {1L << 32, 2}, new String[] {"", ""}, true);
        assertThatThrownBy(() -> ModelSignature.fixedBatch(List.of(input)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("has the batch size 4294967296, but a batch must have from 1 to 2147483647");
    }

    @ParameterizedTest
    @ValueSource(strings = {"cuda", "tensorrt"})
    void namesTheJarOfAProviderThatIsMissing(String provider) {
        assertThatThrownBy(() -> start(OnnxBackend.builder(Samples.model("add")).provider(provider, Map.of())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("ONNX Runtime on the class path does not have the provider " + provider
                        + ", only cpu; replace com.microsoft.onnxruntime:onnxruntime by com.microsoft.onnxruntime:onnxruntime_gpu"
                        + " of the same version");
    }

    @Test
    void reportsTheTimesOfLoadingAndWarmUp() {
        try (OnnxBackend backend =
                OnnxBackend.builder(Samples.model("add")).threads(1).sessions(2).build()) {
            assertThat(backend.health().ready()).isFalse();
            backend.start();
            assertThat(backend.statistics().loadTime()).isPositive();
            assertThat(backend.statistics().warmUpTime()).isZero();

            backend.check(Samples.request(0, Samples.floats("x", 1, 2, 3)));

            assertThat(backend.statistics().warmUpTime()).isPositive();
            assertThat(backend.statistics().samples()).isZero();
            assertThat(backend.health().detail())
                    .matches(
                            "ONNX Runtime 1\\.\\S+, add.onnx on cpu, loaded in \\S+ (µ|m)?s, warmed up in \\S+ (µ|m)?s");
        }
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refusal(Path model) {
        return assertThatThrownBy(() -> start(OnnxBackend.builder(model))).isInstanceOf(IllegalArgumentException.class);
    }

    private static void start(OnnxBackend.Builder builder) throws Exception {
        try (InferenceBackend backend = builder.build()) {
            backend.start();
        }
    }
}
