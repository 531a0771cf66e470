// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.LaunchedWorkers;
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
    void runsThePrefixWithTheRankOfEachWorker() throws Exception {
        LaunchRequest request = request(2, Map.of("prefix", "  env  RANK_OF_TEST={rank}\tTWICE={rank}-{rank} "));
        assertThat(launcher().describe(request).lines())
                .anyMatch(each -> each.startsWith("env RANK_OF_TEST=0 TWICE=0-0 "))
                .anyMatch(each -> each.startsWith("env RANK_OF_TEST=1 TWICE=1-1 "));

        start(request);

        for (int rank = 0; rank < 2; rank++) {
            Path environment = Path.of("/proc/" + pid(rank) + "/environ");
            assertThat(List.of(Files.readString(environment).split("\0", -1)))
                    .contains("RANK_OF_TEST=" + rank, "TWICE=" + rank + "-" + rank);
        }
    }

    @Test
    void ignoresABlankPrefix() throws Exception {
        assertThat(launcher().describe(request(1, Map.of("prefix", " "))))
                .isEqualTo(launcher().describe(request(1, Map.of())));
    }

    @Test
    void showsTheMessageOfAPrefixThatCannotRun() throws Exception {
        LaunchedWorkers workers = start(request(1, Map.of("prefix", "env --no-such-option")));

        assertThat(awaitEnd(workers, 0).sentence()).contains("ended with exit code ");
        assertThat(workers.lastLines(0)).contains("no-such-option");
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
