// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadharness.cluster.LaunchRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SlurmMessagesTest {

    @TempDir
    Path temporary;

    private final List<String> messages = new ArrayList<>();

    @Test
    void readsTheEndsOfTasks() throws Exception {
        Path log = Files.writeString(temporary.resolve("slurm.log"), """
                srun: error: n2: task 1: Killed
                srun: error: n[3-4]: tasks 2,4-5: Exited with exit code 7
                srun: error: n5: task 6: Segmentation fault (core dumped)
                srun: error: n6: task 7: Out Of Memory
                srun: launch/slurm: _step_signal: Terminating StepId=4.0
                srun: error: n1: task 0: Terminated
                srun: error: n2: task 1: Terminated
                """);
        SlurmTasks tasks = SlurmTasks.read(log);
        assertThat(tasks.stopped()).containsExactly(0);
        assertThat(tasks.jobEnd()).isNull();
        assertThat(tasks.failures())
                .hasSize(6)
                .containsEntry(2, "ended with exit code 7 on node n[3-4]")
                .containsEntry(4, "ended with exit code 7 on node n[3-4]")
                .containsEntry(5, "ended with exit code 7 on node n[3-4]")
                .containsEntry(6, "killed by signal 11 (SIGSEGV) on node n5")
                .containsEntry(7, "ran out of memory on node n6: ask for more with --launcher-option mem");
        assertThat(tasks.failures().get(1)).startsWith("killed by signal 9 (SIGKILL) on node n2");
        assertThat(SlurmTasks.read(temporary.resolve("missing")).isEmpty()).isTrue();
    }

    @Test
    void readsTheEndOfAJob() throws Exception {
        Path log = Files.writeString(temporary.resolve("slurm.log"), """
                srun: got SIGCONT
                slurmstepd-n1: error: *** JOB 1 ON n1 CANCELLED AT 2026-11-23T22:54:03 DUE TO TIME LIMIT ***
                srun: forcing job termination
                srun: error: n3: task 2: Exited with exit code 5
                """);
        assertThat(SlurmTasks.read(log).jobEnd()).isEqualTo("TIME LIMIT");
        assertThat(SlurmTasks.read(log).stopped()).containsExactly(2);
        Files.writeString(log, "slurmstepd: error: *** JOB 1 ON n1 CANCELLED AT 2026-11-23T22:54:03 ***\n");
        assertThat(SlurmTasks.read(log).jobEnd()).isEmpty();
    }

    @Test
    void onlyACauseInTheMessageAboutAStepIsTheEndOfItsJob() throws Exception {
        String cancelled = "slurmstepd-n1: error: *** STEP 1.0 ON n1 CANCELLED AT 2026-11-23T22:54:03";
        Path log = Files.writeString(temporary.resolve("slurm.log"), cancelled + " ***\n");
        assertThat(SlurmTasks.read(log).jobEnd()).isNull();
        Files.writeString(log, """
                srun: Job step aborted: Waiting up to 32 seconds for job step to finish.
                srun: error: n1: task 0: Terminated
                %s DUE TO TIME LIMIT ***
                """.formatted(cancelled));
        SlurmTasks tasks = SlurmTasks.read(log);
        assertThat(tasks.jobEnd()).isEqualTo("TIME LIMIT");
        assertThat(tasks.stopped()).containsExactly(0);
    }

    @Test
    void theMessageAboutACancelledJobMayFollowThatOfItsTask() throws Exception {
        Path log = Files.writeString(temporary.resolve("slurm.log"), """
                srun: error: n2: task 1: Killed
                srun: error: n3: task 2: Terminated
                """);
        assertThat(SlurmTasks.read(log).hasTerminated()).isTrue();
        Files.writeString(
                log,
                "slurmstepd-n1: error: *** JOB 1 ON n1 CANCELLED AT 2026-11-23T22:54:03 ***\n",
                StandardOpenOption.APPEND);
        SlurmTasks tasks = SlurmTasks.read(log);
        assertThat(tasks.hasTerminated()).isFalse();
        assertThat(tasks.stopped()).containsExactly(2);
        assertThat(tasks.failures()).containsOnlyKeys(1);
    }

    @Test
    void deletesUnusedCopiesInTheSharedFolder() throws Exception {
        Path shared = Files.createDirectory(temporary.resolve("shared"));
        SlurmPlan plan = new SlurmPlan(request(Map.of("shared-folder", shared.toString())), Map.of());
        plan.write();
        Path old = Files.createDirectory(shared.resolve("loadharness-program-0"));
        Files.writeString(old.resolve("program.jar"), "old");
        Path incomplete = Files.createDirectory(shared.resolve(".loadharness-copy-1"));
        Path other = Files.createDirectory(shared.resolve("other"));
        FileTime longAgo = FileTime.from(Instant.now().minus(Duration.ofDays(31)));
        for (Path each : files(shared)) {
            Files.setLastModifiedTime(each, longAgo);
        }
        Path recent = Files.createDirectory(shared.resolve("loadharness-program-2"));

        plan.write();

        assertThat(old).doesNotExist();
        assertThat(incomplete).doesNotExist();
        assertThat(files(shared)).hasSize(4).contains(other, recent); // and the used copy, and the folder of the run
    }

    private LaunchRequest request(Map<String, String> options) {
        return new LaunchRequest(
                1,
                List.of(LauncherContract.CLASSES),
                TestWorker.class.getName(),
                List.of(),
                LauncherContract.SECRET,
                options,
                temporary.resolve("logs"),
                messages::add);
    }

    /** Writes a plan, and returns its copy of the program in the shared folder. */
    private Path copy(SlurmPlan plan) throws IOException {
        plan.write();
        return files(temporary.resolve("shared")).stream()
                .filter(each -> each.getFileName().toString().startsWith("loadharness-program-"))
                .findFirst()
                .orElseThrow();
    }

    private SlurmPlan sharedPlan() throws IOException {
        Path shared = Files.createDirectory(temporary.resolve("shared"));
        return new SlurmPlan(request(Map.of("shared-folder", shared.toString())), Map.of());
    }

    @Test
    void repairsADamagedCopyInTheSharedFolder() throws Exception {
        SlurmPlan plan = sharedPlan();
        Path copy = copy(plan);
        Path jar = files(copy).stream()
                .filter(each -> each.toString().endsWith(".jar"))
                .findFirst()
                .orElseThrow();
        byte[] content = Files.readAllBytes(jar);
        plan.write();
        assertThat(messages).hasSize(1).first().asString().startsWith("Copying LoadHarness (");
        Files.writeString(jar, "damaged");

        plan.write();

        assertThat(messages).hasSize(2);
        assertThat(jar).hasBinaryContent(content);
        assertThat(files(temporary.resolve("shared"))).hasSize(2); // the copy, and the folder of the run
    }

    @Test
    void doesNotRunAProgramBehindALinkInTheSharedFolder() throws Exception {
        SlurmPlan plan = sharedPlan();
        Path copy = copy(plan);
        Path other = Files.move(copy, temporary.resolve("other"));
        Files.createSymbolicLink(copy, other);
        assertThatThrownBy(plan::write)
                .isInstanceOf(IOException.class)
                .hasMessageMatching(
                        "\\Q" + copy + "\\E is not a folder of the user \\S+, and a run starts no program of"
                                + " another user: remove it, or set another folder with --launcher-option shared-folder");
    }

    @Test
    void doesNotRunAProgramOfAnotherUserInTheSharedFolder() throws Exception {
        SlurmPlan plan = sharedPlan();
        Path copy = copy(plan);
        assertThat(copy.getFileName().toString())
                .startsWith("loadharness-program-" + System.getProperty("user.name") + "-");
        assumeThat(System.getProperty("user.name"))
                .as("only root can give a file away")
                .isEqualTo("root");
        Files.setOwner(
                copy, copy.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        assertThatThrownBy(plan::write)
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(copy + " is not a folder of the user root, ");
    }

    private static List<Path> files(Path folder) throws IOException {
        try (Stream<Path> files = Files.list(folder)) {
            return files.toList();
        }
    }

    @Test
    void anEmptyVariableIsNotAnAllocation() throws Exception {
        for (String value : List.of("", " ")) {
            SlurmLauncher launcher = new SlurmLauncher(List.of(), Map.of("SLURM_JOB_ID", value));
            assertThat(launcher.describe(request(Map.of("partition", "gpu"))))
                    .startsWith("#!/bin/sh\n")
                    .contains("--partition=gpu");
        }
    }

    @Test
    void convertsDurations() {
        assertThat(SlurmPlan.slurmTime("30m")).isEqualTo("00:30:00");
        assertThat(SlurmPlan.slurmTime("90s")).isEqualTo("00:01:30");
        assertThat(SlurmPlan.slurmTime("2d")).isEqualTo("48:00:00");
        assertThat(SlurmPlan.slurmTime("1-12:00")).isEqualTo("1-12:00");
        assertThatThrownBy(() -> SlurmPlan.slurmTime("99999999999999999999d"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--time");
    }

    @Test
    void saysWhyAJobWaits() {
        assertThat(SlurmReasons.explain("Priority", "gpu"))
                .isEqualTo("waiting behind jobs of higher priority (partition gpu, reason Priority)");
        assertThat(SlurmReasons.explain("QOSMaxCpuPerUserLimit", "gpu"))
                .startsWith("waiting, because a limit of your QOS");
        assertThat(SlurmReasons.explain("ReqNodeNotAvail,_UnavailableNodes:n2", "gpu"))
                .startsWith("waiting for nodes");
        assertThat(SlurmReasons.explain("SomethingNew", "gpu"))
                .isEqualTo("waiting (partition gpu, reason SomethingNew)");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            DependencyNeverSatisfied         | never starts: the job that it waits for failed
            QOSMaxCpuPerJobLimit             | never starts: it exceeds a limit of your QOS or account for one job
            AssocMaxNodePerJobLimit          | never starts: it exceeds a limit of your QOS or account for one job
            QOSMaxWallDurationPerJobLimit    | never starts: it exceeds a limit of your QOS or account for one job
            AssocGrpCpuLimit                 | waiting, because a limit of your QOS or account is reached
            JobHoldMaxRequeue                | held by Slurm after too many starts
            launch_failed_requeued_held      | held by Slurm after a failed start
            Nodes_required_for_job_are_DOWN,_DRAINED_or_reserved_for_jobs_in_higher_priority_partitions | waiting for nodes that
            """)
    void distinguishesLimitsThatNeverClear(String reason, String words) {
        assertThat(SlurmReasons.explain(reason, "gpu"))
                .startsWith(words)
                .endsWith(" (partition gpu, reason " + reason + ")");
    }

    @Test
    void findsTheRemedyForARefusal() {
        assertThat(SlurmCommands.refused(
                        "sbatch", "sbatch: error: Batch job submission failed: Invalid qos specification"))
                .endsWith("choose a QOS that `sacctmgr show qos` lists");
        assertThat(SlurmCommands.refused("sbatch", "sbatch: error: Batch job submission failed: Invalid account"))
                .contains("sacctmgr show associations");
        assertThat(SlurmCommands.refused("sbatch", """
                        sbatch: error: resolve_ctls_from_dns_srv: res_nsearch error: Unknown host
                        sbatch: error: fetch_config: DNS SRV lookup failed
                        sbatch: fatal: Could not establish a configuration source
                        """))
                .endsWith("check that this is a login node of the cluster, and `scontrol ping`");
        assertThat(SlurmCommands.refused(
                        "sbatch",
                        "sbatch: error: Batch job submission failed: Requested node configuration is not available"))
                .contains("ask for fewer workers");
        assertThat(SlurmCommands.refused("sbatch", "")).contains("without a message");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            Invalid account or account/partition combination specified | choose an account and a partition that `sacctmgr
            Job violates accounting/QOS policy (job submit limit, user's size and/or time limits) | stay below the limits that `sacctmgr
            Requested time limit is invalid (missing or exceeds some limit) | set a shorter --time; `sinfo -s` lists
            invalid partition specified: nope | choose a partition that `sinfo -s` lists
            """)
    void theRemedyBelongsToTheWholeMessage(String message, String remedy) {
        assertThat(SlurmCommands.refused("sbatch", "sbatch: error: Batch job submission failed: " + message))
                .startsWith("Slurm refused the workers (Batch job submission failed: " + message + "): " + remedy);
    }

    @Test
    void saysThatTheJobOfTheShellHasEnded() {
        assertThat(SlurmCommands.refused("srun", """
                        srun: error: Unable to confirm allocation for job 77: Invalid job id specified
                        srun: Check SLURM_JOB_ID environment variable. Expired or invalid job 77
                        """))
                .endsWith("): this job has ended; to submit a new job, type the command after `unset SLURM_JOB_ID`");
    }
}
