// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Tests the start of servers, successful and failed. */
@Timeout(300)
class StartTest {

    @TempDir
    Path folder;

    private final ConcurrentLinkedQueue<String> messages = new ConcurrentLinkedQueue<>();

    private ManagedServers start(ServerSpec.Builder spec) throws Exception {
        return ManagedServers.start(spec.build(), "test", messages::add);
    }

    private ServerFailedException failureOf(ServerSpec.Builder spec) throws IOException {
        ServerFailedException failure = catchThrowableOfType(ServerFailedException.class, () -> start(spec));
        assertThat(LaunchedServers.in(folder.resolve("servers"))).isEmpty();
        return failure;
    }

    /** Waits until the server has printed its URL, and returns the last lines of its log. The server listens before it prints the URL. */
    private static List<String> lastLines(Replica replica, int count) throws InterruptedException {
        List<String> lines = replica.lastLines(count);
        while (lines.stream().noneMatch(line -> line.contains("Serving at "))) {
            Thread.sleep(1);
            lines = replica.lastLines(count);
        }
        return lines;
    }

    @Test
    void replicasHaveSeparatePortsAndLogs() throws Exception {
        ServerSpec.Builder two =
                ServerProgram.spec(folder).replicas(2).devices(List.of(List.of("0", "1"), List.of("GPU-a")));

        try (ManagedServers servers = start(two)) {
            assertThat(servers.urls()).hasSize(2).doesNotHaveDuplicates();
            assertThat(servers.replicas()).allSatisfy(each -> {
                assertThat(each.isAlive()).isTrue();
                assertThat(lastLines(each, 1)).containsExactly("Serving at " + each.url());
            });
            assertThat(servers.replicas().stream().map(Replica::devices))
                    .containsExactly(List.of("0", "1"), List.of("GPU-a"));
            assertThat(servers.failure()).isEmpty();
        }
        assertThat(messages)
                .filteredOn(each -> each.startsWith("Ready: replica"))
                .hasSize(2);
    }

    @Test
    void onlyTheUserCanReadTheLogs() throws Exception {
        try (ManagedServers servers = start(ServerProgram.spec(folder));
                Stream<Path> files = Files.walk(folder.resolve("servers"))) {
            assertThat(servers.urls()).hasSize(1);
            assertThat(files.filter(each -> each.toString().endsWith(".log")))
                    .isNotEmpty()
                    .allSatisfy(log -> assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(log)))
                            .isEqualTo("rw-------"));
        }
    }

    @Test
    void serverSeesItsDevicesAndVariables() throws Exception {
        ServerSpec.Builder spec = ServerProgram.scripted(
                        folder, "echo \"$CUDA_VISIBLE_DEVICES $HIP_VISIBLE_DEVICES $COLOUR\"; exec \"$@\"")
                .devices(List.of(List.of("2", "3")))
                .environment("COLOUR", "blue");

        try (ManagedServers servers = start(spec)) {
            assertThat(servers.replicas().get(0).lastLines(20)).contains("2,3 2,3 blue");
        }
    }

    @Test
    void commandsBeforeTheStartPrepareTheServer() throws Exception {
        ServerSpec.Builder spec = ServerProgram.scripted(folder, "echo \"server: $COLOUR\"; exec \"$@\"")
                .beforeStart(List.of("echo preparing; sleep 0", "export COLOUR='dark blue'"));

        try (ManagedServers servers = start(spec)) {
            assertThat(lastLines(servers.replicas().get(0), 20))
                    .containsSubsequence("preparing", "server: dark blue")
                    .anyMatch(line -> line.startsWith("Serving at"));
        }
    }

    @Test
    void failedCommandBeforeTheStartFailsTheStart() throws IOException {
        ServerFailedException failure =
                failureOf(ServerProgram.spec(folder).beforeStart(List.of("echo 'no space'; (exit 7)", "echo never")));

        String line = "before_start failed: echo 'no space'; (exit 7) (exit code 7)";
        assertThat(failure).hasMessageContaining("did not start: " + line + " (log: ");
        assertThat(failure.tail()).containsExactly("no space", line);
    }

    @Test
    void deadServerFailsTheStartWithExitCodeAndLog() throws Exception {
        ServerFailedException failure =
                failureOf(ServerProgram.scripted(folder, "echo loading; echo 'no such model'; exit 3"));

        assertThat(failure)
                .hasMessageContaining("replica 0 at http://127.0.0.1:")
                .hasMessageContaining("exited with code 3");
        assertThat(failure.tail()).containsExactly("loading", "no such model");
    }

    @Test
    void highExitCodeIsNotReportedAsSignal() throws Exception {
        assertThat(failureOf(ServerProgram.scripted(folder, "exit 255"))).hasMessageContaining("exited with code 255");
    }

    @Test
    void fatalLineIsReportedInsteadOfTheExitCode() throws Exception {
        ServerFailedException failure = failureOf(ServerProgram.scripted(folder, "echo 'weights: cannot fit'; exit 1")
                .fatalLines(List.of("cannot fit")));

        assertThat(failure).hasMessageContaining("failed to start: weights: cannot fit");
    }

    @Test
    void portWithoutHttpIsNotHealthy() throws Exception {
        try (ServerSocket other = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Thread greeter = new Thread(() -> greet(other), "greeter");
            greeter.start();
            URI page = URI.create("http://127.0.0.1:" + other.getLocalPort() + "/health");

            assertThat(new HealthPage(page).problem(Duration.ofSeconds(20))).hasValue(page + " does not support HTTP");
            greeter.join();
        }
    }

    private static void greet(ServerSocket other) {
        try (Socket caller = other.accept()) {
            caller.getOutputStream()
                    .write("220 mail.example ready for mail\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            caller.shutdownOutput();
            caller.getInputStream().readAllBytes();
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void everyLoopbackAddressIsLocal() throws Exception {
        assertThat(Ports.choose("127.0.0.2", 0, 1)).hasSize(1);
    }

    @Test
    void folderIsNotAProgram() throws Exception {
        Path program = Files.createDirectory(folder.resolve("my-server"));
        ServerSpec.Builder spec = ServerProgram.spec(folder).executable(List.of(program.toString()));

        assertThatThrownBy(() -> start(spec))
                .isInstanceOf(IOException.class)
                .hasMessageStartingWith("the program " + program + " was not found or is not executable");
    }

    @Test
    void oneDeadReplicaStopsAll() throws Exception {
        Path first = folder.resolve("first");
        ServerFailedException failure = failureOf(
                ServerProgram.scripted(folder, "if mkdir " + first + "; then exec \"$@\"; else exit 5; fi 2>/dev/null")
                        .replicas(3));

        assertThat(failure).hasMessageContaining("exited with code 5");
    }

    @Test
    void fatalLineFailsTheStartOfARunningProcess() throws Exception {
        ServerFailedException failure =
                failureOf(ServerProgram.scripted(folder, "echo 'weights: cannot fit'; exec sleep 1000")
                        .fatalLines(List.of("cannot fit")));

        assertThat(failure).hasMessageContaining("failed to start: weights: cannot fit");
    }

    @Test
    void startFailsAfterTheHealthTimeout() throws Exception {
        ServerFailedException failure = failureOf(
                ServerProgram.scripted(folder, "echo loading; exec sleep 1000").healthTimeout(Duration.ofSeconds(5)));

        assertThat(failure)
                .hasMessageContaining("was not ready after 5 s: http://127.0.0.1:")
                .hasMessageContaining("/health: Connection refused");
        assertThat(failure.tail()).containsExactly("loading");
    }

    @Test
    void missingHealthPageIsNotHealthy() {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            URI page = URI.create(server.uri() + "/nothing");

            assertThat(new HealthPage(page).problem(Duration.ofSeconds(20)))
                    .hasValue(page + " returns HTTP status 404");
        }
    }

    @Test
    void progressOfASlowServerIsReported() throws Exception {
        Path go = folder.resolve("go");
        ServerSpec.Builder slow = ServerProgram.scripted(
                folder, "echo 'layer 7 of 9'; while [ ! -e " + go + " ]; do sleep 0.1; done; exec \"$@\"");

        try (ManagedServers servers = ManagedServers.start(slow.build(), "test", said -> {
            messages.add(said);
            create(go);
        })) {
            assertThat(servers.failure()).isEmpty();
        }
        assertThat(messages).anySatisfy(said -> assertThat(said)
                .startsWith("Waiting for replica 0 at ")
                .contains("Connection refused")
                .endsWith("last log line: layer 7 of 9"));
    }

    private static void create(Path file) {
        try {
            Files.writeString(file, "");
        } catch (IOException e) {
            throw new IllegalStateException(e);
        }
    }

    @Tag("slow")
    @Test
    void serverWithAHugeLogBecomesReady() throws Exception {
        long megabytes = Long.getLong("loadharness.flood", 64);
        ServerSpec.Builder flood =
                ServerProgram.scripted(folder, "yes 'some words of a log' | head -c " + megabytes + "M; exec \"$@\"");

        try (ManagedServers servers = start(flood)) {
            Replica replica = servers.replicas().get(0);
            assertThat(Files.size(replica.log())).isGreaterThan(megabytes << 20);
            assertThat(lastLines(replica, 2)).last().asString().endsWith("Serving at " + replica.url());
        }
    }

    @Test
    void usedPortIsReportedBeforeTheStart() throws Exception {
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            assertThatThrownBy(() -> start(ServerProgram.spec(folder).port(taken.getLocalPort())))
                    .isInstanceOf(IOException.class)
                    .hasMessageContaining("cannot listen on port " + taken.getLocalPort() + " of 127.0.0.1")
                    .hasMessageEndingWith("Use another port, or 0 for any free port");
        }
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void missingProgramIsReported() throws Exception {
        ServerSpec.Builder missing = ServerProgram.spec(folder).executable(List.of("no-such-server"));

        assertThatThrownBy(() -> start(missing))
                .isInstanceOf(IOException.class)
                .hasMessage("the program no-such-server was not found or is not executable: install it, or set another"
                        + " executable");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void hostOfAnotherMachineIsReported() {
        assertThatThrownBy(() -> start(ServerProgram.spec(folder).host("192.0.2.1")))
                .isInstanceOf(IOException.class)
                .hasMessage("host 192.0.2.1 is not an address of this machine");
        assertThat(folder).isEmptyDirectory();
    }
}
