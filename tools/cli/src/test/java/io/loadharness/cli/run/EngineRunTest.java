// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.InterruptSignal;
import io.loadharness.cli.JavaCommand;
import io.loadharness.launchers.Bed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs with workers over real ssh and a real Slurm; the server is reached through their networks. */
@Tag("load")
@EnabledOnOs(OS.LINUX)
@Timeout(600)
class EngineRunTest {

    private static final String SSH_USER = "198.18.9.254";
    private static final String SLURM_USER = "198.18.7.254";
    private static final long LIMIT_SECONDS = 300;

    @TempDir
    Path temporary;

    private final List<Process> processes = new ArrayList<>();

    @AfterEach
    void stop() {
        processes.forEach(Process::destroyForcibly);
    }

    private Process start(List<String> command, Path output) throws IOException {
        Process process = new ProcessBuilder(command)
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        processes.add(process);
        return process;
    }

    private static List<String> join(List<String> first, List<String> second) {
        return Stream.concat(first.stream(), second.stream()).toList();
    }

    /** Starts a server and a run of three workers. */
    private Process run(List<String> place, String host, Path output, String seconds, String... options)
            throws IOException {
        start(
                join(
                        place,
                        JavaCommand.harness(
                                List.of(),
                                "simulate",
                                "--host",
                                "0.0.0.0",
                                "--port",
                                "8000",
                                "--first-token-us",
                                "2000")),
                temporary.resolve("server"));
        List<String> arguments = new ArrayList<>(List.of("run", "--url", "http://" + host + ":8000"));
        arguments.addAll(List.of("--load", "constant", "--rate", "20", "--duration", seconds, "--max-tokens", "4"));
        arguments.addAll(List.of("--max-send-delay", "1h", "--max-read-delay", "1h", "--max-thread-share", "100"));
        arguments.addAll(List.of("--max-cpu-share", "100", "--workers", "3"));
        arguments.addAll(List.of("--launcher-option", "java=" + JavaCommand.JAVA));
        arguments.addAll(List.of("--output-dir", temporary.resolve("results").toString()));
        arguments.addAll(Arrays.asList(options));
        return start(join(place, JavaCommand.harness(List.of(), arguments.toArray(String[]::new))), output);
    }

    private static <T> T await(Callable<T> value, Predicate<T> condition) throws Exception {
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(LIMIT_SECONDS);
        T last = value.call();
        while (!condition.test(last)) {
            assertThat(System.nanoTime() - end).as("last value: %s", last).isNegative();
            Thread.sleep(100);
            last = value.call();
        }
        return last;
    }

    private static String await(Process run, Path output) throws Exception {
        assertThat(run.waitFor(LIMIT_SECONDS, TimeUnit.SECONDS)).isTrue();
        return Files.readString(output);
    }

    /** Waits until a run sends requests. */
    private static void awaitRequests(Path output) throws Exception {
        await(() -> Files.readString(output), text -> text.contains(": started"));
    }

    /** Kills a worker of the run on a host. Runs of other tests may have workers at the same time. */
    private static void killWorker(String host, int rank) throws Exception {
        Matcher worker = Pattern.compile("(?m)^ *(\\d+) \\S*java .*WorkerProgram --connect " + Pattern.quote(host)
                        + "\\D.* --rank " + rank + "$")
                .matcher(Bed.run(List.of("ps", "-e", "-ww", "-o", "pid,args")));
        assertThat(worker.find()).isTrue();
        Bed.run(List.of("kill", "-9", worker.group(1)));
    }

    private String[] sshOptions(Bed bed) {
        List<String> options = new ArrayList<>(List.of("--on", "ssh", "--hosts", "198.18.9.1,198.18.9.2,198.18.9.3"));
        bed.sshOptions("key").forEach(option -> options.addAll(List.of("--launcher-option", "ssh-option=" + option)));
        return options.toArray(String[]::new);
    }

    private Path output() {
        return temporary.resolve("output");
    }

    /** Starts a long run with workers over ssh. */
    private Process sshRun(Bed bed) throws IOException {
        return run(bed.on("ctl"), SSH_USER, output(), "600s", sshOptions(bed));
    }

    /** Starts a long run with workers in a job of Slurm. */
    private Process slurmRun(Bed bed, String... options) throws IOException {
        List<String> all = join(List.of("--on", "slurm"), List.of(options));
        return run(bed.slurmCommand(), SLURM_USER, output(), "600s", all.toArray(String[]::new));
    }

    /** A fault that a test makes while a run sends requests. */
    @FunctionalInterface
    private interface Fault {
        void make() throws Exception;
    }

    /** Makes a fault, and checks that the run is INVALID because of it and leaves no worker. */
    private void invalidates(Process run, Fault fault, String... texts) throws Exception {
        awaitRequests(output());
        fault.make();
        assertThat(await(run, output())).contains("**INVALID**").contains(texts);
        assertThat(run.exitValue()).isEqualTo(3);
        checkWorkersAreGone();
    }

    /** Kills the coordinator of a run, and checks that its workers end. */
    private void killCoordinator(Process run, String user) throws Exception {
        awaitRequests(output());
        assertThat(Bed.processes("WorkerProgram --connect " + user)).isNotEmpty();
        run.destroyForcibly();
        checkWorkersAreGone();
    }

    /** Sends the signal of Ctrl-C to a run, and checks that the run ends with exit code 130 and leaves no worker. */
    private void interrupt(Process run) throws Exception {
        Bed.run(List.of("kill", "-INT", Long.toString(run.pid())));
        String text = await(run, output());
        assertThat(run.exitValue()).as(text).isEqualTo(130);
        checkWorkersAreGone();
    }

    /** Checks that a run leaves neither a job nor the file with its secret. */
    private void checkJobIsGone(Bed bed) throws Exception {
        await(() -> Bed.run(bed.slurmCommand("squeue", "--noheader")), String::isEmpty);
        await(() -> Files.exists(temporary.resolve("results/workers/.slurm")), exists -> !exists);
    }

    private void checkWorkersAreGone() throws Exception {
        await(() -> Bed.processes("WorkerProgram --connect " + SSH_USER), List::isEmpty);
        await(() -> Bed.processes("WorkerProgram --connect " + SLURM_USER), List::isEmpty);
    }

    @Test
    void sshWorkersSendAllRequests() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            Path output = output();
            String text = await(run(bed.on("ctl"), SSH_USER, output, "3s", sshOptions(bed)), output);
            assertThat(text)
                    .contains("3 workers on ssh, all connected", "60 done")
                    .contains("@worker-0 |        20 |      0", "@worker-1 |        20 |      0")
                    .contains("@worker-2 |        20 |      0");
            checkWorkersAreGone();
        }
    }

    @Test
    void sshWorkersSendTheirOwnSlices() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            Path output = output();
            List<String> options = join(List.of(sshOptions(bed)), List.of("--slices", "--start-timeout", "5m"));
            String text = await(run(bed.on("ctl"), SSH_USER, output, "3s", options.toArray(String[]::new)), output);
            assertThat(text)
                    .contains("3 workers on ssh, all connected", "their slices start together at", "60 done")
                    .contains("@slice-0 |        20 |      0", "@slice-1 |        20 |      0")
                    .contains("@slice-2 |        20 |      0");
            checkWorkersAreGone();
        }
    }

    @Test
    void aKilledSshWorkerInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            invalidates(
                    sshRun(bed),
                    () -> killWorker(SSH_USER, 1),
                    "worker-1 (process ",
                    "killed by signal 9 (SIGKILL) on 198.18.9.2");
        }
    }

    @Test
    void aHostThatFailsInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            invalidates(sshRun(bed), () -> bed.killHost("h2"), "worker-1 (process ", "was lost");
        }
    }

    @Test
    void aPartitionOfTheNetworkInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            invalidates(sshRun(bed), () -> bed.cutCable("h3"), "worker-2 (process ", "was lost");
        }
    }

    @Test
    void workersEndIfTheCoordinatorIsKilled() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            killCoordinator(sshRun(bed), SSH_USER);
        }
    }

    @Test
    void aFullDiskOfAWorkerInvalidatesTheRun() throws Exception {
        Path small = Files.createDirectory(temporary.resolve("small"));
        try (Bed bed = Bed.ssh(3)) {
            Bed.run(List.of("mount", "-t", "tmpfs", "-o", "size=32k", "tmpfs", small.toString()));
            Path output = output();
            List<String> options = join(
                    List.of(sshOptions(bed)),
                    List.of(
                            "--slices",
                            "--start-timeout",
                            "5m",
                            "--launcher-option",
                            "java-option=-Djava.io.tmpdir=" + small));
            Process run = run(bed.on("ctl"), SSH_USER, output, "600s", options.toArray(String[]::new));
            assertThat(await(run, output))
                    .contains("**INVALID**", "run.json cannot be written: No space left on device");
            assertThat(run.exitValue()).isEqualTo(3);
            checkWorkersAreGone();
        } finally {
            Bed.run(List.of("umount", "-l", small.toString()));
        }
    }

    @Test
    void slurmWorkersSendAllRequests() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            Path output = output();
            List<String> options =
                    List.of("--on", "slurm", "--time", "5m", "--slurm", "--comment 'a run'", "--trusted-network");
            String text =
                    await(run(bed.slurmCommand(), SLURM_USER, output, "3s", options.toArray(String[]::new)), output);
            assertThat(text)
                    .contains("The connections to the workers were not encrypted (--trusted-network)")
                    .contains("3 workers on slurm, all connected", "60 done")
                    .contains("@worker-0 |        20 |      0", "@worker-1 |        20 |      0")
                    .contains("@worker-2 |        20 |      0");
            checkWorkersAreGone();
            checkJobIsGone(bed);
        }
    }

    @Test
    void slurmWorkersSendTheirOwnSlices() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            Path output = output();
            String text = await(
                    run(
                            bed.slurmCommand(),
                            SLURM_USER,
                            output,
                            "3s",
                            "--on",
                            "slurm",
                            "--slices",
                            "--start-timeout",
                            "5m"),
                    output);
            assertThat(text)
                    .contains("3 workers on slurm, all connected", "their slices start together at", "60 done")
                    .contains("@slice-0 |        20 |      0", "@slice-1 |        20 |      0")
                    .contains("@slice-2 |        20 |      0");
            checkWorkersAreGone();
            checkJobIsGone(bed);
        }
    }

    @Test
    void aKilledSlurmWorkerInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            invalidates(
                    slurmRun(bed),
                    () -> killWorker(SLURM_USER, 2),
                    "worker-2 (process ",
                    "killed by signal 9 (SIGKILL) on node n3");
        }
    }

    @Test
    void aJobOfSlurmEndsIfTheCoordinatorIsKilled() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            killCoordinator(slurmRun(bed), SLURM_USER);
            checkJobIsGone(bed);
        }
    }

    @Test
    void aNodeThatFailsInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            invalidates(slurmRun(bed), () -> bed.killHost("n2"), "worker-1 (process ", "was lost");
            checkJobIsGone(bed);
        }
    }

    @Test
    void aPartitionOfTheNetworkOfSlurmInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            invalidates(slurmRun(bed), () -> bed.cutCable("n3"), "worker-2 (process ", "was lost");
            checkJobIsGone(bed);
        }
    }

    @Test
    void theTimeLimitOfAJobInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            invalidates(slurmRun(bed, "--time", "1m"), () -> {}, " reached its time limit", "set a longer --time");
            checkJobIsGone(bed);
        }
    }

    @Test
    void anInterruptEndsARunOverSsh() throws Exception {
        InterruptSignal.assumeHandled();
        try (Bed bed = Bed.ssh(3)) {
            Process run = sshRun(bed);
            awaitRequests(output());
            interrupt(run);
            assertThat(Files.readString(output())).contains("ABORTED");
            await(() -> Bed.processes(bed.folder() + "/home-h"), List::isEmpty);
        }
    }

    @Test
    void anInterruptEndsARunOnSlurm() throws Exception {
        InterruptSignal.assumeHandled();
        try (Bed bed = Bed.slurm(3)) {
            Process run = slurmRun(bed);
            awaitRequests(output());
            interrupt(run);
            assertThat(Files.readString(output())).contains("ABORTED");
            checkJobIsGone(bed);
        }
    }

    @Test
    void theReasonWhyAJobWaitsIsPrinted() throws Exception {
        InterruptSignal.assumeHandled();
        try (Bed bed = Bed.slurm(3)) {
            Process run = slurmRun(bed, "--slurm", "--hold");
            await(
                    () -> Files.readString(output()),
                    text -> text.contains("Waiting: 3 of 3 workers have not connected (worker-0: job ")
                            && text.contains("held by its owner; `scontrol release` releases it"));
            interrupt(run);
            checkJobIsGone(bed);
        }
    }
}
