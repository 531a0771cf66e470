// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests that servers and all their processes are stopped, also after failures. */
@Timeout(600)
class StopTest {

    @TempDir
    Path folder;

    private final ConcurrentLinkedQueue<String> messages = new ConcurrentLinkedQueue<>();

    private ManagedServers start(ServerSpec.Builder spec) throws Exception {
        return ManagedServers.start(spec.build(), "test", messages::add);
    }

    private static ServerFailedException failureOf(ManagedServers servers) throws InterruptedException {
        while (servers.failure().isEmpty()) {
            Thread.sleep(1);
        }
        return servers.failure().get();
    }

    private ServerProcesses processes() throws Exception {
        return LaunchedServers.in(folder.resolve("servers")).get(0).processes();
    }

    @Test
    void deadReplicaIsReported() throws Exception {
        try (ManagedServers servers = start(ServerProgram.spec(folder).replicas(2))) {
            Replica second = servers.replicas().get(1);
            ProcessHandle.of(second.pid()).orElseThrow().destroyForcibly();

            assertThat(failureOf(servers)).hasMessageContaining(second + " was killed by signal 9");
            assertThat(servers.stop().isClean()).isTrue();
        }
    }

    /** A server with the health page {@code /alive}. When a file exists, the server still accepts connections, but no longer responds. */
    public static final class HangingServer {

        private HangingServer() {}

        public static void main(String[] arguments) throws Exception {
            int port = Integer.parseInt(arguments[0]);
            Path hang = Path.of(arguments[1]);
            try (ServerSocket listener = new ServerSocket(port, 50, InetAddress.getLoopbackAddress())) {
                while (!Files.exists(hang)) {
                    respond(listener);
                }
                new CountDownLatch(1).await();
            }
        }

        private static void respond(ServerSocket listener) {
            try (Socket caller = listener.accept()) {
                List<String> request = new BufferedReader(
                                new InputStreamReader(caller.getInputStream(), StandardCharsets.US_ASCII))
                        .lines()
                        .takeWhile(line -> !line.isEmpty())
                        .toList();
                boolean isAlive = !request.isEmpty() && request.get(0).startsWith("GET /alive ");
                String response = "HTTP/1.1 " + (isAlive ? "200 OK" : "404 Not Found")
                        + "\r\nContent-Length: 0\r\nConnection: close\r\n\r\n";
                caller.getOutputStream().write(response.getBytes(StandardCharsets.US_ASCII));
            } catch (IOException | UncheckedIOException e) {
                // the caller has closed the connection
            }
        }
    }

    /** The server hangs by itself, because any program could continue a server that the signal STOP has stopped. */
    @Test
    void hangingReplicaIsReportedAndKilled() throws Exception {
        Path hang = folder.resolve("hang");
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", "trap '' TERM; exec \"$@\"", "server"));
        command.addAll(ServerProgram.java(HangingServer.class, "{port}", hang.toString()));
        ServerSpec.Builder spec = ServerProgram.spec(folder)
                .executable(command)
                .healthPath("/alive")
                .heartbeat(Duration.ofSeconds(1))
                .stopGrace(Duration.ofSeconds(1));
        try (ManagedServers servers = start(spec)) {
            Replica only = servers.replicas().get(0);
            Files.createFile(hang);

            assertThat(failureOf(servers)).hasMessageContaining(only + " does not respond");
            assertThat(servers.stop().killed()).hasSize(1).first().asString().startsWith(only.pid() + " (");
            assertThat(servers.stop().isClean()).isTrue();
        }
    }

    @Test
    void serverIgnoringTermIsKilledAfterTheGracePeriod() throws Exception {
        ServerSpec.Builder ignoringTerm =
                ServerProgram.scripted(folder, "trap '' TERM; exec \"$@\"").stopGrace(Duration.ofMillis(500));

        StopReport report;
        try (ManagedServers servers = start(ignoringTerm)) {
            report = servers.stop();
        }
        assertThat(report.killed()).hasSize(1);
        assertThat(report.warnings()).first().asString().startsWith("Killed because they did not end after TERM: ");
        assertThat(report.isClean()).isTrue();
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void detachedDescendantsAreStopped() throws Exception {
        ServerSpec.Builder spec = ServerProgram.scripted(
                folder,
                "(sleep 1001 &)"
                        + "; (setsid sh -c 'sleep 1002 & setsid sleep 1003 &' &)"
                        + "; env -i sh -c '/bin/sleep 1004 &'"
                        + "; env -i setsid /bin/sleep 1005 &"
                        + " exec \"$@\"");

        try (ManagedServers servers = start(spec)) {
            ServerProcesses processes = processes();
            List<ProcessHandle> all = processes.living();
            while (all.size() < 6) { // a process has no readable environment while it executes a program
                Thread.sleep(1);
                all = processes.living();
            }

            assertThat(servers.stop().isClean()).isTrue();

            assertThat(processes.living()).isEmpty();
            assertThat(all).noneMatch(ProcessId::lives);
        }
    }

    @Test
    void unrelatedProcessesKeepRunning() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "1000").start();
        ProcessBuilder marked = new ProcessBuilder("sleep", "1000");
        marked.environment().put(ServerProcesses.MARK, "of another start");
        Process relative = marked.start();
        try (ManagedServers servers = start(ServerProgram.spec(folder))) {
            assertThat(servers.stop().processes()).isEqualTo("1 process");
            assertThat(stranger.isAlive()).isTrue();
            assertThat(relative.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
            relative.destroyForcibly();
        }
    }

    @Test
    void processWithAReusedPidKeepsRunning() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "1000").start();
        try {
            ProcessId now = ProcessId.of(stranger.toHandle()).orElseThrow();
            ProcessId before = new ProcessId(now.pid(), now.start() - 1);

            assertThat(new ServerProcesses("no such mark", List.of(before)).living())
                    .isEmpty();
            assertThat(new ServerProcesses("no such mark", List.of(now)).living())
                    .containsExactly(stranger.toHandle());
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void portUsedByAnotherProcessIsReported() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Replica gone = new Replica(0, "127.0.0.1", taken.getLocalPort(), List.of(), folder.resolve("log"), 1, 0);

            StopReport report = new ServerShutdown(
                            new ServerProcesses("no such mark", List.of()), List.of(gone), Duration.ZERO)
                    .run();

            assertThat(report.takenPorts()).containsExactly(taken.getLocalPort());
            assertThat(report.isClean()).isFalse();
            assertThat(report.warnings())
                    .containsExactly("Ports of the servers that are still in use: [" + taken.getLocalPort() + "]");
        }
    }

    @Test
    void usedPortOfDeadServersIsReportedOnce() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Path own = LaunchedServers.createFolder(folder.resolve("servers/one"));
            Replica gone = new Replica(0, "127.0.0.1", taken.getLocalPort(), List.of(), own.resolve("log"), 1, 0);
            state(own, Machine.here()).with(gone).write();

            StopReport report =
                    LaunchedServers.in(folder.resolve("servers")).get(0).stop();

            assertThat(report.takenPorts()).containsExactly(taken.getLocalPort());
            assertThat(LaunchedServers.in(folder.resolve("servers"))).isEmpty();
        }
    }

    private static LaunchedServers state(Path own, Machine machine) {
        return new LaunchedServers(
                own,
                machine.toString(),
                "no such mark",
                "test",
                Optional.empty(),
                Duration.ofMillis(500),
                "/health",
                List.of());
    }

    /** Returns the state of a server on another machine that has the PID and start time of a local process. */
    private LaunchedServers strangersOn(Machine machine, Process stranger) throws Exception {
        ProcessId id = ProcessId.of(stranger.toHandle()).orElseThrow();
        Path own = LaunchedServers.createFolder(folder.resolve("servers/one"));
        LaunchedServers state = state(own, machine)
                .with(new Replica(0, "127.0.0.1", 1, List.of(), own.resolve("log"), id.pid(), id.start()));
        state.write();
        return state;
    }

    @Test
    void stateFromBeforeTheLastBootIsDeleted() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "1000").start();
        try {
            LaunchedServers state = strangersOn(new Machine(Machine.here().host(), "earlier", "pid:[1]"), stranger);

            assertThat(state.isOrphaned()).isTrue();
            assertThat(state.otherHost()).isEmpty();
            assertThat(state.problem(state.replicas().get(0), Duration.ofSeconds(1)))
                    .hasValueSatisfying(said -> assertThat(said).endsWith("is not running"));
            start(ServerProgram.spec(folder)).close();

            assertThat(LaunchedServers.in(folder.resolve("servers"))).isEmpty();
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    void serversOfAnotherMachineKeepRunning() throws Exception {
        Process stranger = new ProcessBuilder("sleep", "1000").start();
        try {
            LaunchedServers state = strangersOn(new Machine("node7", "a-boot", "pid:[1]"), stranger);

            assertThat(state.isOrphaned()).isFalse();
            assertThat(state.otherHost()).hasValue("node7");
            assertThatThrownBy(state::stop).isInstanceOf(IllegalStateException.class);
            start(ServerProgram.spec(folder)).close();

            assertThat(LaunchedServers.in(folder.resolve("servers"))).containsExactly(state);
            assertThat(stranger.isAlive()).isTrue();
        } finally {
            stranger.destroyForcibly();
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void machineIsIdentifiedByBootIdAndPidNamespace() {
        Machine here = Machine.here();

        assertThat(Machine.parse(here.toString())).isEqualTo(here);
        assertThat(here.otherHost()).isEmpty();
        assertThat(here.isRebooted()).isFalse();
        assertThat(new Machine("renamed", here.boot(), here.processes()).otherHost())
                .isEmpty();
        assertThat(new Machine(here.host(), here.boot(), "pid:[1]").otherHost()).hasValue(here.host());
    }

    @Test
    void interruptDoesNotCancelTheStop() throws Exception {
        ServerSpec.Builder ignoringTerm =
                ServerProgram.scripted(folder, "trap '' TERM; exec \"$@\"").stopGrace(Duration.ofSeconds(2));
        ManagedServers servers = start(ignoringTerm);
        ServerProcesses processes = processes();
        FutureTask<Boolean> stop = new FutureTask<>(() -> {
            Thread.currentThread().interrupt(); // ends the first wait of the stop
            return servers.stop().isClean() && Thread.currentThread().isInterrupted();
        });
        new Thread(stop, "stop").start();

        assertThat(stop.get()).isTrue();
        assertThat(processes.living()).isEmpty();
        assertThat(LaunchedServers.in(folder.resolve("servers"))).isEmpty();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            owner=      | owner=me     | 'me' is not a process id: expected PID:START
            machine=.*  | machine=here | 'here' is not a machine: expected the host, boot id and PID namespace
            replicas=1  | replicas=2   | it has no replica.1.process
            """)
    void damagedStateIsReportedAndOthersAreRead(String line, String damaged, String how) throws Exception {
        Path own = LaunchedServers.createFolder(folder.resolve("servers/one"));
        Replica replica = new Replica(0, "127.0.0.1", 1, List.of(), own.resolve("log"), 1, 0);
        state(own, Machine.here()).with(replica).write();
        Path other = LaunchedServers.createFolder(folder.resolve("servers/two"));
        state(other, Machine.here()).write();
        Path file = own.resolve("state.properties");
        Files.writeString(file, Files.readString(file).replaceFirst(line, damaged));
        List<String> failures = new ArrayList<>();

        List<LaunchedServers> states =
                LaunchedServers.in(folder.resolve("servers"), each -> failures.add(each.getMessage()));

        assertThat(states).extracting(LaunchedServers::folder).containsExactly(other);
        assertThat(failures).singleElement().asString().startsWith(file + " is damaged: " + how + ". Check ");
        assertThatThrownBy(() -> LaunchedServers.in(folder.resolve("servers")))
                .isInstanceOf(IOException.class)
                .hasMessage(failures.get(0));
    }

    @Test
    void binaryStateFileIsReported() throws Exception {
        Path own = LaunchedServers.createFolder(folder.resolve("servers/one"));
        Path file = LaunchedServers.createFile(own.resolve("state.properties"));
        Files.write(file, new byte[] {(byte) 0xC3, 0x28});

        assertThatThrownBy(() -> LaunchedServers.in(folder.resolve("servers")))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith(file + " is damaged: it is not a text file. Check ");
    }

    @ParameterizedTest
    @CsvSource({
        "state.properties, rw-rw-r--, 600",
        "state.properties, rw-r--r--, 600",
        "state.properties, rwx------, 600",
        "'', rwxrwxr-x, 700",
        "'', rwxr-xr-x, 700"
    })
    void stateFileWithAnotherModeIsNotRead(String path, String mode, String expected) throws Exception {
        Path own = LaunchedServers.createFolder(folder.resolve("servers/one"));
        state(own, Machine.here()).write();
        assertThat(Files.getPosixFilePermissions(own.resolve("state.properties")))
                .isEqualTo(PosixFilePermissions.fromString("rw-------"));
        assertThat(Files.getPosixFilePermissions(own)).isEqualTo(PosixFilePermissions.fromString("rwx------"));
        Path changed = path.isEmpty() ? own : own.resolve(path);
        Files.setPosixFilePermissions(changed, PosixFilePermissions.fromString(mode));
        List<String> failures = new ArrayList<>();

        assertThat(LaunchedServers.in(folder.resolve("servers"), each -> failures.add(each.getMessage())))
                .isEmpty();
        assertThat(failures)
                .singleElement()
                .asString()
                .isEqualTo(changed + " was not read, because its mode is " + mode
                        + ", but it was created with the mode " + expected
                        + ". Check which servers are still running, then set the mode with `chmod " + expected + "`");
        assertThatThrownBy(() -> LaunchedServers.in(folder.resolve("servers"))).hasMessage(failures.get(0));
    }

    @Test
    void stateFileBehindALinkIsNotRead() throws Exception {
        Path own = LaunchedServers.createFolder(folder.resolve("servers/one"));
        state(own, Machine.here()).write();
        Path file = own.resolve("state.properties");
        Files.createSymbolicLink(file, Files.move(file, folder.resolve("elsewhere")));

        assertThatThrownBy(() -> LaunchedServers.in(folder.resolve("servers")))
                .hasMessageStartingWith(file + " must be a file of this user");
    }

    /** Only root can create files of other users. */
    @Test
    void stateFileOfAnotherUserIsNotRead() throws Exception {
        assumeThat(System.getProperty("user.name")).isEqualTo("root");
        Path own = LaunchedServers.createFolder(folder.resolve("servers/one"));
        state(own, Machine.here()).write();
        Path file = own.resolve("state.properties");
        Files.setOwner(
                file, file.getFileSystem().getUserPrincipalLookupService().lookupPrincipalByName("nobody"));
        List<String> failures = new ArrayList<>();

        assertThat(LaunchedServers.in(folder.resolve("servers"), each -> failures.add(each.getMessage())))
                .isEmpty();
        assertThat(failures)
                .containsExactly(file + " belongs to the user nobody and was not read: only that user can see and stop"
                        + " these servers");
        assertThat(LaunchedServers.in(folder.resolve("servers"))).isEmpty();
    }

    @Test
    void secondStopReturnsTheSameReport() throws Exception {
        ManagedServers servers = start(ServerProgram.spec(folder));
        StopReport first = servers.stop();
        servers.close();

        assertThat(servers.stop()).isSameAs(first);
        assertThat(servers.failure()).isEmpty();
        assertThat(LaunchedServers.in(folder.resolve("servers"))).isEmpty();
        assertThat(servers.folder()).isDirectoryContaining("glob:**replica-0.log");
    }

    @Test
    void detachedServersAreStoppedThroughTheirState() throws Exception {
        ManagedServers servers = start(ServerProgram.spec(folder));
        servers.detach();
        servers.close();

        LaunchedServers state = LaunchedServers.in(folder.resolve("servers")).get(0);
        assertThat(state.owner()).isEqualTo(Optional.empty());
        assertThat(state.isOrphaned()).isFalse();
        assertThat(state.source()).isEqualTo("test");
        Replica replica = state.replicas().get(0);
        assertThat(replica).isEqualTo(servers.replicas().get(0));
        assertThat(state.problem(replica, Duration.ofSeconds(20))).isEmpty();
        assertThat(state.stop().isClean()).isTrue();
        assertThat(state.problem(replica, Duration.ofSeconds(20))).hasValue(replica + " is not running");
        assertThat(LaunchedServers.in(folder.resolve("servers"))).isEmpty();
    }

    /** Runs 200 cycles with {@code -Dloadharness.soak.server=200}. */
    @Test
    @Timeout(3600)
    void manyStartsLeaveNoProcess() throws Exception {
        int cycles = Integer.getInteger("loadharness.soak.server", 3);
        List<ProcessHandle> before = ProcessHandle.current().descendants().toList();
        for (int i = 0; i < cycles; i++) {
            try (ManagedServers servers = start(ServerProgram.scripted(folder, "(setsid sleep 1000 &); exec \"$@\""))) {
                assertThat(servers.stop().isClean()).isTrue();
            }
        }
        for (ProcessHandle each : ProcessHandle.current().descendants().toList()) {
            if (!before.contains(each)) {
                assertThat(each.onExit()).as("the end of %s", each.info()).succeedsWithin(Duration.ofSeconds(60));
            }
        }
        try (var folders = Files.list(folder.resolve("servers"))) {
            assertThat(folders).hasSize(cycles).allSatisfy(each -> assertThat(each.resolve("state.properties"))
                    .doesNotExist());
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .filteredOn(thread -> thread.getName().equals("servers-shutdown"))
                .isEmpty();
    }
}
