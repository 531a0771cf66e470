// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.engines;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.cli.ExitCode;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import io.loadharness.servers.LaunchedServers;
import io.loadharness.servers.Replica;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Start, run and stop of the llama.cpp server by LoadHarness. */
@Tag("real-engine")
@Timeout(600)
class ManagedLlamaServerTest {

    private static final Path PROGRAM = Path.of("llama.cpp", "bin", "llama-server");

    @TempDir
    Path folder;

    @BeforeEach
    void requireTheEngine() {
        assumeTrue(Files.isExecutable(EngineProcess.folder().resolve(PROGRAM)), "llama.cpp is not installed for tests");
    }

    private String serverFile(String model) throws IOException {
        return Files.writeString(folder.resolve("server.yaml"), """
                        backend: llamacpp
                        model: %s
                        replicas: 2
                        executable: %s
                        engine_args: { threads: 1, threads-batch: 1, parallel: 2, ctx-size: 4096 }
                        log_folder: %s
                        """.formatted(
                                EngineProcess.folder().resolve(model),
                                EngineProcess.folder().resolve(PROGRAM),
                                folder.resolve("servers")))
                .toString();
    }

    private Session run(String file) {
        return Session.of(
                ("run --load constant --rate 10 --requests 40 --max-tokens 8 " + String.join(" ", LenientClient.OPTIONS)
                                + " --server-config " + file + " --output-dir " + folder.resolve("run"))
                        .split(" "));
    }

    private List<LaunchedServers> states() throws IOException {
        return LaunchedServers.in(folder.resolve("servers"));
    }

    @Test
    void runStartsMeasuresAndStopsTheServer() throws Exception {
        Session session = run(serverFile("tiny.gguf"));

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .anyMatch(line -> line.startsWith("Ready: replica 1 at "))
                .anyMatch(line -> line.startsWith("Stopped 2 × llamacpp"))
                .noneMatch(line -> line.contains("were killed"));
        assertThat(states()).isEmpty();
    }

    @Test
    void startsShowsAndStopsTheServer() throws Exception {
        String file = serverFile("tiny.gguf");
        List<Replica> replicas;
        try {
            assertThat(Session.of("server", "start", file).exitCode()).isEqualTo(ExitCode.OK);
            replicas = states().get(0).replicas();
            assertThat(Session.of("server", "status", file).exitCode()).isEqualTo(ExitCode.OK);
        } finally {
            assertThat(Session.of("server", "stop", file).exitCode()).isEqualTo(ExitCode.OK);
        }
        assertThat(replicas).noneMatch(Replica::isAlive);
        assertThat(states()).isEmpty();
    }

    @Test
    void missingModelEndsTheStartAtOnce() throws Exception {
        Session session = run(serverFile("none.gguf"));

        assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
        assertThat(session.errLines()).singleElement().asString().startsWith("replica ");
        assertThat(states()).isEmpty();
    }
}
