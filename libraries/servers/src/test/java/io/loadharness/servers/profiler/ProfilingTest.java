// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests profilers with a server that does not exist. Scripts replace the profiler programs and record their calls. */
@Timeout(120)
class ProfilingTest {

    @TempDir
    Path folder;

    private final List<String> posts = new ArrayList<>();

    private ProfiledServer server(Optional<TorchHooks> torch) {
        return new ProfiledServer(
                "replica 0",
                Optional.of("http://127.0.0.1:80"),
                OptionalLong.of(4711),
                folder.resolve("it's here").resolve("replica-0"),
                "session-0",
                Map.of("COLOUR", "blue"),
                torch);
    }

    private Profiling profiling(Profile profile) {
        return new Profiling(
                profile, List.of(server(Optional.empty())), (url, path, json) -> posts.add(url + path + " " + json));
    }

    private static Profile command(String start, String stop, Duration limit) {
        return new Profile(
                ProfilerKind.COMMAND,
                Optional.empty(),
                List.of(),
                Optional.of(start),
                Optional.ofNullable(stop),
                limit);
    }

    private static Profile command(String start, String stop) {
        return command(start, stop, Duration.ofMinutes(1));
    }

    private Profile nsys(String script) throws IOException {
        return FakeNsys.profile(folder, "#!/bin/sh\n" + script);
    }

    private List<String> calls() throws IOException {
        return Files.readAllLines(server(Optional.empty()).output().resolve("calls"));
    }

    @Test
    void nsysStartsAndStopsByItsSession() throws Exception {
        Profile nsys = nsys("echo \"$COLOUR $*\" >> \"" + folder + "/calls\"\n");
        Path output = server(Optional.empty()).output();

        assertThat(Profiling.command(nsys, List.of("vllm", "serve"), server(Optional.empty())))
                .containsExactly(
                        folder + "/nsys",
                        "launch",
                        "--session-new=session-0",
                        "--trace=cuda,nvtx",
                        "--trace-fork-before-exec=true",
                        "--cuda-graph-trace=node",
                        "vllm",
                        "serve");
        Profiling profiling = profiling(nsys);
        assertThat(profiling.start()).isEmpty();
        assertThat(profiling.stop()).isEmpty();
        assertThat(folder.resolve("calls"))
                .content()
                .isEqualTo("blue start --session=session-0 --output=" + output
                        + "/profile --force-overwrite=true\nblue stop --session=session-0\n");
    }

    @Test
    void flagsReplaceTheDefaults() {
        Profile rocprof = new Profile(
                ProfilerKind.ROCPROF,
                Optional.of("/opt/rocm/bin/rocprofv3"),
                List.of("--hip-trace"),
                Optional.empty(),
                Optional.empty(),
                Duration.ofMinutes(1));

        assertThat(Profiling.command(rocprof, List.of("vllm"), server(Optional.empty())))
                .containsExactly(
                        "/opt/rocm/bin/rocprofv3",
                        "--hip-trace",
                        "--output-directory",
                        server(Optional.empty()).output().toString(),
                        "--",
                        "vllm");
        assertThat(Profiling.command(Profile.of(ProfilerKind.ROCPROF), List.of("vllm"), server(Optional.empty())))
                .startsWith("rocprofv3", "--runtime-trace");
    }

    @Test
    void torchIsControlledByServerPages() throws Exception {
        TorchHooks hooks = new TorchHooks(List.of("--traces", "x"), Map.of("DIR", "y"), "{\"z\": 1}");
        Profile torch = Profile.of(ProfilerKind.TORCH);
        Profiling profiling = new Profiling(
                torch, List.of(server(Optional.of(hooks))), (url, path, json) -> posts.add(url + path + " " + json));

        assertThat(Profiling.command(torch, List.of("vllm"), server(Optional.of(hooks))))
                .containsExactly("vllm", "--traces", "x");
        assertThat(Profiling.environment(torch, server(Optional.of(hooks)))).isEqualTo(Map.of("DIR", "y"));
        assertThat(profiling.start()).isEmpty();
        assertThat(profiling.mayWatch()).isTrue();
        assertThat(profiling.stop()).isEmpty();
        assertThat(profiling.mayWatch()).isFalse();
        assertThat(posts)
                .containsExactly("http://127.0.0.1:80/start_profile {\"z\": 1}", "http://127.0.0.1:80/stop_profile ");
    }

    @Test
    void rejectingServerIsReportedAndNotStopped() throws Exception {
        Profiling profiling =
                new Profiling(Profile.of(ProfilerKind.TORCH), List.of(server(Optional.empty())), (url, path, json) -> {
                    posts.add(path);
                    throw new ServerControl.RejectedException("HTTP status 404", null);
                });

        assertThat(profiling.start())
                .containsExactly("torch did not start at replica 0: POST /start_profile: HTTP status 404");
        assertThat(profiling.mayWatch()).isFalse();
        assertThat(profiling.stop()).isEmpty();
        assertThat(posts).containsExactly("/start_profile");
    }

    @ParameterizedTest
    @CsvSource({"/start_profile", "/stop_profile"})
    void silentServerMayBeProfiledUntilItEnds(String silent) throws Exception {
        Profiling profiling =
                new Profiling(Profile.of(ProfilerKind.TORCH), List.of(server(Optional.empty())), (url, path, json) -> {
                    if (path.equals(silent)) {
                        throw new IOException("no answer");
                    }
                });
        assertThat(profiling.mayWatch()).isFalse();

        profiling.start();
        assertThat(profiling.mayWatch()).isTrue();
        profiling.stop();
        assertThat(profiling.mayWatch()).isTrue();
    }

    @Test
    void commandGetsQuotedPidUrlAndFolder() throws Exception {
        Profiling profiling =
                profiling(command("echo {pid} {url} >> {output}/calls", "echo stopped >> {output}/calls"));

        assertThat(profiling.start()).isEmpty();
        assertThat(profiling.stop()).isEmpty();
        // The start command may still run when the stop command starts.
        assertThat(calls()).containsExactlyInAnyOrder("4711 http://127.0.0.1:80", "stopped");
    }

    @Test
    void runningCommandIsTerminatedWithItsChildren() throws Exception {
        Path output = server(Optional.empty()).output();
        Profiling profiling = profiling(command(
                "cd {output}; mkfifo go; (trap 'echo ended >> calls; exit 0' TERM; echo x > go;"
                        + " while :; do sleep 0.05; done); true",
                null));

        assertThat(profiling.start()).isEmpty();
        while (!Files.exists(output.resolve("go"))) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(Files.readString(output.resolve("go"))).isEqualTo("x\n");
        profiling.stop();
        assertThat(calls()).containsExactly("ended");
    }

    @Test
    void commandIgnoringTermIsKilled() throws Exception {
        Path ready = server(Optional.empty()).output().resolve("ready");
        Profiling profiling = profiling(command(
                "trap '' TERM; touch {output}/ready; while :; do sleep 0.05; done", null, Duration.ofSeconds(1)));

        assertThat(profiling.start()).isEmpty();
        while (!Files.exists(ready)) {
            LockSupport.parkNanos(1_000_000);
        }
        assertThat(profiling.stop())
                .containsExactly(
                        "the profiler's command did not stop at replica 0: killed because it did not end within 1 s"
                                + " after TERM");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            echo oh; echo no >&2; exit 3 |      | true  | 60 | the profiler's command did not start at replica 0: exit code 3; last output: no (log:
            true                         | false | false | 60 | the profiler's command did not stop at replica 0: exit code 1 (log:
            true                         | sleep 1000 | false | 5 | the profiler's command did not stop at replica 0: timeout after 5 s (log:
            trap '' TERM; sleep 1000     | true | false | 5 | the profiler's command did not start at replica 0: timeout after 5 s (log:
            """)
    void failureIsOneSentence(String start, String stop, boolean atOnce, int limit, String sentence) throws Exception {
        Profiling profiling = profiling(command(start, stop, Duration.ofSeconds(limit)));

        assertThat(profiling.start()).isEmpty();
        if (atOnce) {
            while (ProcessHandle.current().descendants().findAny().isPresent()) {
                LockSupport.parkNanos(1_000_000);
            }
        }
        assertThat(profiling.stop()).singleElement().asString().startsWith(sentence);
    }

    @Test
    void pidIsUnknownForForeignServers() throws Exception {
        Profiling profiling = new Profiling(
                command("perf record -p {pid}", null),
                List.of(ProfiledServer.at(0, "http://a", folder)),
                (url, path, json) -> {});

        assertThat(profiling.start())
                .containsExactly("{pid} is unknown for the server http://a, because this run did not start it");
    }

    @Test
    void missingProgramIsReportedBeforeTheStart() throws Exception {
        Profile own = nsys("exit 0\n");

        Profiling.requireProgram(own, in(""));
        Profiling.requireProgram(Profile.of(ProfilerKind.NSYS), in("/nowhere::" + folder));
        Profiling.requireProgram(Profile.of(ProfilerKind.TORCH), in(""));
        assertThatThrownBy(() -> Profiling.requireProgram(Profile.of(ProfilerKind.ROCPROF), in(folder.toString())))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(
                        "the profiler 'rocprof' requires the program rocprofv3, which was not found: install it, or set its path");
    }

    @Test
    void contradictingSettingsAreRejected() {
        assertThatThrownBy(() -> Profile.of(ProfilerKind.COMMAND))
                .hasMessage("the profiler 'command' requires a start command");
        assertThatThrownBy(() -> new Profile(
                        ProfilerKind.NSYS,
                        Optional.empty(),
                        List.of(),
                        Optional.of("x"),
                        Optional.empty(),
                        Duration.ofSeconds(1)))
                .hasMessage("start and stop commands apply only to the profiler 'command'");
        assertThatThrownBy(() -> new Profile(
                        ProfilerKind.TORCH,
                        Optional.of("x"),
                        List.of(),
                        Optional.empty(),
                        Optional.empty(),
                        Duration.ofSeconds(1)))
                .hasMessage("a program and flags apply only to the profilers 'nsys' and 'rocprof'");
        assertThatThrownBy(() -> command("x", null, Duration.ZERO))
                .hasMessage("the time limit of a profiler must be positive: got 0s");
    }

    private static SearchPath in(String folders) {
        return new SearchPath(folders, Path.of(""));
    }
}
