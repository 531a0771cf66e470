// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests that servers end after their harness was killed. */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class LostHarnessTest {

    @TempDir
    Path folder;

    /** A harness that starts servers below a folder and then waits. */
    public static final class HarnessProgram {

        private HarnessProgram() {}

        public static void main(String[] arguments) throws Exception {
            ServerSpec.Builder spec =
                    ServerProgram.scripted(Path.of(arguments[0]), "(setsid sleep 1000 &); exec \"$@\"");
            ManagedServers servers = ManagedServers.start(spec.replicas(2).build(), "test", messages -> {});
            System.out.println("started " + servers.urls());
            Thread.sleep(Long.MAX_VALUE);
        }
    }

    private Process startHarness() throws Exception {
        Process harness = new ProcessBuilder(ServerProgram.java(HarnessProgram.class, folder.toString()))
                .redirectErrorStream(true)
                .start();
        BufferedReader out = harness.inputReader(StandardCharsets.UTF_8);
        assertThat(out.readLine()).startsWith("started ");
        return harness;
    }

    private List<LaunchedServers> states() throws Exception {
        return LaunchedServers.in(folder.resolve("servers"));
    }

    private ProcessHandle watchdog(LaunchedServers state) {
        return ProcessHandle.allProcesses()
                .filter(each -> ProcFs.commandLine(each.pid()).contains(Watchdog.class.getName() + " " + state.file()))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void watchdogStopsServersOfAKilledHarness() throws Exception {
        Process harness = startHarness();
        LaunchedServers state = states().get(0);
        ProcessHandle watchdog = watchdog(state);
        // a process has no readable environment while it executes a program
        while (state.processes().living().size() < 4) {
            Thread.sleep(1);
        }

        harness.destroyForcibly().waitFor();
        watchdog.onExit().get(120, TimeUnit.SECONDS);

        assertThat(state.processes().living()).isEmpty();
        assertThat(states()).isEmpty();
        assertThat(Files.readString(state.folder().resolve("watchdog.log")))
                .startsWith("The harness has ended; stopped ");
    }

    @Test
    void watchdogIgnoresSignalsForTheHarness() throws Exception {
        Process harness = startHarness();
        LaunchedServers state = states().get(0);
        ProcessHandle watchdog = watchdog(state);

        for (String signal : List.of("-INT", "-HUP", "-TERM")) {
            new ProcessBuilder("kill", signal, String.valueOf(watchdog.pid()))
                    .start()
                    .waitFor();
        }
        harness.destroyForcibly().waitFor();
        watchdog.onExit().get(120, TimeUnit.SECONDS);

        assertThat(state.processes().living()).isEmpty();
    }

    @Test
    void nextStartStopsOrphansOfHarnessAndWatchdog() throws Exception {
        Process harness = startHarness();
        LaunchedServers state = states().get(0);
        ProcessHandle watchdog = watchdog(state);
        watchdog.destroyForcibly();
        watchdog.onExit().get(60, TimeUnit.SECONDS);
        assertThat(state.isOrphaned()).isFalse();
        harness.destroyForcibly().waitFor();
        assertThat(state.isOrphaned()).isTrue();
        assertThat(state.processes().living()).isNotEmpty();

        List<String> messages = new ArrayList<>();
        ServerSpec none =
                ServerProgram.spec(folder).executable(List.of("/bin/false")).build();
        try {
            ManagedServers.start(none, "test", messages::add);
        } catch (ServerFailedException e) {
            assertThat(e).hasMessageContaining("exited with code 1");
        }

        assertThat(messages)
                .first()
                .asString()
                .matches("Stopped \\d+ processes of servers that an earlier run left behind: .*");
        assertThat(state.processes().living()).isEmpty();
        assertThat(states()).isEmpty();
    }

    @Test
    void startKeepsServersOfARunningHarness() throws Exception {
        Process harness = startHarness();
        try {
            LaunchedServers state = states().get(0);
            try (ManagedServers other =
                    ManagedServers.start(ServerProgram.spec(folder).build(), "other", messages -> {})) {
                assertThat(other.stop().isClean()).isTrue();
            }
            assertThat(state.replicas()).allMatch(Replica::isAlive);
        } finally {
            harness.destroy();
        }
        harness.waitFor();
        assertThat(states()).isEmpty();
    }

    @Test
    void sigtermStopsServersBeforeTheHarnessEnds() throws Exception {
        Process harness = startHarness();
        LaunchedServers state = states().get(0);

        harness.destroy();
        harness.waitFor();

        assertThat(state.processes().living()).isEmpty();
        assertThat(states()).isEmpty();
    }
}
