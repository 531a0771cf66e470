// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.EngineProvider;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.testkit.RecordedResponse;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ModelFaultsTest {

    @TempDir
    Path folder;

    private Path model;

    @BeforeEach
    void writeModel() throws Exception {
        model = TinyModel.write(folder.resolve("tiny.gguf"));
    }

    private static void assertNotStarted(LlamaBackend.Builder settings, String... words) {
        try (LlamaBackend backend = settings.build()) {
            assertThatExceptionOfType(IOException.class)
                    .isThrownBy(backend::start)
                    .satisfies(e -> assertThat(e.getMessage()).contains(words).doesNotContain("\n"));
            assertThat(backend.health().ready()).isFalse();
        }
    }

    private void assertNotStarted(String... words) {
        assertNotStarted(LlamaBackend.builder(model), words);
    }

    private void replace(String old, String with) throws IOException {
        byte[] bytes = Files.readAllBytes(model);
        String text = new String(bytes, StandardCharsets.ISO_8859_1);
        int at = text.indexOf(old);
        assertThat(at).isNotNegative();
        System.arraycopy(with.getBytes(StandardCharsets.ISO_8859_1), 0, bytes, at, with.length());
        Files.write(model, bytes);
    }

    @Test
    void aMissingFileIsNamed() {
        assertNotStarted(
                LlamaBackend.builder(folder.resolve("missing.gguf")), "there is no model file", "missing.gguf");
        assertNotStarted(LlamaBackend.builder(folder), "there is no model file");
    }

    @Test
    void aFileOfAnotherFormatIsNamed() throws Exception {
        Files.writeString(model, "{}");
        assertNotStarted("is not a GGUF file");
        Files.write(model, new byte[0]);
        assertNotStarted("is not a GGUF file");
    }

    @Test
    void aTruncatedFileIsReported() throws Exception {
        byte[] bytes = Files.readAllBytes(model);
        for (int size : new int[] {4, 20, 3000, 9000}) {
            Files.write(model, Arrays.copyOf(bytes, size));
            assertNotStarted("cannot load", "tiny.gguf", "header is truncated");
        }
        for (int size : new int[] {20_000, bytes.length / 2, bytes.length - 1}) {
            Files.write(model, Arrays.copyOf(bytes, size));
            assertNotStarted("cannot load", "tiny.gguf", "is not within the file bounds");
        }
    }

    @Test
    void damagedHeadersAreReported() throws Exception {
        byte[] bytes = Files.readAllBytes(model);
        Random random = new Random(3);
        for (int i = 0; i < 300; i++) {
            byte[] damaged = bytes.clone();
            // sizes and types, which are zero mostly: a high byte makes them huge or negative
            int at = 8 + random.nextInt(600);
            damaged[at] = (byte) (damaged[at] == 0 ? 0x80 + random.nextInt(0x80) : 0);
            Path file = Files.write(folder.resolve("damaged.gguf"), damaged);
            try {
                GgufHeader.check(file);
            } catch (IOException e) {
                assertThat(e.getMessage()).doesNotContain("\n").isNotBlank();
            }
        }
    }

    @Test
    void aTokenThatOccursTwiceIsReported() throws Exception {
        replace("<0xFE>", "<0xFF>");
        assertNotStarted("contains a token twice, at position 260");
    }

    @Test
    void anUnsupportedArchitectureIsNamed() throws Exception {
        replace("llama", "lloth");
        assertNotStarted("unknown model architecture: 'lloth'");
    }

    @Test
    void aMissingTensorIsNamed() throws Exception {
        replace("blk.1.ffn_up.weight", "blk.1.ffn_xx.weight");
        assertNotStarted("blk.1.ffn_up.weight");
    }

    @Test
    void aContextThatIsTooLargeIsRejected() throws Exception {
        assertNotStarted(LlamaBackend.builder(model).context(5000), "context must be at most 4096", "5000");
        Path wide = TinyModel.write(folder.resolve("wide.gguf"), 2, 64, 2_000_000_000);
        assertNotStarted(LlamaBackend.builder(wide).context(400_000_000), "reduce context or sequences", "MiB");
    }

    @Test
    void gpuLayersWithoutAGpuAreRejected() {
        assertNotStarted(LlamaBackend.builder(model).gpuLayers(3), "has no GPU support", "gpu-layers");
    }

    @Test
    void aFailedStartLeavesNothingBehind() throws Exception {
        byte[] bytes = Files.readAllBytes(model);
        Files.write(model, Arrays.copyOf(bytes, bytes.length / 2));
        LlamaBackend backend = LlamaBackend.builder(model).build();
        assertThatExceptionOfType(IOException.class).isThrownBy(backend::start);
        Files.write(model, bytes);
        backend.start();
        backend.close();
        assertThatIllegalStateException().isThrownBy(backend::start);
    }

    @Test
    void weightsThatAreNotNumbersFailTheRequest() throws Exception {
        byte[] bytes = Files.readAllBytes(model);
        ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putFloat(bytes.length - 4, Float.NaN);
        Files.write(model, bytes);
        try (LlamaBackend backend = LlamaBackend.builder(model).build()) {
            backend.start();
            RecordedResponse recorded = new RecordedResponse();
            backend.send(InferenceRequest.of(0, Prompt.of("hello")), recorded);
            assertThat(recorded.await().failure().message()).contains("the model computed NaN");
        }
    }

    @Test
    void chatNeedsATemplate() throws Exception {
        replace("tokenizer.chat_template", "tokenizer.chat_templatx");
        try (LlamaBackend backend = LlamaBackend.builder(model).build()) {
            backend.start();
            assertThatIllegalArgumentException()
                    .isThrownBy(() ->
                            backend.check(InferenceRequest.of(0, Prompt.of(List.of(new ChatMessage("user", "hello"))))))
                    .withMessageContaining("no chat template");
        }
    }

    @Test
    void optionsAreChecked() {
        String file = model.toString();
        assertOptionsRejected(Map.of(), "--model");
        assertOptionsRejected(
                Map.of("model", file, "contxt", "5"), "unknown option 'contxt'", "did you mean 'context'?");
        assertOptionsRejected(Map.of("model", file, "context", "many"), "'context'", "'many'");
        assertOptionsRejected(Map.of("model", file, "context", "0"), "context must be at least 1: got 0");
        assertOptionsRejected(Map.of("model", file, "sequences", "65"), "at most 64: got 65");
        assertOptionsRejected(Map.of("model", file, "threads", "-1"), "threads");
        assertOptionsRejected(Map.of("model", file, "batch", "3"), "batch must be at least", "4");
        assertOptionsRejected(Map.of("model", file, "gpu-layers", "-1"), "gpu-layers");
    }

    private static void assertOptionsRejected(Map<String, String> options, String... words) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new LlamaProvider().create(options))
                .satisfies(e -> assertThat(e.getMessage()).contains(words));
    }

    @Test
    void theEngineIsFoundByItsName() throws Exception {
        Map<String, String> options = Map.of(
                "model",
                model.toString(),
                "context",
                "100",
                "sequences",
                "2",
                "batch",
                "64",
                "threads",
                "1",
                "gpu-layers",
                "0");
        try (InferenceBackend backend = EngineProvider.named("llama").create(options)) {
            backend.start();
            assertThat(backend.health().detail())
                    .matches("llama.cpp b4916, tiny.gguf \\(.+\\), sequences: 2, context: 100 tokens per sequence,"
                            + " loaded in \\d+ ms");
            RecordedResponse recorded = new RecordedResponse();
            backend.send(
                    new InferenceRequest(
                            0,
                            Prompt.of("hello"),
                            GenerationParameters.builder().ignoreEos(true).build()),
                    recorded);
            assertThat(recorded.await().response().usage().prompt()
                            + recorded.response().tokenCount())
                    .isEqualTo(100);
        }
    }

    @Test
    void otherPlatformsAreNotSupported() {
        assertThatIllegalStateException()
                .isThrownBy(() -> NativeLibraries.folders("Windows 11", "amd64"))
                .withMessageContaining("not Windows 11 on amd64");
    }

    @Test
    void tinyModelsAreTheSameFiles() throws Exception {
        Path again = TinyModel.write(folder.resolve("again.gguf"));
        assertThat(again).hasSameBinaryContentAs(model);
        assertThat(Files.size(model)).isLessThan(1_000_000);
        assertThatIllegalArgumentException().isThrownBy(() -> TinyModel.write(again, 1, 33));
    }
}
