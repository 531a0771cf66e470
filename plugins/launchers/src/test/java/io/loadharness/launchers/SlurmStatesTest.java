// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.cluster.LaunchRequest;
import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.WorkerState;
import io.loadharness.cluster.WorkerState.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Ends of jobs that a small Slurm cannot produce quickly. The commands of Slurm are scripts with the output of the real ones. */
@EnabledOnOs(OS.LINUX)
class SlurmStatesTest {

    @TempDir
    Path folder;

    private final List<String> messages = new CopyOnWriteArrayList<>();

    private void defaultCommand(String name, String script) throws Exception {
        if (!Files.exists(folder.resolve("bin").resolve(name))) {
            command(name, script);
        }
    }

    private void command(String name, String script) throws Exception {
        Path file = Files.writeString(
                Files.createDirectories(folder.resolve("bin")).resolve(name), "#!/bin/sh\n" + script + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwx------"));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            TIMEOUT       | reached its time limit of 00:30:00: set a longer --time
            OUT_OF_MEMORY | ran out of memory on n[1-2]: ask for more with --launcher-option mem
            NODE_FAIL     | ended, because the node n2 failed
            PREEMPTED     | was preempted by a job of higher priority: choose another partition or QOS
            DEADLINE      | was ended at its deadline
            BOOT_FAIL     | ended, because the node n[1-2] did not boot
            CANCELLED     | was cancelled by a user or an administrator
            """)
    void explainsTheEndOfAJob(String state, String sentence) throws Exception {
        try (LaunchedWorkers workers = start(state, "None")) {
            assertThat(workers.areQueued()).isFalse();
            assertThat(workers.states()).hasSize(2).allSatisfy(each -> {
                assertThat(each.phase()).isEqualTo(Phase.ENDED);
                assertThat(each.sentence()).isEqualTo("the job 7 " + sentence);
            });
        }
        assertThat(folder.resolve("logs/.slurm")).doesNotExist();
    }

    @Test
    @Tag("load")
    void aJobThatWaitsIsQueued() throws Exception {
        try (LaunchedWorkers workers = start("PENDING", "Priority")) {
            assertThat(workers.areQueued()).isTrue();
            assertThat(workers.states()).allSatisfy(each -> assertThat(each.sentence())
                    .isEqualTo("job 7: waiting behind jobs of higher priority (partition bench, reason Priority)"));
        }
    }

    @Test
    @Tag("load")
    void aJobThatCanNeverStartHasEnded() throws Exception {
        try (LaunchedWorkers workers = start("PENDING", "PartitionConfig")) {
            assertThat(workers.areQueued()).isFalse();
            assertThat(workers.states()).allSatisfy(each -> {
                assertThat(each.phase()).isEqualTo(Phase.ENDED);
                assertThat(each.sentence())
                        .startsWith("job 7: never starts: it asks for more nodes than the partition has");
            });
        }
    }

    @Test
    void marksTheEndsThatFollowAnotherEnd() throws Exception {
        try (LaunchedWorkers workers = start("FAILED", "NonZeroExitCode")) {
            Files.writeString(folder.resolve("logs/slurm.log"), """
                    srun: error: n2: task 1: Exited with exit code 127
                    srun: launch/slurm: _step_signal: Terminating StepId=7.0
                    srun: error: n1: task 0: Terminated
                    """);
            assertThat(workers.states())
                    .containsExactly(
                            new WorkerState(0, Phase.ENDED, "stopped by Slurm, because another worker ended", true),
                            new WorkerState(
                                    1,
                                    Phase.ENDED,
                                    "ended with exit code 127 on node n2, because `java` was not found there: set"
                                            + " --launcher-option java to the full path of Java on the nodes"));
        }
    }

    @Test
    void explainsThatANodeDoesNotHaveTheProgram() throws Exception {
        try (LaunchedWorkers workers = start("FAILED", "NonZeroExitCode")) {
            Files.writeString(folder.resolve("logs/slurm.log"), "srun: error: n2: task 1: Exited with exit code 1\n");
            Files.writeString(
                    folder.resolve("logs/worker-1.log"),
                    "Error: Could not find or load main class " + TestWorker.class.getName() + "\n");
            assertThat(workers.states().get(1).sentence())
                    .isEqualTo("ended with exit code 1 on node n2, because LoadHarness was not found there: set"
                            + " --launcher-option shared-folder to a folder that all nodes share");
        }
    }

    @Test
    void findsTheNumberOfTheJobBetweenOtherLines() throws Exception {
        command("sbatch", "echo 'Welcome to n1; 2 jobs run'; echo '7;cluster'; echo; echo 'Charged to team 3'");
        command("scancel", "echo \"$@\" >>'" + folder + "/cancelled'");
        try (LaunchedWorkers workers = start("FAILED", "NonZeroExitCode")) {
            assertThat(workers.states()).hasSize(2);
            assertThat(messages).containsExactly("Submitted the Slurm job 7.");
        }
        assertThat(folder.resolve("cancelled")).hasContent("--quiet 7");
    }

    @ParameterizedTest
    @CsvSource({"Welcome to n1, Welcome to n1", "Submitted batch job 7, Submitted batch job 7", "'', ''"})
    void refusesAnSbatchThatPrintsNoNumber(String output, String line) throws Exception {
        command("sbatch", "echo '" + output + "'");
        command("scancel", "touch '" + folder + "/cancelled'");
        assertThatThrownBy(() -> start("RUNNING", "None"))
                .isInstanceOf(IOException.class)
                .hasMessage("sbatch did not print the number of a job (its last line: \"" + line + "\"): cancel the job"
                        + " that `squeue --me --name=loadharness` shows, and check that `sbatch --parsable` prints the"
                        + " number on its own line");
        assertThat(folder.resolve("cancelled")).doesNotExist();
        assertThat(folder.resolve("logs/.slurm")).doesNotExist();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            CANCELLED  | ENDED   | the job 7 was cancelled by a user or an administrator
            TIMEOUT    | ENDED   | the job 7 reached its time limit of 00:30:00: set a longer --time
            COMPLETING | RUNNING | in job 7, which Slurm is ending
            COMPLETED  | ENDED   | killed by signal 15 (SIGTERM) on node n[1-2]
            RUNNING    | ENDED   | killed by signal 15 (SIGTERM) on node n[1-2]
            """)
    void explainsTheEndOfAnAllocation(String state, Phase phase, String sentence) throws Exception {
        try (LaunchedWorkers workers = start(state, "None", Map.of("SLURM_JOB_ID", "7"))) {
            assertThat(workers.states()).hasSize(2).allSatisfy(each -> {
                assertThat(each.phase()).isEqualTo(phase);
                assertThat(each.sentence()).isEqualTo(sentence);
            });
        }
    }

    private LaunchedWorkers start(String state, String reason) throws Exception {
        return start(state, reason, Map.of());
    }

    private LaunchedWorkers start(String state, String reason, Map<String, String> environment) throws Exception {
        defaultCommand("sbatch", "echo 7");
        command("srun", "echo 'srun: error: n[1-2]: tasks 0-1: Terminated' >&2; exit 143");
        defaultCommand("scancel", "exit 0");
        command("squeue", "exit 0");
        command("sinfo", "echo n2");
        command(
                "scontrol",
                "echo JobId=7 JobName=loadharness Requeue=0 JobState=" + state + " Reason=" + reason
                        + " ExitCode=0:125 TimeLimit=00:30:00 Partition=bench NodeList=n[1-2]");
        SlurmLauncher launcher = new SlurmLauncher(
                List.of("env", "PATH=" + folder.resolve("bin") + ":" + System.getenv("PATH")), environment);
        LaunchRequest request = new LaunchRequest(
                2,
                List.of(LauncherContract.CLASSES),
                TestWorker.class.getName(),
                List.of(),
                LauncherContract.SECRET,
                Map.of(),
                Files.createDirectories(folder.resolve("logs")),
                messages::add);
        return launcher.start(request);
    }
}
