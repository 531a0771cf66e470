// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loadharness.servers.profiler.Profile;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.ProfilerKind;
import io.loadharness.servers.profiler.Profiling;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests engine processes that are started with a profiler. A script replaces nsys. */
@Timeout(300)
class ProfiledEngineTest {

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
            stop) echo "$session" > "$(cat "%1$s/$session").nsys-rep" ;;
            esac
            """;

    @TempDir
    Path folder;

    private ProfilePlan nsys() throws IOException {
        Path program = Files.writeString(folder.resolve("nsys"), NSYS.formatted(folder));
        Files.setPosixFilePermissions(program, PosixFilePermissions.fromString("rwx------"));
        Profile profile = new Profile(
                ProfilerKind.NSYS,
                Optional.of(program.toString()),
                List.of(),
                Optional.empty(),
                Optional.empty(),
                Duration.ofMinutes(1));
        return new ProfilePlan(profile, folder.resolve("profiles"));
    }

    @Test
    void eachProcessRunsInItsOwnSession() throws Exception {
        ProfilePlan plan = nsys();
        List<EngineProcess> engines =
                PythonWorker.with("echo --tokens 3", folder).processes(2).build();
        for (int i = 0; i < 2; i++) {
            engines.get(i).profile(Optional.of(plan), i + 5);
        }
        for (EngineProcess each : engines) {
            each.start();
        }
        List<ProfiledServer> profiled =
                engines.stream().map(EngineProcess::profiled).toList();
        Profiling profiling = new Profiling(plan.profile(), profiled, (url, path, json) -> {});

        assertThat(profiling.start()).isEmpty();
        assertThat(profiling.stop()).isEmpty();
        for (int i = 0; i < 2; i++) {
            ProfiledServer each = profiled.get(i);
            assertThat(each.name()).isEqualTo("engine-" + (i + 5));
            assertThat(each.pid()).hasValue(engines.get(i).pid().orElseThrow());
            assertThat(each.url()).isEmpty();
            assertThat(each.environment()).containsKey("PYTHONPATH");
            assertThat(folder.resolve("profiles/engine-" + (i + 5) + "/profile.nsys-rep"))
                    .content()
                    .isEqualTo(each.session() + "\n");
        }
        assertThat(profiled.get(0).session()).isNotEqualTo(profiled.get(1).session());
        assertThat(engines.get(0).wrapper()).contains(ProfilerKind.NSYS);
        engines.get(0)
                .profile(
                        Optional.of(new ProfilePlan(plan.profile(), folder.resolve("next"))),
                        0); // for another benchmark
        assertThat(engines.get(0).profiled().output()).isEqualTo(folder.resolve("next/engine-0"));
        assertThat(engines.get(0).profiled().session())
                .isEqualTo(profiled.get(0).session());
        engines.forEach(EngineProcess::close);
        assertThatIllegalStateException()
                .isThrownBy(engines.get(0)::profiled)
                .withMessage("engine process 0 is not running");
        assertThat(OwnProcesses.of(folder)).isEmpty();
    }

    @Test
    void runningProcessAcceptsOnlyProfilersThatDoNotStartIt() throws Exception {
        ProfilePlan plan = nsys();
        EngineProcess engine = PythonWorker.with("echo", folder).build().get(0);
        engine.start();

        assertThatIllegalStateException()
                .isThrownBy(() -> engine.profile(Optional.of(plan), 0))
                .withMessage("engine process 0 is already running, and this profiler 'nsys' did not start it: build new"
                        + " engine processes");
        assertThatIllegalStateException().isThrownBy(engine::profiled).withMessage("engine process 0 has no profiler");
        Profile command = new Profile(
                ProfilerKind.COMMAND,
                Optional.empty(),
                List.of(),
                Optional.of("true"),
                Optional.empty(),
                Duration.ofMinutes(1));
        engine.profile(Optional.of(new ProfilePlan(command, folder.resolve("profiles"))), 0);
        assertThat(engine.profiled().pid()).hasValue(engine.pid().orElseThrow());
        assertThat(engine.wrapper()).isEmpty();
        engine.close();
        assertThatIllegalStateException()
                .isThrownBy(() -> engine.profile(Optional.of(plan), 0))
                .withMessage("engine process 0 was stopped: build new engine processes");
    }

    @Test
    void missingWorkerProgramIsNamed() throws Exception {
        EngineProcess engine = EngineProcess.builder()
                .command("pyhton3 worker.py")
                .logFolder(folder.resolve("logs"))
                .build()
                .get(0);
        engine.profile(Optional.of(nsys()), 0);

        assertThatIOException()
                .isThrownBy(engine::start)
                .withMessage(
                        "the program pyhton3 was not found or is not executable: install it, or correct the command");
    }
}
