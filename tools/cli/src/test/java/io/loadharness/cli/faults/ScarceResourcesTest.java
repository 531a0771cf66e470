// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.Failure.Kind;
import io.loadharness.Verdict;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Runs in separate JVMs that exhaust files, ports or memory. Each run ends by itself, and every count is exact. */
@Tag("scarce")
@Timeout(600)
@DisabledOnOs(OS.WINDOWS)
class ScarceResourcesTest {

    private static final int SAMPLES = ScarceMain.SAMPLES;
    private static final int FEW_FILES = 400;

    /** A network namespace with 32 ports, in which the user is root. */
    private static final String[] OWN_NETWORK = {"unshare", "--user", "--map-root-user", "--net", "python3", "-c", """
            import fcntl, os, socket, struct, sys
            fcntl.ioctl(socket.socket(), 0x8914, struct.pack("16sh14x", b"lo", 1))
            with open("/proc/sys/net/ipv4/ip_local_port_range", "w") as ports:
                ports.write("40000 40031")
            os.execvp(sys.argv[1], sys.argv[1:])
            """};

    @TempDir
    Path logs;

    @ParameterizedTest
    @MethodSource("io.loadharness.cli.faults.FaultRuns#transports")
    void exhaustedFilesAreConnectionErrors(String transport) throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Map<String, String> facts = child(List.of(), "files", transport, server.uri())
                    .by("sh", "-c", "ulimit -n " + FEW_FILES + " && exec \"$@\"", "sh")
                    .facts();

            for (String run : List.of("streaming true", "streaming false")) {
                assertAllButOneFailed(facts, run);
                assertThat(facts.get(run + ", first CONNECTION_ERROR")).contains("too many open files");
            }
            assertThat(server.stats().requests()).isEqualTo(2);
        }
    }

    @ParameterizedTest
    @MethodSource("io.loadharness.cli.faults.FaultRuns#transports")
    void exhaustedPortsAreConnectionErrors(String transport) throws Exception {
        assumeANetworkCanBeMade();

        Map<String, String> facts =
                child(List.of(), "ports", transport).by(OWN_NETWORK).facts();

        for (String run : List.of("streaming true", "streaming false")) {
            assertAllButOneFailed(facts, run);
            assertThat(facts.get(run + ", first CONNECTION_ERROR")).contains("no local port is free");
        }
    }

    @ParameterizedTest
    @MethodSource("io.loadharness.cli.faults.FaultRuns#transports")
    void triesARefusedConnectionOnce(String transport) throws Exception {
        assumeANetworkCanBeMade();

        Map<String, String> facts =
                child(List.of(), "attempts", transport).by(OWN_NETWORK).facts();

        assertThat(facts).containsEntry("refused, failures", Map.of(Kind.CONNECTION_ERROR, SAMPLES) + "");
        assertThat(facts).containsEntry("attempts", SAMPLES + "");
    }

    @ParameterizedTest
    @MethodSource("io.loadharness.cli.faults.FaultRuns#transports")
    void largeResponsesFitIntoASmallHeapOrFail(String transport) throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Map<String, String> facts =
                    child(List.of("-Xmx64m"), "large", transport, server.uri()).facts();

            for (String run : List.of(
                    "oversized-event, streaming true",
                    "oversized-event, streaming false",
                    "huge-response, streaming true")) {
                assertThat(facts).containsEntry(run + ", failures", "{}");
                assertThat(facts).containsEntry(run + ", answered", SAMPLES + "");
                assertThat(facts).containsEntry(run + ", tokens", SAMPLES * FaultRuns.TOKENS + "");
                assertThat(facts).containsEntry(run + ", verdict", Verdict.VALID + "");
            }
            String whole = "huge-response, streaming false";
            assertThat(facts).containsEntry(whole + ", failures", Map.of(Kind.MALFORMED_RESPONSE, SAMPLES) + "");
            assertThat(facts).containsEntry(whole + ", verdict", Verdict.INVALID + "");
        }
    }

    /** The requests of half a minute for a server that does not respond, with 32 KiB of heap per request. */
    @ParameterizedTest
    @MethodSource("io.loadharness.cli.faults.FaultRuns#transports")
    void manyRequestsInFlightFitIntoASmallHeap(String transport) throws Exception {
        int requests = ScarceMain.OUTSTANDING;
        try (ServerSocket silent = new ServerSocket(0, requests, InetAddress.getLoopbackAddress())) {
            Thread server = new Thread(() -> closeAfter(silent, requests), "silent-server");
            server.start();

            Map<String, String> facts = child(
                            List.of("-Xmx64m"), "outstanding", transport, "http://127.0.0.1:" + silent.getLocalPort())
                    .facts();

            assertThat(facts).containsEntry("outstanding, failures", Map.of(Kind.CONNECTION_ERROR, requests) + "");
            assertThat(facts).containsEntry("outstanding, peak", requests + "");
            assertThat(facts).containsEntry("outstanding, verdict", Verdict.INVALID + "");
        }
    }

    /** Accepts a number of requests, and then closes all connections at once. */
    private static void closeAfter(ServerSocket silent, int requests) {
        List<Socket> open = new ArrayList<>();
        try {
            while (open.size() < requests) {
                open.add(silent.accept());
            }
            for (Socket each : open) {
                each.getInputStream().read();
            }
            for (Socket each : open) {
                each.close();
            }
        } catch (IOException childIsGone) {
            // the test fails anyway
        }
    }

    private ChildRun child(List<String> java, String what, String transport, Object... more) {
        return more.length == 0
                ? new ChildRun(java, ScarceMain.class, what, transport, logs)
                : new ChildRun(java, ScarceMain.class, what, transport, logs, more[0]);
    }

    private static void assertAllButOneFailed(Map<String, String> facts, String run) {
        assertThat(facts).containsEntry(run + ", failures", Map.of(Kind.CONNECTION_ERROR, SAMPLES - 1) + "");
        assertThat(facts).containsEntry(run + ", answered", "1");
        assertThat(facts).containsEntry(run + ", tokens", FaultRuns.TOKENS + "");
        assertThat(facts).containsEntry(run + ", verdict", Verdict.INVALID + "");
    }

    /** Skips the test if this user cannot create a network namespace, or the system has none. */
    private static void assumeANetworkCanBeMade() throws InterruptedException {
        String[] trial = Arrays.copyOf(OWN_NETWORK, OWN_NETWORK.length + 1);
        trial[OWN_NETWORK.length] = "true";
        try {
            assumeTrue(new ProcessBuilder(trial).start().waitFor() == 0, "this user cannot create a network namespace");
        } catch (IOException e) {
            assumeTrue(false, "unshare is not available: " + e.getMessage());
        }
    }
}
