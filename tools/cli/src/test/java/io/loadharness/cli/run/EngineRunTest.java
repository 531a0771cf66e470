// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.InterruptSignal;
import io.loadharness.cli.JavaCommand;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.PageCommands;
import io.loadharness.cli.Session;
import io.loadharness.launchers.Bed;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

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
    private String java = JavaCommand.JAVA;

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
        startServer(place);
        return start(join(place, command(host, seconds, options)), output);
    }

    /** Returns the command of a run of three workers. */
    private List<String> command(String host, String seconds, String... options) {
        List<String> arguments = new ArrayList<>(List.of("run", "--url", "http://" + host + ":8000"));
        arguments.addAll(List.of("--load", "constant", "--rate", "20", "--duration", seconds, "--max-tokens", "4"));
        arguments.addAll(List.of("--workers", "3", "--launcher-option", "java=" + java));
        arguments.addAll(List.of("--output-dir", results().toString()));
        arguments.addAll(Arrays.asList(options));
        if (!arguments.contains("--max-send-delay")) {
            arguments.addAll(LenientClient.OPTIONS);
        }
        return JavaCommand.harness(List.of(), arguments.toArray(String[]::new));
    }

    private void startServer(List<String> place) throws IOException {
        List<String> server = JavaCommand.harness(
                List.of(), "simulate", "--host", "0.0.0.0", "--port", "8000", "--first-token-us", "2000");
        start(join(place, server), temporary.resolve("server"));
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

    /** Returns the process numbers and command lines of the JVMs that are workers on the hosts of a bed. */
    private static List<String> workers(Bed bed) throws Exception {
        return bed.hostProcesses("WorkerProgram --connect ").stream()
                .filter(worker -> worker.matches("\\d+ \\S*java .*"))
                .toList();
    }

    private static void killWorker(Bed bed, int rank) throws Exception {
        List<String> workers = workers(bed).stream()
                .filter(worker -> worker.endsWith(" --rank " + rank))
                .toList();
        assertThat(workers).hasSize(1);
        Bed.run(List.of("kill", "-9", workers.get(0).split(" ", 2)[0]));
    }

    private String[] sshOptions(Bed bed) {
        List<String> options = new ArrayList<>(List.of("--on", "ssh", "--hosts", "198.18.9.1,198.18.9.2,198.18.9.3"));
        bed.sshOptions("key").forEach(option -> options.addAll(List.of("--launcher-option", "ssh-option=" + option)));
        return options.toArray(String[]::new);
    }

    private Path output() {
        return temporary.resolve("output");
    }

    private Path results() {
        return temporary.resolve("results");
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
    private void invalidates(Bed bed, Process run, Fault fault, String... texts) throws Exception {
        awaitRequests(output());
        fault.make();
        assertThat(await(run, output())).contains("**INVALID**").contains(texts);
        assertThat(run.exitValue()).isEqualTo(3);
        checkWorkersAreGone(bed);
    }

    /** Kills the coordinator of a run, and checks that its workers end, and that the records up to this time are kept. */
    private void killCoordinator(Bed bed, Process run) throws Exception {
        awaitRequests(output());
        await(() -> Files.size(results().resolve("records.cbor")), size -> size > 2000);
        assertThat(workers(bed)).hasSize(3);
        run.destroyForcibly();
        checkWorkersAreGone(bed);
        Session report = Session.of("report", results().toString());
        assertThat(report.out()).as(report.err()).contains("FAILED");
        assertThat(new ObjectMapper()
                        .readTree(results().resolve("result.json").toFile())
                        .at("/counts/completed")
                        .asLong())
                .isPositive();
    }

    /** Sends the signal of Ctrl-C to a run, and checks that the run ends with exit code 130 and leaves no worker. */
    private void interrupt(Bed bed, Process run) throws Exception {
        Bed.run(List.of("kill", "-INT", Long.toString(run.pid())));
        String text = await(run, output());
        assertThat(run.exitValue()).as(text).isEqualTo(130);
        checkWorkersAreGone(bed);
    }

    /** Checks that a run leaves neither a job nor the file with its secret. */
    private void checkJobIsGone(Bed bed) throws Exception {
        await(() -> Bed.run(bed.slurmCommand("squeue", "--noheader")), String::isEmpty);
        await(() -> Files.exists(results().resolve("workers/.slurm")), exists -> !exists);
    }

    private static void checkWorkersAreGone(Bed bed) throws Exception {
        await(() -> bed.hostProcesses("WorkerProgram --connect "), List::isEmpty);
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
            checkWorkersAreGone(bed);
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
                    .contains("@slice-2 |        20 |      0", "| slice-0 | h1 ", "| slice-2 | h3 ");
            checkWorkersAreGone(bed);
        }
    }

    @Test
    void aKilledSshWorkerInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            invalidates(
                    bed,
                    sshRun(bed),
                    () -> killWorker(bed, 1),
                    "worker-1 (process ",
                    "killed by signal 9 (SIGKILL) on 198.18.9.2");
        }
    }

    @Test
    void aHostThatFailsInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            invalidates(bed, sshRun(bed), () -> bed.killHost("h2"), "worker-1 (process ", "was lost");
        }
    }

    @Test
    void aPartitionOfTheNetworkInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            invalidates(bed, sshRun(bed), () -> bed.cutCable("h3"), "worker-2 (process ", "was lost");
        }
    }

    @Test
    void workersEndIfTheCoordinatorIsKilled() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            killCoordinator(bed, sshRun(bed));
        }
    }

    @Test
    void aFullDiskOfAWorkerInvalidatesTheRun() throws Exception {
        Path small = Files.createDirectory(temporary.resolve("small"));
        try (Bed bed = Bed.ssh(3)) {
            Bed.mountSmallDisk(small);
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
            checkWorkersAreGone(bed);
        } finally {
            Bed.unmount(small);
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
                    .contains("Submitted the Slurm job ", "3 workers on slurm, all connected", "60 done")
                    .contains("@worker-0 |        20 |      0", "@worker-1 |        20 |      0")
                    .contains("@worker-2 |        20 |      0");
            checkWorkersAreGone(bed);
            checkJobIsGone(bed);
        }
    }

    @Test
    void slurmWorkersInAnAllocationSendAllRequests() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            startServer(bed.slurmCommand());
            Process run = start(
                    join(bed.slurmCommand("salloc", "--nodes=3"), command(SLURM_USER, "3s", "--on", "slurm")),
                    output());
            assertThat(await(run, output()))
                    .contains("3 workers on slurm, all connected", "60 done")
                    .contains("@worker-0 |        20 |      0", "@worker-1 |        20 |      0")
                    .contains("@worker-2 |        20 |      0")
                    .doesNotContain("Submitted the Slurm job ");
            checkWorkersAreGone(bed);
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
            checkWorkersAreGone(bed);
            checkJobIsGone(bed);
        }
    }

    @Test
    void aKilledSlurmWorkerInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            invalidates(
                    bed,
                    slurmRun(bed),
                    () -> killWorker(bed, 2),
                    "worker-2 (process ",
                    "killed by signal 9 (SIGKILL) on node n3");
        }
    }

    @Test
    void aJobOfSlurmEndsIfTheCoordinatorIsKilled() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            killCoordinator(bed, slurmRun(bed));
            checkJobIsGone(bed);
        }
    }

    @Test
    void aNodeThatFailsInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            invalidates(bed, slurmRun(bed), () -> bed.killHost("n2"), "worker-1 (process ", "was lost");
            checkJobIsGone(bed);
        }
    }

    @Test
    void aPartitionOfTheNetworkOfSlurmInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            invalidates(bed, slurmRun(bed), () -> bed.cutCable("n3"), "worker-2 (process ", "was lost");
            checkJobIsGone(bed);
        }
    }

    @Test
    void theTimeLimitOfAJobInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            invalidates(bed, slurmRun(bed, "--time", "1m"), () -> {}, " reached its time limit", "set a longer --time");
            checkJobIsGone(bed);
        }
    }

    @Test
    void aCancelledJobInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            invalidates(
                    bed,
                    slurmRun(bed),
                    () -> Bed.run(bed.slurmCommand("scancel", "--name=loadharness")),
                    "worker-",
                    " was cancelled by a user or an administrator");
            checkJobIsGone(bed);
        }
    }

    @Test
    void anInterruptEndsARunOverSsh() throws Exception {
        InterruptSignal.assumeHandled();
        try (Bed bed = Bed.ssh(3)) {
            Process run = sshRun(bed);
            awaitRequests(output());
            interrupt(bed, run);
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
            interrupt(bed, run);
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
            interrupt(bed, run);
            checkJobIsGone(bed);
        }
    }

    /** Checks that a run ends before its start with one message, and leaves nothing. */
    private void refuses(Bed bed, Process run, String... texts) throws Exception {
        String text = await(run, output());
        assertThat(text).contains(texts).doesNotContain("VALID", "Exception");
        assertThat(run.exitValue()).as(text).isEqualTo(1);
        checkWorkersAreGone(bed);
    }

    @Test
    void anUnknownHostKeyEndsARunBeforeItsStart() throws Exception {
        try (Bed bed = Bed.ssh(3)) {
            List<String> options = new ArrayList<>(List.of(sshOptions(bed)));
            options.replaceAll(each -> each.replace("/known", "/unknown"));
            refuses(
                    bed,
                    run(bed.on("ctl"), SSH_USER, output(), "600s", options.toArray(String[]::new)),
                    "the host key of 198.18.9.",
                    " is unknown: connect once with `ssh 198.18.9.");
        }
    }

    @Test
    void anUnknownPartitionEndsARunBeforeItsStart() throws Exception {
        try (Bed bed = Bed.slurm(3)) {
            refuses(bed, slurmRun(bed, "--partition", "nope"), "choose a partition that `sinfo -s` lists");
            checkJobIsGone(bed);
        }
    }

    /** Returns a program that runs Java after a line of shell code. */
    private Path javaAfter(String line) throws IOException {
        Path program = Files.writeString(
                temporary.resolve("java"), "#!/bin/sh\n" + line + "\nexec " + JavaCommand.JAVA + " \"$@\"\n");
        return Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    @Test
    void anOldJavaOnOneNodeEndsARunBeforeItsStart() throws Exception {
        java = javaAfter(
                        "[ \"$(hostname)\" != n2 ] || { echo 'Unrecognized option: --enable-native-access=ALL-UNNAMED' >&2;"
                                + " exit 1; }")
                .toString();
        try (Bed bed = Bed.slurm(3)) {
            refuses(
                    bed,
                    slurmRun(bed),
                    "worker-1 ended before it connected: ended with exit code 1 on node n2, because Java there is older"
                            + " than 17: set --launcher-option java to the path of a newer one");
            checkJobIsGone(bed);
        }
    }

    /** Hosts in network namespaces share the clock of the machine. Therefore a library changes the wall clock of one worker. */
    @Test
    @EnabledOnOs(value = OS.LINUX, architectures = "amd64", disabledReason = "the library is for amd64 only")
    void aStepOfTheClockOfAWorkerInvalidatesTheRun() throws Exception {
        Path step = temporary.resolve("step");
        try (Bed bed = Bed.ssh(3)) {
            Path library = bed.compile("clock-step.c");
            java = javaAfter("[ \"$(hostname)\" != h2 ] || export LD_PRELOAD=" + library + " CLOCK_STEP_FILE=" + step)
                    .toString();
            invalidates(
                    bed,
                    run(bed.on("ctl"), SSH_USER, output(), "20s", sshOptions(bed)),
                    () -> Files.createFile(step),
                    "the clock of worker-1 on ",
                    " stepped by 10");
        }
    }

    /** Starts a run over links that delay all messages of workers by 50 ms, with the default limits of delays. */
    private Process slowRun(Bed bed, String... options) throws IOException {
        start(
                bed.on(
                        "h4",
                        JavaCommand.of(List.of(), SlowLink.class, "7800", SSH_USER, "7800", "50")
                                .toArray(String[]::new)),
                temporary.resolve("link"));
        List<String> all = join(List.of(sshOptions(bed)), List.of("--coordinator-host", "198.18.9.4"));
        all = join(all, List.of("--coordinator-port", "7800", "--max-send-delay", "10ms", "--max-read-delay", "10ms"));
        return run(
                bed.on("ctl"),
                SSH_USER,
                output(),
                "3s",
                join(all, List.of(options)).toArray(String[]::new));
    }

    @Test
    void aSlowLinkInvalidatesTheRun() throws Exception {
        try (Bed bed = Bed.ssh(4)) {
            Process run = slowRun(bed);
            assertThat(await(run, output()))
                    .contains("**INVALID**", "60 done", "client-limited: the round trip to worker-2 on ")
                    .contains("the network to it is slow, or one of the two machines is busy");
            assertThat(run.exitValue()).isEqualTo(3);
            checkWorkersAreGone(bed);
        }
    }

    @Test
    void aSlowLinkDoesNotAffectSlices() throws Exception {
        try (Bed bed = Bed.ssh(4)) {
            assertThat(await(slowRun(bed, "--slices", "--start-timeout", "5m"), output()))
                    .contains("60 done")
                    .doesNotContain("the round trip to");
            checkWorkersAreGone(bed);
        }
    }

    static List<String> commandsOfThePage() {
        return PageCommands.of(Path.of("../../docs/guides/many-machines.md")).stream()
                .filter(command -> command.contains("--on ssh") || command.contains("--on slurm"))
                .filter(command -> !command.contains("--print"))
                .toList();
    }

    /** Executes the commands of {@code docs/guides/many-machines.md} with a shorter load, and with at most three workers. */
    @ParameterizedTest
    @MethodSource("commandsOfThePage")
    void executesTheCommandsOfThePage(String command) throws Exception {
        Path runFile = temporary.resolve("run.yaml");
        assertThat(Session.of("init", "server", "--output=" + runFile).exitCode())
                .isEqualTo(ExitCode.OK);
        boolean isSsh = command.contains("--on ssh");
        String server = "http://" + (isSsh ? SSH_USER : SLURM_USER) + ":8000";
        List<String> words = new ArrayList<>(List.of(PageCommands.words(command.replace("run.yaml", runFile.toString())
                .replace("--workers 8", "--workers 3")
                .replace("http://server:8000", server))));
        words.addAll(List.of("--min-duration=1s", "--min-queries=20", "--max-tokens=4", "--output-dir=" + results()));
        words.addAll(LenientClient.OPTIONS);
        if (!command.contains("--target-qps")) {
            words.add("--target-qps=20");
        }
        try (Bed bed = isSsh ? Bed.ssh(3) : Bed.slurm(3)) {
            List<String> place = isSsh ? userWithSshConfiguration(bed) : bed.slurmCommand();
            startServer(place);
            Process run = start(
                    join(
                            join(place, List.of("env", "SERVER_URL=" + server)),
                            JavaCommand.harness(List.of(), words.toArray(String[]::new))),
                    output());
            String text = await(run, output());
            assertThat(run.exitValue()).as(text).isIn(ExitCode.OK, ExitCode.INVALID); // on a busy machine
            JsonNode result =
                    new ObjectMapper().readTree(results().resolve("result.json").toFile());
            assertThat(result.at("/counts/failed").asLong()).isZero();
            assertThat(result.at("/counts/completed").asLong()).isGreaterThanOrEqualTo(20);
            assertThat(result.get("workers")).hasSize(command.contains("n1,n2,n3") || !isSsh ? 3 : 2);
            checkWorkersAreGone(bed);
        }
    }

    /** Returns the words that run a command as a user whose own configuration of ssh gives the names n1, n2 and so on to the hosts. */
    private static List<String> userWithSshConfiguration(Bed bed) throws IOException {
        Path home = bed.folder().resolve("home-ctl");
        StringBuilder configuration = new StringBuilder();
        for (int host = 1; host <= 3; host++) {
            configuration.append("Host n%d%n  HostName 198.18.9.%d%n".formatted(host, host));
        }
        configuration.append("Host *\n");
        bed.sshOptions("key")
                .forEach(option -> configuration.append("  ").append(option).append('\n'));
        Files.writeString(Files.createDirectories(home.resolve(".ssh")).resolve("config"), configuration);
        // ssh reads the folder of the user from this file, not from HOME.
        Path users = Files.writeString(bed.folder().resolve("passwd"), "root:x:0:0:root:" + home + ":/bin/sh\n");
        return bed.on(
                "ctl",
                "unshare",
                "--mount",
                "sh",
                "-c",
                "mount --bind \"$1\" /etc/passwd && shift && exec \"$@\"",
                "sh",
                users.toString());
    }
}
