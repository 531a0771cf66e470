// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.Launcher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Workers on this machine. */
@EnabledOnOs(OS.LINUX)
class LocalLauncherTest extends LauncherContract {

    @Override
    Launcher launcher() {
        return new LocalLauncher();
    }

    @Override
    Map<String, String> options() {
        return Map.of();
    }

    @Override
    List<String> userSide(List<String> command) {
        return command;
    }

    @Test
    void workersDoNotGetTheCtrlCOfTheTerminal() throws Exception {
        start(2);
        for (long pid : pids(2)) {
            String stat = Files.readString(Path.of("/proc/" + pid + "/stat"));
            String[] fields = stat.substring(stat.lastIndexOf(')') + 2).split(" ", -1);
            assertThat(fields[2]).as("process group").isEqualTo(String.valueOf(pid));
        }
    }

    @Test
    void passesJavaOptionsOn() throws Exception {
        LaunchRequest request = request(1, Map.of("java-option", "-Xmx77m\n-Dx=y z"));

        assertThat(launcher().describe(request)).contains(" -Xmx77m '-Dx=y z' ");
    }

    @Test
    void explainsALackOfMemory() {
        assertThat(ProcessEnd.cause(137, true, "n1", "")).contains("the memory of n1 or of its cgroup ran out");
        assertThat(ProcessEnd.cause(137, false, "n1", "")).isEmpty();
        assertThat(ProcessEnd.cause(3, false, "n1", "java.lang.OutOfMemoryError: Java heap space"))
                .contains("the heap of its Java ran out: set a larger one with --launcher-option java-option=");
        assertThat(ProcessEnd.cause(3, true, "n1", "")).isEmpty();
        assertThat(ProcessEnd.memoryKills()).isNotNegative();
    }

    @Override
    void checkNothingIsLeft() throws Exception {
        assertThat(Bed.processes(TestWorker.class.getName() + " two words"))
                .filteredOn(line -> line.contains(CLASSES.toString()))
                .isEmpty();
    }
}
