// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.BufferedReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

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
    void aRunWhoseOutputIsNeverReadWritesItsReport(@TempDir Path folder) throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            String command = "run --load concurrent --concurrency 2 --requests 20 --max-tokens 4 --url " + server.uri()
                    + " --output-dir " + folder.resolve("run") + " " + String.join(" ", LenientClient.OPTIONS);
            Process run = new ProcessBuilder(JavaCommand.of(jvmOptions(folder), FullOutput.class, command.split(" ")))
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            try {
                while (!Files.exists(folder.resolve("run/result.json"))) {
                    assertThat(run.isAlive()).isTrue();
                    Thread.sleep(10);
                }
                assertThat(verdict(folder)).isEqualTo("VALID");
                assertThat(run.isAlive())
                        .as("it waits until the verdict is read")
                        .isTrue();

                assertThat(new String(run.getInputStream().readAllBytes(), StandardCharsets.UTF_8))
                        .contains("**VALID**");
                assertThat(run.waitFor()).isZero();
            } finally {
                run.destroyForcibly();
            }
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
                terminateTwice(run);

                assertThat(run.waitFor()).isEqualTo(TERMINATED);
            } finally {
                run.destroyForcibly();
            }
        }
        assertThat(verdict(folder)).isEqualTo("ABORTED");
    }

    @ParameterizedTest
    @CsvSource({
        "INT, 130, run --scenario single-stream --output-dir",
        "TERM, 143, find-peak --load concurrent --require ttft.p99<2s --output-dir",
        "TERM, 143, probe"
    })
    void aSignalWhileACommandWaitsForAServerIsReportedInOneLine(
            String signal, int code, String command, @TempDir Path folder) throws Exception {
        if (signal.equals("INT")) {
            InterruptSignal.assumeHandled();
        }
        Path output = folder.resolve("run");
        try (ServerSocket silent = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            silent.setSoTimeout((int) WatchedProcess.LIMIT.toMillis());
            String url = "http://127.0.0.1:" + silent.getLocalPort();
            Process process = started(
                    folder,
                    (command.endsWith("--output-dir") ? command + " " + output : command)
                            + " --ready-timeout 10m --url " + url);
            try (Socket check = silent.accept()) { // open, so that no further message follows
                assertThat(check.isConnected()).isTrue();
                assertThat(outputAfter(signal, process))
                        .endsWith(
                                "Stopped by Ctrl-C or a signal while waiting for " + url + ": nothing was measured.\n")
                        .containsOnlyOnce("topped by")
                        .doesNotContain("\tat ");
                assertThat(process.waitFor()).isEqualTo(code);
            } finally {
                process.destroyForcibly();
            }
            assertThat(output).doesNotExist();
        }
    }

    @Test
    void aSignalDuringTheSearchForTheApiIsReportedInOneLine(@TempDir Path folder) throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch over = new CountDownLatch(1);
        try (SimulatedServer server =
                        SimulatedServer.start(SimulatorConfig.builder().build());
                GatedProxy proxy = GatedProxy.start(0, server.uri(), (path, number) -> {
                    if (number > 0) {
                        asked.countDown();
                        over.await();
                    }
                })) {
            Process run = started(
                    folder,
                    "run --scenario single-stream --url " + proxy.uri() + " --output-dir " + folder.resolve("run"));
            try {
                asked.await();

                assertThat(outputAfter("TERM", run))
                        .endsWith("Stopped by Ctrl-C or a signal while detecting the models and the API of "
                                + proxy.uri() + ": nothing was measured.\n")
                        .containsOnlyOnce("topped by");
                assertThat(run.waitFor()).isEqualTo(TERMINATED);
            } finally {
                over.countDown();
                run.destroyForcibly();
            }
        }
    }

    @Test
    void aSignalWhileATokenizerIsLoadedIsReportedInOneLine(@TempDir Path folder) throws Exception {
        Path file = folder.resolve("tokenizer.json");
        assumeTrue(new ProcessBuilder("mkfifo", file.toString()).start().waitFor() == 0);
        Process run = started(
                folder,
                "run --scenario single-stream --url http://127.0.0.1:1 --tokenizer " + file + " --output-dir "
                        + folder.resolve("run"));
        try {
            CountDownLatch reading = new CountDownLatch(1);
            Thread writer = new Thread(() -> openForWriting(file, reading), "writer");
            writer.setDaemon(true); // without a reader, opening a pipe does not return
            writer.start();
            CompletableFuture<?> unused = run.onExit().thenRun(reading::countDown);
            reading.await();

            assertThat(outputAfter("TERM", run))
                    .isEqualTo("Stopped by Ctrl-C or a signal while loading the tokenizer: nothing was measured.\n");
            assertThat(run.waitFor()).isEqualTo(TERMINATED);
        } finally {
            run.destroyForcibly();
        }
    }

    /** Opens a pipe, which waits for its reader, and keeps it open. */
    private static void openForWriting(Path pipe, CountDownLatch opened) {
        try {
            FileChannel channel = FileChannel.open(pipe, StandardOpenOption.WRITE);
            opened.countDown();
            new CountDownLatch(1).await();
            channel.close();
        } catch (IOException | InterruptedException e) {
            // the reader has ended
        }
    }

    private static Process started(Path folder, String command) throws IOException {
        return harness(folder, command.split(" ")).redirectErrorStream(true).start();
    }

    /** Sends a signal to a process, and returns everything that the process prints until its end. */
    private static String outputAfter(String signal, Process process) throws Exception {
        send(signal, process);
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    /** Sends a signal with a separate program, which takes a few milliseconds, as a wrapper script does. */
    private static void send(String signal, Process process) throws Exception {
        new ProcessBuilder("kill", "-" + signal, Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    /**
     * Sends SIGTERM twice from one shell, because a second program can start late on a busy machine. Without the pause, a process can
     * receive both signals as one.
     */
    private static void terminateTwice(Process process) throws Exception {
        new ProcessBuilder("sh", "-c", "kill -TERM $0; sleep 0.05; kill -TERM $0", Long.toString(process.pid()))
                .start()
                .waitFor();
    }

    @Test
    void closedOutputIsNotAnError(@TempDir Path folder) throws Exception {
        requireSilentEnd(harness(folder, "run", "--help"), folder);
    }

    /** In another language, the operating system describes a broken pipe in other words. */
    @Test
    void closedOutputIsNotAnErrorInAnotherLanguage(@TempDir Path folder) throws Exception {
        Optional<String> locale = locales().stream()
                .filter(each -> !each.matches("(?i)(C|POSIX|en)([._].*)?"))
                .findFirst();
        assumeTrue(locale.isPresent());
        ProcessBuilder help = harness(folder, "run", "--help");
        help.environment().put("LC_ALL", locale.get());

        requireSilentEnd(help, folder);
    }

    /** Returns the locales of this machine. */
    private static List<String> locales() throws IOException {
        try (BufferedReader names = new ProcessBuilder("sh", "-c", "locale -a")
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start()
                .inputReader(StandardCharsets.UTF_8)) {
            return names.lines().toList();
        }
    }

    private static void requireSilentEnd(ProcessBuilder command, Path folder) throws Exception {
        Path errors = folder.resolve("errors");
        Process process = command.redirectError(errors.toFile()).start();
        process.getInputStream().close(); // before the JVM has started

        assertThat(process.waitFor()).isZero();
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
        return new ProcessBuilder(JavaCommand.harness(jvmOptions(temporary), arguments));
    }

    private static List<String> jvmOptions(Path temporary) {
        return List.of("-XX:-UsePerfData", "-Djava.io.tmpdir=" + temporary);
    }
}
