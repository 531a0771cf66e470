// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class NativeFilesTest {

    @TempDir
    Path caches;

    /** Loads a model and prints the error. Runs in a JVM whose temporary folder does not exist. */
    static final class Loading {

        private Loading() {}

        public static void main(String[] arguments) {
            try (OnnxBackend backend =
                    OnnxBackend.builder(Path.of(arguments[0])).build()) {
                backend.start();
            } catch (IllegalArgumentException e) {
                System.out.print(e.getMessage() + "\n");
            }
        }
    }

    @Test
    void namesATemporaryFolderThatCannotBeUsed() throws Exception {
        Path missing = caches.resolve("missing");
        Process child = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + missing,
                        "-cp",
                        System.getProperty("surefire.test.class.path", System.getProperty("java.class.path")),
                        Loading.class.getName(),
                        Samples.model("add").toString())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();

        assertThat(new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                .startsWith("the native library of ONNX Runtime cannot be unpacked: the temporary folder " + missing
                        + " cannot be used (")
                .endsWith(": the folder " + missing + " does not exist): set another one, for example"
                        + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER\n");
    }

    @Test
    void namesAFileThatOnnxRuntimeCannotWrite() {
        IOException full = new FileSystemException("/tmp/onnx/lib.so", null, "No space left on device");
        LinkageError error = new ExceptionInInitializerError(new IllegalStateException("Failed to load", full));

        assertThat(ModelErrors.notLinked(error))
                .hasMessageContaining("(/tmp/onnx/lib.so: No space left on device): set another one")
                .hasMessageNotContaining("processor");
        assertThat(ModelErrors.notLinked(new UnsatisfiedLinkError("wrong ELF class")))
                .hasMessageContaining("a processor that ONNX Runtime supports")
                .hasMessageContaining("wrong ELF class");
    }

    @Test
    void setsTheFolderForOnnxRuntime() {
        assumeThat(Path.of(System.getProperty("user.home"))).isWritable();
        try (OnnxBackend backend = Samples.started(OnnxBackend.builder(Samples.model("add")))) {
            assertThat(backend.health().ready()).isTrue();
            assertThat(Path.of(System.getProperty(NativeFiles.FOLDER_PROPERTY))
                            .toFile()
                            .list())
                    .containsExactlyInAnyOrder("libonnxruntime.so", "libonnxruntime4j_jni.so");
        }
    }
}
