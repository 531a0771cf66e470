// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static io.loadharness.onnx.Samples.floats;
import static io.loadharness.onnx.Samples.model;
import static io.loadharness.onnx.Samples.request;
import static io.loadharness.onnx.Samples.send;
import static io.loadharness.onnx.Samples.started;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtSession;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.FutureTask;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

@Timeout(60)
class SessionThreadsTest {

    private static OnnxBackend.Builder add() {
        return OnnxBackend.builder(model("add"));
    }

    /**
     * Waits until ONNX Runtime has the expected number of native threads. Linux gives a new thread the name of the thread that starts it. A
     * thread of Java has this name only until it runs.
     */
    private static void awaitNativeThreads(int expected, String starter, OnnxBackend.Builder builder) throws Exception {
        FutureTask<Void> task = new FutureTask<>(() -> {
            try (OnnxBackend backend = started(builder)) {
                send(backend, request(0, floats("x", 1, 2, 3)));
                while (threadsNamed(starter) - 1 != expected) {
                    LockSupport.parkNanos(1_000_000);
                }
            }
            return null;
        });
        new Thread(task, starter).start();
        task.get();
    }

    private static long threadsNamed(String name) throws IOException {
        try (Stream<Path> threads = Files.list(Path.of("/proc/self/task"))) {
            return threads.filter(each -> nameOf(each).equals(name)).count();
        }
    }

    private static String nameOf(Path thread) {
        try {
            return Files.readString(thread.resolve("comm")).strip();
        } catch (NoSuchFileException e) {
            return ""; // it has ended
        } catch (IOException e) {
            return e.toString();
        }
    }

    @EnabledOnOs(OS.LINUX)
    @Test
    void sessionsHaveOnlyTheThreadsOfTheOptions() throws Exception {
        awaitNativeThreads(2, "three", add().threads(3));
        awaitNativeThreads(2, "inter", add().interThreads(3));
        awaitNativeThreads(3, "both", add().threads(2).interThreads(3));
        awaitNativeThreads(0, "default", add());
        awaitNativeThreads(0, "sessions", add().sessions(3));
    }

    private static Map<String, String> configOf(OnnxBackend.Builder builder) throws OrtException {
        NativeFiles.use();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            builder.applyTo(options);
            return Map.copyOf(options.getConfigEntries());
        }
    }

    @Test
    void threadsSpinOnlyIfTheConfigurationSaysSo() throws OrtException {
        assertThat(configOf(add()))
                .containsOnly(
                        Map.entry("session.intra_op.allow_spinning", "0"),
                        Map.entry("session.inter_op.allow_spinning", "0"));
        assertThat(configOf(add().threads(2)
                        .config("session.intra_op.allow_spinning", "1")
                        .config("session.set_denormal_as_zero", "1")))
                .containsOnly(
                        Map.entry("session.intra_op.allow_spinning", "1"),
                        Map.entry("session.inter_op.allow_spinning", "0"),
                        Map.entry("session.set_denormal_as_zero", "1"));
    }
}
