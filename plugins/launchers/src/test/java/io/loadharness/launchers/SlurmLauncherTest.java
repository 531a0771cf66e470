// SPDX-License-Identifier: Apache-2.0
package io.loadharness.launchers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.cluster.LaunchedWorkers;
import io.loadharness.cluster.Launcher;
import io.loadharness.cluster.WorkerState;
import io.loadharness.cluster.WorkerState.Phase;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;

/** Workers on three nodes of a real Slurm. */
@Tag("network")
@EnabledOnOs(OS.LINUX)
class SlurmLauncherTest extends LauncherContract {

    private static Bed bed;

    @BeforeAll
    static void makeBed() throws IOException {
        bed = Bed.slurm(3);
    }

    @AfterAll
    static void removeBed() throws Exception {
        if (bed != null) {
            bed.close();
        }
    }

    private static List<String> slurm(String... command) {
        return bed.slurmCommand(command);
    }

    @Override
    Launcher launcher() {
        return new SlurmLauncher(slurm(), Map.of());
    }

    @Override
    Map<String, String> options() {
        return Map.of("java", java(), "time", "30m");
    }

    private static String java() {
        return Path.of(System.getProperty("java.home"), "bin/java").toString();
    }

    @Override
    List<String> userSide(List<String> command) {
        return slurm(command.toArray(String[]::new));
    }

    @Override
    void checkNothingIsLeft() throws Exception {
        // Slurm may still be completing a job whose workers have ended.
        await(SlurmLauncherTest::jobs, List::isEmpty);
        assertThat(logs().resolve(".slurm")).doesNotExist();
        assertThat(Bed.processes(logs().toString())).isEmpty();
    }

    private static List<String> jobs() throws Exception {
        return Bed.run(slurm("squeue", "--noheader", "--format=%i")).lines().toList();
    }

    private static String job() throws Exception {
        assertThat(jobs()).hasSize(1);
        return jobs().get(0).strip();
    }

    @Test
    void jobShowsNoSecret() throws Exception {
        start(3);
        pids(3);
        assertThat(Bed.run(slurm("scontrol", "show", "job", job())))
                .contains("JobName=loadharness", "Requeue=0", "TimeLimit=00:30:00", "NumNodes=3")
                .doesNotContain(SECRET);
        String submitted = Bed.run(slurm("scontrol", "write", "batch_script", job(), "-"));
        assertThat(submitted)
                .doesNotContain(SECRET)
                .startsWith(launcher().describe(request(3, Map.of())).strip());
        assertThat(Files.getPosixFilePermissions(logs().resolve(".slurm"))).hasSize(3);
        assertThat(Files.getPosixFilePermissions(logs().resolve(".slurm/secret")))
                .hasSize(2);
    }

    @Test
    void variablesOfTheUserDoNotOverrideOptions() throws Exception {
        List<String> user = new ArrayList<>(slurm());
        user.addAll(List.of("env", "SBATCH_JOB_NAME=other", "SBATCH_TIMELIMIT=7", "SBATCH_COMMENT=old"));
        try (LaunchedWorkers workers =
                new SlurmLauncher(user, Map.of()).start(request(3, Map.of("slurm", "--comment=new")))) {
            pids(3);
            assertThat(Bed.run(slurm("scontrol", "show", "job", job())))
                    .contains("JobName=loadharness", "TimeLimit=00:30:00", "Comment=new");
            workers.stop(Duration.ofSeconds(10));
        }
        checkNothingIsLeft();
    }

    @Test
    void saysThatAPartitionDoesNotExist() throws Exception {
        assertThatThrownBy(() -> start(request(3, Map.of("partition", "nope"))))
                .isInstanceOf(IOException.class)
                .hasMessage("Slurm refused the workers (invalid partition specified: nope; Batch job submission failed:"
                        + " Invalid partition name specified): choose a partition that `sinfo -s` lists");
        checkNothingIsLeft();
    }

    @Test
    void saysThatThereAreTooFewNodes() throws Exception {
        LaunchedWorkers tooMany = start(9);
        await(
                tooMany::states,
                states -> states.get(8).sentence().contains("more nodes than the partition has; use fewer workers"));
        tooMany.close();
        LaunchedWorkers workers = start(request(6, Map.of("workers-per-node", "2")));
        pids(6);
        workers.stop(Duration.ofSeconds(10));
        checkNothingIsLeft();
    }

    @Test
    void saysThatSlurmIsMissing() throws Exception {
        Launcher launcher = new SlurmLauncher(
                List.of("env", "PATH=/nowhere", "/bin/sh", "-c", "exec /bin/\"$0\" \"$@\""), Map.of());
        assertThatThrownBy(() -> launcher.start(request(1, Map.of())))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("Slurm's command `sbatch` was not found: ");
    }

    @Test
    void saysThatTheControllerDoesNotAnswer() throws Exception {
        Path conf = temporary.resolve("slurm.conf");
        Files.writeString(
                conf,
                Files.readString(bed.folder().resolve("slurm.conf"))
                        .replace("198.18.7.254", "198.18.7.1")
                        .replace("MessageTimeout=10", "MessageTimeout=1"));
        Launcher launcher = new SlurmLauncher(bed.on("ctl", "env", "SLURM_CONF=" + conf), Map.of());
        assertThatThrownBy(() -> launcher.start(request(1, Map.of())))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("scontrol ping");
    }

    @Test
    void stopsWorkersAlthoughTheControllerDoesNotAnswerFirst() throws Exception {
        Path fault = temporary.resolve("fault");
        List<String> prefix = new ArrayList<>(List.of(
                "sh",
                "-c",
                "case \" $* \" in *' scontrol '*) if [ -s " + fault + " ]; then sed -i 1d " + fault + ";"
                        + " echo 'slurm_load_jobs error: Unable to contact slurm controller (connect failure)'; exit 1; fi;; esac;"
                        + " exec \"$@\"",
                "sh"));
        prefix.addAll(slurm());
        LaunchedWorkers workers = new SlurmLauncher(prefix, Map.of()).start(request(2, Map.of(), "--deaf"));
        try {
            List<Long> pids = pids(2);
            Files.writeString(fault, "\n".repeat(5));
            workers.stop(Duration.ofSeconds(1));
            assertThat(fault).isEmptyFile();
            assertThat(pids).noneMatch(Bed::runs);
            checkNothingIsLeft();
        } finally {
            workers.close();
        }
    }

    @Test
    void explainsAJobThatWaits() throws Exception {
        LaunchedWorkers workers = start(request(2, Map.of("slurm", "--hold --nice 5")));
        assertThat(await(workers::states, states -> states.get(0).sentence().contains("held")))
                .allSatisfy(state -> {
                    assertThat(state.phase()).isEqualTo(Phase.PENDING);
                    assertThat(state.sentence())
                            .contains(
                                    "held by its owner; `scontrol release` releases it (partition bench, reason JobHeldUser)");
                });
        workers.stop(Duration.ofSeconds(10));
        checkNothingIsLeft();
    }

    @Test
    void explainsAJobThatWaitsForNodes() throws Exception {
        LaunchedWorkers first = start(request(3, Map.of("exclusive", "true")));
        pids(3);
        Path logs = Files.createDirectories(temporary.resolve("second"));
        var base = request(3, Map.of("exclusive", "true"));
        LaunchedWorkers second = start(new io.loadharness.cluster.LaunchRequest(
                3, base.classPath(), base.mainClass(), base.arguments(), SECRET, base.options(), logs));
        await(second::states, states -> states.get(2).sentence().contains("waiting until enough nodes are free"));
        second.close();
        assertThat(first.states()).extracting(WorkerState::phase).containsOnly(Phase.RUNNING);
    }

    @Test
    void explainsAJobThatWasCancelled() throws Exception {
        LaunchedWorkers workers = start(3);
        List<Long> pids = pids(3);
        Bed.run(slurm("scancel", job()));
        awaitEnd(pids);
        for (int rank = 0; rank < 3; rank++) {
            assertThat(awaitEnd(workers, rank).sentence()).contains(" was cancelled by a user or an administrator");
        }
    }

    @Test
    void explainsThatJavaIsMissing() throws Exception {
        LaunchedWorkers workers = start(request(2, Map.of("java", "/nowhere/java")));
        assertThat(awaitEnd(workers, 0).sentence())
                .contains("because `/nowhere/java` was not found there: set --launcher-option java");
    }

    @Test
    void explainsThatJavaIsTooOld() throws Exception {
        Path old = temporary.resolve("java");
        Files.writeString(
                old, "#!/bin/sh\necho 'Unrecognized option: --enable-native-access=ALL-UNNAMED' >&2\nexit 1\n");
        Files.setPosixFilePermissions(old, PosixFilePermissions.fromString("rwxr-xr-x"));
        LaunchedWorkers workers = start(request(2, Map.of("java", old.toString())));
        assertThat(awaitEnd(workers, 0).sentence()).contains("because Java there is older than 17");
    }

    @Test
    void takesEverythingFromTheSharedFolder() throws Exception {
        Path shared = Files.createDirectory(temporary.resolve("shared"));
        for (int run = 0; run < 2; run++) {
            LaunchedWorkers workers = start(request(2, Map.of("shared-folder", shared.toString())));
            String log = await(() -> workers.lastLines(1), text -> text.contains("ready 1"));
            assertThat(log).contains("rank 1");
            assertThat(logs().resolve("worker-1.log")).doesNotExist();
            workers.stop(Duration.ofSeconds(10));
            assertThat(log(1)).contains("ready 1");
            Files.delete(logs().resolve("worker-1.log"));
            try (Stream<Path> left = Files.list(shared)) {
                assertThat(left.map(path -> path.getFileName().toString()).toList())
                        .singleElement()
                        .asString()
                        .matches("loadharness-program-.+-[0-9a-f]{32}");
            }
        }
    }

    @Test
    void saysThatTheSharedFolderIsFull() throws Exception {
        Path full = Files.createDirectory(temporary.resolve("shared"));
        Bed.mountSmallDisk(full);
        try {
            assertThatThrownBy(() -> start(request(2, Map.of("shared-folder", full.toString()))))
                    .isInstanceOf(IOException.class)
                    .hasMessageStartingWith("LoadHarness could not be copied to " + full + " (")
                    .hasMessageContaining("No space left on device")
                    .hasMessageEndingWith(
                            "): check the space and the permissions of this folder, or set another one with"
                                    + " --launcher-option shared-folder");
            assertThat(full).isEmptyDirectory();
        } finally {
            Bed.unmount(full);
        }
        checkNothingIsLeft();
    }

    @Test
    void refusesASharedFolderThatDoesNotExist() {
        assertThatThrownBy(() -> start(request(2, Map.of("shared-folder", "/nowhere"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("/nowhere of --launcher-option shared-folder does not exist");
    }

    @Test
    void usesTheAllocationThatItRunsIn() throws Exception {
        User user = startUser(2, Map.of(), "salloc", "--nodes=2");
        List<Long> pids = pids(2);
        assertThat(jobs()).hasSize(1);
        user.awaitState("RUNNING, sentence=in job ");
        user.process.getOutputStream().close();
        user.process.waitFor();
        assertThat(user.lines()).anyMatch(line -> line.contains("phase=ENDED"));
        awaitEnd(pids);
        await(SlurmLauncherTest::jobs, List::isEmpty);
        checkNothingIsLeft();
    }

    @Test
    void nothingIsLeftInAnAllocationEither() throws Exception {
        User user = startUser(2, Map.of(), "salloc", "--nodes=2");
        List<Long> pids = pids(2);
        String java = Bed.run(List.of("pgrep", "-f", "java .*LaunchMain slurm " + logs()))
                .lines()
                .reduce((first, second) -> second)
                .orElseThrow();
        Bed.run(List.of("kill", "-9", java));
        awaitEnd(pids);
        user.process.waitFor();
        await(() -> Files.exists(logs().resolve(".slurm")), left -> !left);
        await(SlurmLauncherTest::jobs, List::isEmpty);
    }

    @Test
    void explainsAnAllocationThatWasCancelled() throws Exception {
        User user = startUser(2, Map.of(), "salloc", "--nodes=2");
        List<Long> pids = pids(2);
        Bed.run(slurm("scancel", job()));
        awaitEnd(pids);
        user.awaitState(" was cancelled by a user or an administrator");
        user.process.getOutputStream().close();
        user.process.waitFor();
        checkNothingIsLeft();
    }

    @Test
    @Timeout(300)
    void explainsAnAllocationThatReachedItsTimeLimit() throws Exception {
        User user = startUser(2, Map.of(), "salloc", "--nodes=2", "--time=1");
        List<Long> pids = pids(2);
        TimeUnit.SECONDS.sleep(60);
        awaitEnd(pids);
        user.awaitState(" reached its time limit");
        user.process.getOutputStream().close();
        user.process.waitFor();
        checkNothingIsLeft();
    }

    @Test
    void refusesOptionsOfJobsInsideAnAllocation() throws Exception {
        Launcher launcher = new SlurmLauncher(slurm(), Map.of("SLURM_JOB_ID", "42"));
        assertThatThrownBy(() -> launcher.describe(request(2, Map.of("partition", "gpu"))))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("--partition has no effect inside the Slurm job 42");
        assertThatThrownBy(() -> launcher.describe(request(2, Map.of("slurm", "-J mine"))))
                .hasMessage("--slurm must not contain -J inside a job: the launcher sets it");
        assertThat(launcher.describe(request(2, Map.of()))).startsWith("srun --job-name=loadharness-");
    }

    @Test
    void passesOptionsOn() throws Exception {
        assertThat(launcher()
                        .describe(request(
                                8,
                                Map.of(
                                        "partition", "gpu",
                                        "account", "team a",
                                        "exclusive", "",
                                        "container-image", "registry#jre:17",
                                        "cpus-per-worker", "8",
                                        "slurm", "--mail-type=END --hint nomultithread -A 'team b'"))))
                .contains(
                        "#SBATCH --ntasks=8\n",
                        "#SBATCH --ntasks-per-node=1\n",
                        "#SBATCH --no-requeue\n",
                        "#SBATCH --partition=gpu\n",
                        "#SBATCH \"--account=team a\"\n",
                        "#SBATCH --exclusive\n",
                        "#SBATCH --time=00:30:00\n",
                        "#SBATCH --cpus-per-task=8\n",
                        "#SBATCH --mail-type=END\n",
                        "#SBATCH --hint=nomultithread\n",
                        "#SBATCH \"-Ateam b\"\n",
                        "--kill-on-bad-exit=1",
                        "'--container-image=registry#jre:17'",
                        "--container-mounts=" + logs() + "/.slurm:" + logs() + "/.slurm,");
        assertThatThrownBy(() -> launcher().describe(request(2, Map.of("account", "a\"b"))))
                .isInstanceOf(IllegalArgumentException.class);
        assertThatThrownBy(() -> launcher().describe(request(2, Map.of("slurm", "--exclusive gpu --requeue"))))
                .hasMessage("--slurm must not contain --requeue: Slurm must not repeat a measurement");
        assertThatThrownBy(() -> launcher().describe(request(2, Map.of("slurm", "-n4"))))
                .hasMessage("--slurm must not contain -n: use --workers");
        assertThatThrownBy(() -> launcher().describe(request(2, Map.of("slurm", "-M other"))))
                .hasMessage(
                        "--slurm must not contain -M: the command follows its job only on the cluster of this machine");
        assertThatThrownBy(() -> launcher().describe(request(2, Map.of("slurm", "--outp x"))))
                .hasMessage("--slurm must not contain --outp: the launcher sets it");
        assertThatThrownBy(() -> launcher().describe(request(2, Map.of("slurm", "- -N 2"))))
                .hasMessageStartingWith("--slurm has the word '-', which is not an option");
        assertThat(launcher().describe(request(2, Map.of("slurm", "--hold\n-J mine\n"))))
                .contains("#SBATCH --hold\n#SBATCH -Jmine\n");
        assertThatThrownBy(() -> launcher().describe(request(2, Map.of("slurm", "gres=gpu:1"))))
                .hasMessage("--slurm has the word 'gres=gpu:1', which is not an option: write options as for sbatch,"
                        + " such as --gres=gpu:1");
        assertThatThrownBy(() -> launcher().describe(request(2, Map.of("slurm", "--comment='a b"))))
                .hasMessageStartingWith("--slurm has an opening ' without a closing one");
        assertThatThrownBy(() -> launcher().describe(request(2, Map.of("cpus-per-worker", "0"))))
                .hasMessage("--launcher-option cpus-per-worker must be a positive whole number: got 0");
    }
}
