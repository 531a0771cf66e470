// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.JavaCommand;
import io.loadharness.cli.Session;
import io.loadharness.report.RunFolder;
import io.loadharness.servers.LaunchedServers;
import io.loadharness.servers.Replica;
import java.io.BufferedReader;
import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs that start their servers, and the server commands. Each server is a simulator process. */
@Tag("load")
@Timeout(300)
class ManagedRunTest {

    private static final String START = """
              backend: simulator
              model: tiny
              replicas: 2
              heartbeat: 4s
              engine_args: { first-token-us: 2000, between-tokens-us: 200 }
              log_folder: %s
            """;

    private static final int TERMINATED = 143;

    @TempDir
    Path folder;

    private Path runFile(String duration) throws IOException {
        return Files.writeString(
                folder.resolve("my.yaml"),
                "server:\n  start:\n"
                        + START.formatted(folder.resolve("servers")).indent(2)
                        + """
                        schedule: { load: constant, rate: 20, duration: %s }
                        client: { max-send-delay: 1h, max-read-delay: 1h, max-thread-share: 100, max-cpu-share: 100, max-gc-share: 100 }
                        generation: { max-tokens: 4 }
                        output: { output-dir: %s }
                        """.formatted(duration, folder.resolve("run")));
    }

    private Path serverFile() throws IOException {
        return Files.writeString(
                folder.resolve("server.yaml"),
                START.formatted(folder.resolve("servers")).stripIndent());
    }

    private List<LaunchedServers> states() throws IOException {
        return LaunchedServers.in(folder.resolve("servers"));
    }

    private Replica secondReplica() throws IOException {
        while (states().isEmpty() || states().get(0).replicas().size() < 2) {
            LockSupport.parkNanos(10_000_000);
        }
        return states().get(0).replicas().get(1);
    }

    @Test
    void runStartsAndStopsItsServers() throws Exception {
        Session session = Session.of("run", runFile("2s").toString());

        assertThat(session.err()).isEmpty();
        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .anyMatch(line -> line.startsWith("Starting 2 × simulator: "))
                .anyMatch(line -> line.startsWith("Ready: replica 0 at http://127.0.0.1:"))
                .anyMatch(line -> line.startsWith("Ready: replica 1 at http://127.0.0.1:"))
                .anyMatch(line -> line.startsWith("Stopped 2 × simulator; logs: "));
        assertThat(Files.readString(folder.resolve("run/run.json")))
                .contains("--first-token-us 2000 --between-tokens-us 200");
        assertThat(states()).isEmpty();
    }

    @Test
    void namesKilledReplicaAndInvalidatesTheRun() throws Exception {
        String file = runFile("10m").toString();
        CompletableFuture<Session> run = Session.start("run", file);
        Replica second = secondReplica();
        while (!Files.exists(folder.resolve("run/run.json"))) {
            LockSupport.parkNanos(10_000_000);
        }
        ProcessHandle.of(second.pid()).orElseThrow().destroyForcibly();

        Session session = run.get();

        assertThat(session.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(session.outLines())
                .contains("**INVALID**: constant 20/s for 600 s")
                .anyMatch(line -> line.startsWith("- " + second + " was killed by signal 9"))
                .contains("  | Serving tiny at " + second.url());
        assertThat(states()).isEmpty();
    }

    @Test
    void reportsFailedStartWithTheEndOfTheLog() throws Exception {
        Path file = Files.writeString(
                folder.resolve("bad.yaml"),
                "{backend: simulator, engine_args: [--fault, nonsense], log_folder: " + folder.resolve("servers")
                        + "}");

        Session session = Session.of(("run --load constant --rate 1 --requests 1 --server-config " + file
                        + " --output-dir " + folder.resolve("run"))
                .split(" "));

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.errLines())
                .singleElement()
                .asString()
                .startsWith("replica 0 at http://127.0.0.1:")
                .contains(" exited with code 2 (log: ");
        assertThat(session.outLines()).anyMatch(line -> line.startsWith("  | ") && line.contains("nonsense"));
        assertThat(folder.resolve("run")).doesNotExist();
    }

    @Test
    void validateStartsNothing() throws Exception {
        Session session = Session.of("validate", runFile("2s").toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines()).first().asString().startsWith("Servers: 2 to be started from " + folder);
        assertThat(session.plainOut()).containsPattern("--server-config +" + folder + ".my.yaml +.*my.yaml:3");
        assertThat(folder.resolve("servers")).doesNotExist();
    }

    @Test
    void validateNeedsTheProgram() throws Exception {
        Path file = Files.writeString(
                folder.resolve("my.yaml"),
                "{server: {start: {backend: command, executable: /no/server}},"
                        + " schedule: {load: constant, rate: 1, requests: 1}}");

        Session session = Session.of("validate", file.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.errLines())
                .singleElement()
                .asString()
                .endsWith("the program /no/server was not found or is not executable: install it, or set another"
                        + " executable.");
    }

    @Test
    void fileMustNotNameItsServersTwice() throws Exception {
        Path file = Files.writeString(
                folder.resolve("my.yaml"), "server:\n  server-config: a.yaml\n  start:\n    backend: simulator\n");

        Session session = Session.of("validate", file.toString());

        assertThat(session.exitCode()).isEqualTo(ExitCode.USAGE);
        assertThat(session.errLines())
                .containsExactly(
                        file
                                + " line 2: server.server-config and server.start both describe the servers: write only one of them.");
    }

    @Test
    void followsLogsUntilTheServersEnd() throws Exception {
        String file = serverFile().toString();
        Session.of("server", "start", file);
        Process follower;
        try {
            Replica second = states().get(0).replicas().get(1);
            follower = harness("server", "logs", "-f", file);
            BufferedReader lines = follower.inputReader();
            readUntil("1 | Serving tiny at " + second.url(), lines);
            Files.writeString(second.log(), "more\nthe end", StandardOpenOption.APPEND);
            readUntil("1 | more", lines);
        } finally {
            Session.of("server", "stop", file);
        }

        assertThat(follower.inputReader().lines()).anyMatch(line -> line.startsWith("1 | the end"));
        assertThat(follower.waitFor()).isEqualTo(ExitCode.OK);
    }

    @Test
    void replicaKilledBetweenRunsInvalidatesLaterRuns() throws Exception {
        Path profile = Files.writeString(folder.resolve("profile.yaml"), """
                        load: { type: constant, interval: 5, stages: [{ rate: 20, duration: 1 }, { rate: 20, duration: 1 }] }
                        api: { type: completion, streaming: true }
                        server: { type: vllm, model_name: tiny, ignore_eos: true }
                        data:
                          type: random
                          input_distribution: { min: 4, max: 4, mean: 4, std: 0, total_count: 9 }
                          output_distribution: { min: 4, max: 4, mean: 4, std: 0, total_count: 9 }
                        """);
        Path run = folder.resolve("run");
        String arguments = "run --profile-file " + profile + " --server-config " + serverFile() + " --output-dir " + run
                + " --max-send-delay 1h --max-read-delay 1h --max-thread-share 100 --max-cpu-share 100 --max-gc-share 100";
        CompletableFuture<Session> running = Session.start(arguments.split(" "));
        Replica second = secondReplica();
        while (!Files.exists(run.resolve("stage-1/result.json"))) {
            assertThat(running).isNotDone();
            LockSupport.parkNanos(10_000_000);
        }
        ProcessHandle.of(second.pid()).orElseThrow().destroyForcibly();

        Session session = running.get();

        assertThat(session.exitCode()).isEqualTo(ExitCode.INVALID);
        assertThat(session.plainOut()).contains(second + " was killed by signal 9");
        assertThat(states()).isEmpty();
    }

    private static Process harness(String... arguments) throws IOException {
        return new ProcessBuilder(JavaCommand.harness(List.of(), arguments))
                .redirectError(Redirect.INHERIT)
                .start();
    }

    /** Returns the size of the records file, which grows during the run. */
    private long completed() throws IOException {
        Path records = new RunFolder(folder.resolve("run")).records();
        return Files.exists(records) ? Files.size(records) : 0;
    }

    @Test
    void signalEndsTheRunBeforeItsServers() throws Exception {
        Process run = harness("run", runFile("10m").toString());
        List<String> lines;
        try (BufferedReader output = run.inputReader()) {
            while (completed() == 0) {
                assertThat(run.isAlive()).isTrue();
                LockSupport.parkNanos(10_000_000);
            }
            run.toHandle().destroy();
            lines = Session.plain(output.lines().collect(Collectors.joining("\n")))
                    .lines()
                    .toList();
        } finally {
            run.destroyForcibly();
        }

        assertThat(lines)
                .contains("**ABORTED**: constant 20/s for 600 s")
                .contains("- stopped by Ctrl-C or a signal")
                .anyMatch(line -> line.matches("- Server metrics: \\d+ scrapes of 2 endpoints, 2 processes"))
                .last()
                .asString()
                .startsWith("Stopped 2 × simulator; logs: ");
        assertThat(run.waitFor()).isEqualTo(TERMINATED);
        assertThat(states()).isEmpty();
    }

    private static void readUntil(String wanted, BufferedReader lines) throws IOException {
        String line = lines.readLine();
        while (!wanted.equals(line)) {
            assertThat(line).isNotNull();
            line = lines.readLine();
        }
    }

    @Test
    void startsShowsAndStopsServers() throws Exception {
        String file = serverFile().toString();
        assertThat(Session.of("server", "status", file)).isEqualTo(new Session(ExitCode.FAILED, none(file), ""));

        Session start = Session.of("server", "start", file);
        try {
            assertThat(start.exitCode()).isEqualTo(ExitCode.OK);
            List<Replica> replicas = states().get(0).replicas();
            assertThat(start.outLines())
                    .endsWith(replicas.get(0).url(), replicas.get(1).url());
            assertThat(replicas).allMatch(Replica::isAlive);

            Session status = Session.of("server", "status", file);
            assertThat(status.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(status.plainOut())
                    .containsPattern(
                            replicas.get(1).url() + " +" + replicas.get(1).pid() + " +ready");

            assertThat(Session.of("server", "logs", file).outLines())
                    .contains("Serving tiny at " + replicas.get(0).url());

            assertThat(Session.of("server", "logs", file, "--replica", "1").out())
                    .contains("Serving tiny at " + replicas.get(1).url())
                    .doesNotContain(replicas.get(0).url());
            assertThat(Session.of("server", "logs", file, "--replica", "2").errLines())
                    .containsExactly("--replica must be from 0 to 1: got 2.");

            Session again = Session.of("server", "start", file);
            assertThat(again.exitCode()).isEqualTo(ExitCode.USAGE);
            assertThat(again.err()).contains("are already running: see harness server status " + file);
        } finally {
            Session stop = Session.of("server", "stop", file);
            assertThat(stop.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(stop.out()).startsWith("Stopped 2 processes; logs: ");
        }
        assertThat(states()).isEmpty();
        assertThat(Session.of("server", "stop", file)).isEqualTo(new Session(ExitCode.OK, none(file), ""));
    }

    @Test
    void serverOfAnEndedRunIsNotReady() throws Exception {
        String file = serverFile().toString();
        Session.of("server", "start", file);
        try {
            Path state = states().get(0).folder().resolve("state.properties");
            Files.writeString(state, Files.readString(state).replace("owner=", "owner=" + Long.MAX_VALUE + "\\:1"));
            assertThat(states().get(0).isOrphaned()).isTrue();

            Session status = Session.of("server", "status", file);

            assertThat(status.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(status.plainOut())
                    .containsPattern(
                            " +ready; the run that started it has ended: harness server stop or the next harness"
                                    + " server start stops it +");
        } finally {
            Session stop = Session.of("server", "stop", file);
            assertThat(stop.out()).startsWith("Stopped 2 processes; logs: ");
        }
    }

    @Test
    void doesNotStopServersOfAnotherMachine() throws Exception {
        String file = serverFile().toString();
        Session.of("server", "start", file);
        LaunchedServers started = states().get(0);
        Path state = started.folder().resolve("state.properties");
        String here = Files.readString(state);
        try {
            Files.writeString(state, here.replaceFirst("machine=.*", "machine=node7 boot processes"));

            assertThat(Session.of("server", "status", file))
                    .isEqualTo(new Session(
                            ExitCode.FAILED,
                            "The servers run on the machine node7: check them there. Logs: " + started.folder() + "\n",
                            ""));
            assertThat(Session.of("server", "stop", file))
                    .isEqualTo(new Session(
                            ExitCode.FAILED,
                            "Not stopped, because the servers run on the machine node7: stop them there. Logs: "
                                    + started.folder() + "\n",
                            ""));
            assertThat(started.replicas()).allMatch(Replica::isAlive);
        } finally {
            Files.writeString(state, here);
            Session.of("server", "stop", file);
        }
        assertThat(states()).isEmpty();
    }

    @Test
    void damagedStateDoesNotPreventStoppingOthers() throws Exception {
        String file = serverFile().toString();
        Session.of("server", "start", file);
        Path other = Files.createDirectories(folder.resolve("servers/19700101"));
        Path damaged = Files.writeString(other.resolve("state.properties"), "owner=");
        Files.setPosixFilePermissions(other, PosixFilePermissions.fromString("rwx------"));
        Files.setPosixFilePermissions(damaged, PosixFilePermissions.fromString("rw-------"));

        Session stop = Session.of("server", "stop", file);

        assertThat(stop.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(stop.outLines()).singleElement().asString().startsWith("Stopped 2 processes; logs: ");
        assertThat(stop.errLines())
                .containsExactly(
                        damaged + " is damaged: it has no replicas. Check which servers are still running, stop"
                                + " them, and delete the file.");
        Files.delete(damaged);
        assertThat(states()).isEmpty();
    }

    @Test
    void reportsForeignProcessAtThePortOfEndedServers() throws Exception {
        String file = serverFile().toString();
        Session.of("server", "start", file);
        Replica first = states().get(0).replicas().get(0);
        for (Replica each : states().get(0).replicas()) {
            ProcessHandle process = ProcessHandle.of(each.pid()).orElseThrow();
            process.destroyForcibly();
            process.onExit().get();
        }
        try (ServerSocket taken = new ServerSocket()) {
            taken.setReuseAddress(true);
            taken.bind(new InetSocketAddress(first.host(), first.port()));

            Session start = Session.of("server", "start", file);

            assertThat(start.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(start.outLines())
                    .startsWith("Ports of the servers that are still in use: [" + first.port() + "]");
            assertThat(states()).hasSize(1);
        } finally {
            Session.of("server", "stop", file);
        }
    }

    /** Only root can create files of other users. */
    @Test
    void statusNamesTheOwnerOfAStateThatIsNotRead() throws Exception {
        assumeThat(System.getProperty("user.name")).isEqualTo("root");
        String file = serverFile().toString();
        Path state = Files.writeString(
                Files.createDirectories(folder.resolve("servers/one")).resolve("state.properties"), "replicas=0\n");
        Files.setOwner(
                state, state.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));

        assertThat(Session.of("server", "status", file))
                .isEqualTo(new Session(
                        ExitCode.FAILED,
                        none(file),
                        state + " belongs to the user nobody and was not read: only that user can see and stop these"
                                + " servers.\n"));
    }

    private String none(String file) {
        return "No started server of " + file + " found in the log_folder of that file, " + folder.resolve("servers")
                + ".\n";
    }

    @Test
    void findsStartedServersByAFileThatBecameInvalid() throws Exception {
        Path file = serverFile();
        Session.of("server", "start", file.toString());
        Path logs = folder.resolve("servers");
        try {
            String broken = "backend: nonsense\nport: far\nunknown: [1]\nengine_args: 7\nlog_folder: %s\n";
            Files.writeString(file, broken.formatted(folder.resolve("others")));
            Session elsewhere = Session.of("server", "logs", file.toString());
            assertThat(elsewhere.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(elsewhere.outLines())
                    .containsExactly("No started server of " + file + " found in the log_folder of that file, "
                            + folder.resolve("others") + ", which also contains the logs of servers that have ended.");

            Files.writeString(file, broken.formatted(logs));
            assertThat(Session.of("server", "status", file.toString()).exitCode())
                    .isEqualTo(ExitCode.OK);
            assertThat(Session.of("server", "start", file.toString()).errLines())
                    .singleElement()
                    .asString()
                    .contains("unknown server backend 'nonsense'");
        } finally {
            Session stop = Session.of("server", "stop", file.toString());
            assertThat(stop.exitCode()).as(stop.err()).isEqualTo(ExitCode.OK);
        }
        assertThat(states()).isEmpty();
    }
}
