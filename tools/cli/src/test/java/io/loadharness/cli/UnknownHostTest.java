// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Servers whose name is not known yet. A separate JVM looks names up in a file, and not in the network. */
@Timeout(600)
class UnknownHostTest {

    @TempDir
    Path folder;

    private Path hosts;

    @BeforeEach
    void createHosts() throws IOException {
        hosts = Files.writeString(folder.resolve("hosts"), "127.0.0.1 localhost\n");
    }

    @ParameterizedTest
    @ValueSource(strings = {"netty", "jdk"})
    void runStartsWhenTheNameOfTheServerAppears(String transport) throws Exception {
        try (SimulatedServer server =
                        SimulatedServer.start(SimulatorConfig.builder().build());
                WatchedProcess run = start(
                        "run --load constant --rate 50 --duration 100ms --max-tokens 4 --ready-timeout 10m",
                        server,
                        transport)) {
            String reason = "Waiting up to 600 s for " + url(server) + ": the host of later:"
                    + server.uri().getPort() + " is not known\n";
            run.await(reason);
            Path changed = Files.writeString(folder.resolve("changed"), "127.0.0.1 localhost later\n");
            Files.move(changed, hosts, StandardCopyOption.ATOMIC_MOVE);

            assertThat(run.output()).containsOnlyOnce(reason).contains("Reports and logs: ");
            assertThat(run.exitCode()).isZero();
        }
    }

    @Test
    void withoutAReadyTimeoutAnUnknownHostIsReportedAtOnce() throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            for (String command : List.of("run --scenario single-stream", "probe")) {
                try (WatchedProcess process = start(command, server, "netty")) {
                    assertThat(process.output())
                            .isEqualTo(url(server) + " cannot be used: the host of later:"
                                    + server.uri().getPort() + " is not known; if its server is still starting, set"
                                    + " readyTimeout (--ready-timeout) to wait for it.\n");
                    assertThat(process.exitCode()).isEqualTo(ExitCode.FAILED);
                }
            }
        }
    }

    private WatchedProcess start(String command, SimulatedServer server, String transport) throws IOException {
        List<String> arguments = new ArrayList<>(List.of(command.split(" ")));
        arguments.addAll(List.of("--url", url(server), "--transport", transport));
        if (command.startsWith("run")) {
            arguments.addAll(List.of("--output-dir", folder.resolve("run").toString()));
            arguments.addAll(LenientClient.OPTIONS);
        }
        return WatchedProcess.start(new ProcessBuilder(
                        JavaCommand.harness(List.of("-Djdk.net.hosts.file=" + hosts), arguments.toArray(String[]::new)))
                .redirectErrorStream(true));
    }

    private static String url(SimulatedServer server) {
        return "http://later:" + server.uri().getPort();
    }
}
