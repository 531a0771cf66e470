// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Signals that are sent to a separate JVM. */
@Timeout(600)
class SignalTest {

    private static final int TERMINATED = 143;

    /** The requests before a run: the search for the dialect and the warm-up. */
    private static final int WARM_UPS = 9;

    @Test
    void sigtermEndsTheDemoWithAVerdictTable(@TempDir Path folder) throws Exception {
        Path errors = folder.resolve("errors");
        Process demo = harness(folder, "demo", "--in-process", "--seconds", "60", "--output-dir", folder.toString())
                .redirectError(Files.createFile(errors).toFile())
                .start();
        try (BufferedReader output = demo.inputReader(StandardCharsets.UTF_8)) {
            assertThat(output.readLine()).isEqualTo("SingleStream: started");
            demo.toHandle().destroy(); // Process.destroy would close the output as well

            assertThat(Session.plain(output.lines().collect(Collectors.joining("\n"))))
                    .containsPattern("(?m)^SingleStream +- +ABORTED +" + folder)
                    .containsPattern("(?m)^Offline +- +NOT RUN +-$")
                    .endsWith("SingleStream is ABORTED: stopped by Ctrl-C or a signal\n");
        } finally {
            demo.destroyForcibly();
        }
        assertThat(demo.waitFor()).isEqualTo(TERMINATED);
        assertThat(errors).isEmptyFile();
        assertThat(folder.resolve("single-stream/mlperf_log_detail.txt")).isNotEmptyFile();
    }

    @Test
    void aRunWhoseOutputIsNotReadEndsWithItsReport(@TempDir Path folder) throws Exception {
        Path pipe = folder.resolve("terminal");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0);
        CountDownLatch measuring = new CountDownLatch(1);
        try (FileChannel unread = FileChannel.open(pipe, StandardOpenOption.READ, StandardOpenOption.WRITE);
                SimulatedServer server =
                        SimulatedServer.start(SimulatorConfig.builder().build());
                GatedProxy proxy = GatedProxy.start(0, server.uri(), countingDownAt(10, measuring))) {
            Thread filling = new Thread(() -> fill(unread), "other-writer");
            filling.start();
            Process run = run(folder, proxy).redirectOutput(pipe.toFile()).start();
            try {
                measuring.await();
                run.destroy();

                assertThat(run.waitFor()).isEqualTo(TERMINATED);
            } finally {
                run.destroyForcibly();
            }
        }
        assertThat(verdict(folder)).isEqualTo("ABORTED");
    }

    /** Writes until the channel is closed. Because the pipe is not read, it is always full. */
    private static void fill(FileChannel pipe) {
        try {
            while (true) {
                pipe.write(ByteBuffer.allocate(4096));
            }
        } catch (IOException e) {
            // the test has ended
        }
    }

    @Test
    void twoSignalsInSuccessionAreOne(@TempDir Path folder) throws Exception {
        CountDownLatch measuring = new CountDownLatch(1);
        try (SimulatedServer server =
                        SimulatedServer.start(SimulatorConfig.builder().build());
                GatedProxy proxy = GatedProxy.start(0, server.uri(), countingDownAt(10, measuring))) {
            Process run = run(folder, proxy)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .start();
            try {
                measuring.await();
                terminate(run);
                terminate(run);

                assertThat(run.waitFor()).isEqualTo(TERMINATED);
            } finally {
                run.destroyForcibly();
            }
        }
        assertThat(verdict(folder)).isEqualTo("ABORTED");
    }

    /** Sends SIGTERM with a separate program, which takes a few milliseconds, as a wrapper script does. */
    private static void terminate(Process process) throws Exception {
        new ProcessBuilder("kill", "-TERM", Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Test
    void closedOutputIsNotAnError(@TempDir Path folder) throws Exception {
        Path errors = folder.resolve("errors");
        Process help =
                harness(folder, "run", "--help").redirectError(errors.toFile()).start();
        help.getInputStream().close(); // before the JVM has started

        assertThat(help.waitFor()).isZero();
        assertThat(errors).isEmptyFile();
    }

    @Test
    void fullDiskIsAnError(@TempDir Path folder) throws Exception {
        Path full = Path.of("/dev/full");
        assumeTrue(Files.exists(full));
        Path errors = folder.resolve("errors");
        Process help = harness(folder, "run", "--help")
                .redirectOutput(full.toFile())
                .redirectError(errors.toFile())
                .start();

        assertThat(help.waitFor()).isEqualTo(ExitCode.FAILED);
        assertThat(errors).hasContent("Standard output cannot be written to: the output is incomplete.");
    }

    private static ProcessBuilder run(Path folder, GatedProxy server) {
        return harness(
                        folder,
                        ("run --load constant --rate 50 --duration 10m --max-tokens 4 --url " + server.uri()
                                        + " --output-dir " + folder.resolve("run"))
                                .split(" "))
                .redirectError(ProcessBuilder.Redirect.INHERIT);
    }

    private static GatedProxy.Gate countingDownAt(long request, CountDownLatch reached) {
        return (path, number) -> {
            if (number == WARM_UPS + request) {
                reached.countDown();
            }
        };
    }

    private static String verdict(Path folder) throws IOException {
        return new ObjectMapper()
                .readTree(folder.resolve("run/result.json").toFile())
                .get("verdict")
                .asText();
    }

    private static ProcessBuilder harness(Path temporary, String... arguments) {
        return new ProcessBuilder(
                JavaCommand.harness(List.of("-XX:-UsePerfData", "-Djava.io.tmpdir=" + temporary), arguments));
    }
}
