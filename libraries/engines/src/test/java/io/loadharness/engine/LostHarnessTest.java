// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests that no process of an engine survives its harness. */
@Timeout(300)
class LostHarnessTest {

    @TempDir
    Path folder;

    /** A harness that starts engines with a fault, and then waits. */
    public static final class HarnessProgram {

        private HarnessProgram() {}

        public static void main(String[] arguments) throws Exception {
            List<EngineProcess> engines = FaultyWorker.with(arguments[1], Path.of(arguments[0]))
                    .processes(2)
                    .stopGrace(Duration.ofMillis(500))
                    .build();
            for (EngineProcess each : engines) {
                each.start();
                long pid = each.pid().orElseThrow();
                each.stopAtExitAfter(() -> System.out.println("lives at the exit: "
                        + ProcessHandle.of(pid).map(ProcessHandle::isAlive).orElse(false)));
            }
            System.out.println("started");
            if (arguments[1].equals("forks")) {
                Thread.sleep(Long.MAX_VALUE);
            }
        }
    }

    private Process startHarness(String fault) throws Exception {
        Process harness = harness(fault);
        assertThat(harness.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("started");
        return harness;
    }

    private Process harness(String fault) throws Exception {
        return new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        HarnessProgram.class.getName(),
                        folder.toString(),
                        fault)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
    }

    private void requireNothingLeft() throws Exception {
        List<ProcessHandle> left = new ArrayList<>(OwnProcesses.of(folder));
        while (!left.isEmpty()) {
            Thread.sleep(50);
            left.removeIf(each -> !each.isAlive());
        }
        assertThat(OwnProcesses.of(folder)).isEmpty();
    }

    @Test
    void killedHarnessLeavesNoProcess() throws Exception {
        Process harness = startHarness("forks");
        // a process has no readable environment while it executes a program
        while (OwnProcesses.of(folder).size() < 8) {
            Thread.sleep(10);
        }

        harness.destroyForcibly().waitFor();

        requireNothingLeft();
    }

    @Test
    void killedHarnessLeavesNoProcessThatIgnoresSignals() throws Exception {
        Process harness = startHarness("ignores-everything");

        harness.destroyForcibly().waitFor();

        requireNothingLeft();
    }

    @Test
    void processesLiveUntilTheActionBeforeTheExitHasRun() throws Exception {
        Process harness = startHarness("forks");

        harness.toHandle().destroy(); // Process.destroy also closes the output

        assertThat(harness.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("lives at the exit: true");
        requireNothingLeft();
    }

    @Test
    void harnessThatForgetsToCloseLeavesNoProcess() throws Exception {
        Process harness = startHarness("none");

        assertThat(harness.waitFor()).isZero();

        requireNothingLeft();
    }
}
