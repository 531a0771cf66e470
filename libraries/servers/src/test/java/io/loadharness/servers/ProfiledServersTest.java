// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.servers.profiler.FakeNsys;
import io.loadharness.servers.profiler.Profile;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.ProfilerKind;
import io.loadharness.servers.profiler.Profiling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests servers that are started with a profiler. */
@Timeout(300)
class ProfiledServersTest {

    /** A script that wraps the server like the real nsys. It leaves daemons in new sessions, and these daemons have no parent. */
    private static final String NSYS = """
            #!/bin/sh
            daemon() { setsid sh -c 'echo $$ >> %1$s/daemons; exec sleep 100000' & }
            case $1 in
            launch)
                shift
                while [ "${1#--}" != "$1" ]; do shift; done
                (daemon)
                "$@" &
                trap "kill $!" TERM
                wait
                ;;
            start) for word; do case $word in --output=*) echo "${word#--output=}" > %1$s/output;; esac; done ;;
            stop) echo profile > "$(cat %1$s/output).nsys-rep"; (daemon) ;;
            esac
            """;

    @TempDir
    Path folder;

    private Profile nsys() throws IOException {
        return FakeNsys.profile(folder, NSYS.formatted(folder));
    }

    private ManagedServers start(Profile profile, ServerSpec.Builder spec) throws Exception {
        return ManagedServers.start(
                spec.build(),
                Optional.of(new ProfilePlan(profile, folder.resolve("profiles"))),
                "test",
                System.out::println);
    }

    @Test
    void daemonsOfAWrapperEndWithTheServer() throws Exception {
        ManagedServers servers = start(nsys(), ServerProgram.spec(folder));
        Profiling profiling = new Profiling(nsys(), servers.profiled(), (url, path, json) -> {});

        assertThat(profiling.start()).isEmpty();
        assertThat(profiling.stop()).isEmpty();
        ProfiledServer profiled = servers.profiled().get(0);
        assertThat(profiled.output().resolve("profile.nsys-rep")).content().isEqualTo("profile\n");
        assertThat(profiled.pid()).hasValue(servers.replicas().get(0).pid());
        assertThat(servers.command(
                        servers.replicas().get(0), ServerProgram.spec(folder).build()))
                .startsWith(folder + "/nsys", "launch", "--session-new=" + profiled.session());
        List<String> daemons = daemons(2);
        StopReport report = servers.stop();

        assertThat(report.isClean()).isTrue();
        assertThat(report.killed()).isEmpty();
        assertThat(daemons).allSatisfy(pid -> assertThat(
                        ProcessHandle.of(Long.parseLong(pid)).filter(ProcessId::lives))
                .isEmpty());
    }

    /**
     * Waits until the daemons run {@code sleep}, and returns their PIDs. A process has no readable environment while it executes a program.
     */
    private List<String> daemons(int count) throws IOException, InterruptedException {
        Path file = folder.resolve("daemons");
        List<String> pids = List.of();
        while (pids.size() < count || !pids.stream().allMatch(ProfiledServersTest::isSleep)) {
            Thread.sleep(1);
            pids = Files.exists(file) ? Files.readAllLines(file) : List.of();
        }
        return pids;
    }

    private static boolean isSleep(String pid) {
        return ProcFs.commandLine(Long.parseLong(pid)).startsWith("sleep ");
    }

    @Test
    void missingWrapperIsReportedBeforeTheStart() {
        assertThatThrownBy(() -> start(
                        new Profile(
                                ProfilerKind.ROCPROF,
                                Optional.of(folder.resolve("none").toString()),
                                List.of(),
                                Optional.empty(),
                                Optional.empty(),
                                Duration.ofMinutes(1)),
                        ServerProgram.spec(folder)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the profiler 'rocprof' requires the program " + folder
                        + "/none, which was not found: install it, or set its path");
        assertThat(folder.resolve("servers")).doesNotExist();
    }

    @Test
    void vllmAndSglangGetTheTraceFolder() {
        Path output = Path.of("/a \"b\"");

        assertThat(ServerBackends.named("vllm").torchHooks(output).orElseThrow().arguments())
                .containsExactly(
                        "--profiler-config", "{\"profiler\": \"torch\", \"torch_profiler_dir\": \"/a \\\"b\\\"\"}");
        assertThat(ServerBackends.named("sglang")
                        .torchHooks(output)
                        .orElseThrow()
                        .startBody())
                .isEqualTo("{\"output_dir\": \"/a \\\"b\\\"\"}");
        assertThat(ServerBackends.named("llamacpp").torchHooks(output)).isEmpty();
    }
}
