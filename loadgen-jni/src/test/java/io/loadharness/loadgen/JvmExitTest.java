// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadharness.LogSettings;
import io.loadharness.Scenario;
import io.loadharness.TestRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests every way to exit the JVM during a run. */
@DisabledOnOs(OS.WINDOWS)
class JvmExitTest {

    @TempDir
    Path logs;

    @Test
    void aTerminatedJvmAbortsItsRun() throws Exception {
        ChildJvm child = child("wait");
        child.awaitLine("running");
        child.signal("TERM");
        child.awaitLine("ABORTED [the JVM is shutting down]");
        assertThat(child.exitCode()).isEqualTo(143);
        assertLogsAreWhole();
    }

    @Test
    void anInterruptedJvmAbortsItsRun() throws Exception {
        assumeThat(ignoresInterrupts())
                .as("a shell started these tests in the background, and its programs ignore SIGINT")
                .isFalse();
        ChildJvm child = child("wait");
        child.awaitLine("running");
        child.signal("INT");
        child.awaitLine("ABORTED [the JVM is shutting down]");
        assertThat(child.exitCode()).isEqualTo(130);
        assertLogsAreWhole();
    }

    @Test
    void anExitInACallbackEndsTheJvm() throws Exception {
        ChildJvm child = child("exit");
        child.awaitLine("ABORTED [the JVM is shutting down, and the run did not end in time]");
        assertThat(child.exitCode()).isEqualTo(7);
        assertLogsAreWhole();
        assertThat(Files.readString(logs.resolve("mlperf_log_accuracy.json"))).endsWith("]\n");
    }

    /** The child has its own folder for temporary files, because other tests create engine files in the common folder. */
    @Test
    void aKilledJvmLeavesNoFiles(@TempDir Path temporary) throws Exception {
        ChildJvm child =
                new ChildJvm(Map.of("TMPDIR", temporary.toString()), List.of(), Main.class, "wait", logs.toString());
        child.awaitLine("running");
        child.kill();
        assertThat(child.exitCode()).isEqualTo(137);
        assertThat(temporary).isDirectoryNotContaining("glob:**/loadgen-engine*");
    }

    private void assertLogsAreWhole() throws IOException {
        assertThat(Files.readString(logs.resolve("mlperf_log_detail.txt")))
                .contains("effective_scenario")
                .endsWith("\n");
    }

    private static boolean ignoresInterrupts() throws IOException {
        Path status = Path.of("/proc/self/status");
        return Files.exists(status)
                && Files.readAllLines(status).stream()
                        .filter(line -> line.startsWith("SigIgn:"))
                        .anyMatch(line ->
                                (Long.parseUnsignedLong(line.substring(7).strip(), 16) & 2) != 0);
    }

    private ChildJvm child(String what) throws IOException {
        return new ChildJvm(List.of(), Main.class, what, logs.toString());
    }

    /** The main class of the child: a run that does not end. */
    static final class Main {

        private Main() {}

        public static void main(String[] arguments) throws Exception {
            boolean exits = arguments[0].equals("exit");
            CountDownLatch hookAdded = new CountDownLatch(1);
            TestRun run = new MlperfLoadGen()
                    .start(
                            QuickRuns.system(query -> {
                                query.completeAll();
                                if (exits) {
                                    exitAfter(hookAdded);
                                }
                            }),
                            QuickRuns.LIBRARY,
                            QuickRuns.endless(Scenario.SERVER).build(),
                            LogSettings.in(Path.of(arguments[1])));
            Runtime.getRuntime().addShutdownHook(new Thread(() -> print(run)));
            hookAdded.countDown();
            while (run.progress().completed() == 0) {
                Thread.onSpinWait();
            }
            Files.readAllBytes(Path.of(arguments[1], "mlperf_log_detail.txt")); // like a reader that follows the log
            System.out.println("running");
            run.await();
        }

        private static void exitAfter(CountDownLatch event) {
            try {
                event.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            System.exit(7);
        }

        private static void print(TestRun run) {
            try {
                var result = run.await();
                System.out.println(result.verdict() + " " + result.reasons());
            } catch (Exception e) {
                System.out.println(e.getMessage());
            }
        }
    }
}
