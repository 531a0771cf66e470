// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.testkit.RecordedResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(300)
class JvmExitTest {

    @TempDir
    Path folder;

    /** Ends the JVM during generation. */
    static final class Exiting {

        private Exiting() {}

        public static void main(String[] arguments) throws Exception {
            LlamaBackend backend = LlamaBackend.builder(Path.of(arguments[0]))
                    .context(TinyModel.MAX_CONTEXT)
                    .build();
            backend.start();
            CountDownLatch generating = new CountDownLatch(4);
            for (int i = 0; i < 20; i++) {
                backend.send(
                        new InferenceRequest(
                                0,
                                Prompt.of("hello"),
                                GenerationParameters.builder().ignoreEos(true).build()),
                        new RecordedResponse(generating::countDown));
            }
            generating.await();
            if (arguments[1].equals("exit")) {
                System.exit(3);
            }
        }
    }

    @Test
    void theJvmExitsDuringGeneration() throws Exception {
        for (int i = 0; i < 5; i++) {
            assertThat(exitCode("exit")).isEqualTo(3);
        }
    }

    @Test
    void anOpenEngineDoesNotKeepTheJvmAlive() throws Exception {
        assertThat(exitCode("return")).isZero();
    }

    private int exitCode(String way) throws Exception {
        Path model = TinyModel.write(folder.resolve("tiny.gguf"));
        Path temporary = Files.createDirectories(folder.resolve("temporary"));
        Process child = new ProcessBuilder(List.of(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "--enable-native-access=ALL-UNNAMED",
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Exiting.class.getName(),
                        model.toString(),
                        way))
                .directory(folder.toFile())
                .redirectErrorStream(true)
                .start();
        assertThat(new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .isEmpty(); // the log of llama.cpp too
        try (Stream<Path> left = Files.list(temporary)) {
            assertThat(left.filter(each -> !each.getFileName().toString().startsWith("hsperfdata")))
                    .isEmpty();
        }
        return child.waitFor();
    }
}
