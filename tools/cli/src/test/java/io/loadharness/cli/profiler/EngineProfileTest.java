// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.profiler;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Runs with profiled engine processes. A script replaces nsys. */
@Timeout(300)
class EngineProfileTest {

    private static final Path PACKAGE = Path.of("../../integrations/python").toAbsolutePath();

    private static final String NSYS = """
            #!/bin/sh
            for word; do
                case $word in --session=*) session=${word#--session=} ;; --output=*) output=${word#--output=} ;; esac
            done
            case $1 in
            launch)
                echo "${2#--session-new=}" >> "%1$s/sessions"
                shift
                while [ "${1#--}" != "$1" ]; do shift; done
                "$@" &
                trap "kill $!" TERM
                wait
                ;;
            start) grep -qx "$session" "%1$s/sessions" || exit 1; echo "$output" > "%1$s/$session" ;;
            stop) echo trace > "$(cat "%1$s/$session").nsys-rep" ;;
            esac
            """;

    /** A stop command. With a stop command, the profiler ends only after the start command has ended. */
    private static final String AWAIT_START = "--server-profile-stop=true";

    @TempDir
    Path folder;

    private Session run(String... options) throws IOException {
        Path script = Files.writeString(
                folder.resolve("worker.py"),
                "import sys\nsys.path.insert(0, r'" + PACKAGE
                        + "')\nfrom loadharness_worker.__main__ import main\nmain(['echo', '--tokens', '3'])\n");
        List<String> arguments = new ArrayList<>(List.of(
                "run", "--engine-command", "python3 -B " + script, "--output-dir", folder + "/run", "--warm-up=0"));
        arguments.addAll(LenientClient.OPTIONS);
        arguments.addAll(Arrays.asList(options));
        return Session.of(arguments.toArray(String[]::new));
    }

    private JsonNode outcome() throws IOException {
        return new ObjectMapper()
                .readTree(folder.resolve("run/result.json").toFile())
                .get("outcome");
    }

    @Test
    void nsysStartsTheProcesses() throws IOException {
        Path nsys = Files.writeString(folder.resolve("nsys"), NSYS.formatted(folder));
        Files.setPosixFilePermissions(nsys, PosixFilePermissions.fromString("rwx------"));
        Session session = run(
                "--processes=2",
                "--server-profile=nsys",
                "--server-profile-program=" + nsys,
                "--scenario=server",
                "--target-qps=100",
                "--min-duration=500ms",
                "--ttft-bound=60s",
                "--tpot-bound=10s");

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.INVALID);
        assertThat(session.outLines())
                .contains("- ran under a profiler: profiled runs do not count for MLPerf")
                .contains("Profiled with nsys: requests are faster without it.");
        assertThat(outcome().get("profiler").asText()).isEqualTo("nsys");
        for (int i = 0; i < 2; i++) {
            String trace = "profiles/engine-" + i + "/profile.nsys-rep";
            assertThat(folder.resolve("run").resolve(trace)).hasContent("trace");
            assertThat(outcome().get("files").toString()).contains(trace);
        }
    }

    @Test
    void commandObservesTheProcess() throws IOException {
        Session session = run(
                "--load=constant",
                "--rate=50",
                "--requests=30",
                "--server-profile=command",
                "--server-profile-start=cat /proc/{pid}/cmdline > {output}/trace",
                AWAIT_START);

        assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).contains("**VALID**", "- File: profiles/engine-0/trace");
        assertThat(folder.resolve("run/profiles/engine-0/trace")).content().contains("worker.py");
    }

    @Test
    void serversAndEnginesAreProfiledTogether() throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Session session = run(
                    "--url=" + server.uri(),
                    "--load=constant",
                    "--rate=50",
                    "--requests=30",
                    "--max-tokens=3",
                    "--server-profile=command",
                    "--server-profile-start=echo trace > {output}/trace",
                    AWAIT_START);

            assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.out()).contains("- File: profiles/server-0/trace", "- File: profiles/engine-0/trace");
        }
    }

    @Test
    void commandWithUrlProfilesOnlyTheServers() throws Exception {
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Session session = run(
                    "--url=" + server.uri(),
                    "--load=constant",
                    "--rate=50",
                    "--requests=30",
                    "--max-tokens=3",
                    "--server-profile=command",
                    "--server-profile-start=echo {url} > {output}/trace",
                    AWAIT_START);

            assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.outLines())
                    .contains("Only the servers are profiled: the"
                            + " profiler 'command' cannot use {url}, because engine processes have no URL.");
            assertThat(outcome().get("files").toString()).contains("profiles/server-0/trace");
            assertThat(outcome().get("warnings").toString()).doesNotContain("engine-0");
        }
    }

    @Test
    void nsysLeavesOutServersThatTheRunDidNotStart() throws Exception {
        Path nsys = Files.writeString(folder.resolve("nsys"), NSYS.formatted(folder));
        Files.setPosixFilePermissions(nsys, PosixFilePermissions.fromString("rwx------"));
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().build())) {
            Session session = run(
                    "--url=" + server.uri(),
                    "--load=constant",
                    "--rate=50",
                    "--requests=30",
                    "--max-tokens=3",
                    "--server-profile=nsys",
                    "--server-profile-program=" + nsys);

            assertThat(session.exitCode()).as(session.err() + session.out()).isEqualTo(ExitCode.OK);
            assertThat(session.outLines())
                    .contains("Only the engine processes are profiled, because the profiler 'nsys' must start the"
                            + " servers: start them with the benchmark to profile them too.")
                    .contains("- File: profiles/engine-0/profile.nsys-rep");
        }
    }
}
