// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.util.ArrayList;
import java.util.List;

/**
 * Profiles with Nsight Systems. The server runs in a new session of Nsight Systems. The collection starts and stops with the profile
 * window.
 */
final class NsysProfiler implements Profiler {

    private final Profile profile;
    private final String program;

    NsysProfiler(Profile profile) {
        this.profile = profile;
        program = profile.wrapper().orElseThrow();
    }

    @Override
    public List<String> command(List<String> command, ProfiledServer server) {
        List<String> wrapped = new ArrayList<>(List.of(program, "launch", "--session-new=" + server.session()));
        wrapped.addAll(
                profile.flagsOr("--trace=cuda,nvtx", "--trace-fork-before-exec=true", "--cuda-graph-trace=node"));
        wrapped.addAll(command);
        return wrapped;
    }

    @Override
    public Recording start(ProfiledServer server, ServerControl control)
            throws ProfilerException, InterruptedException {
        ProfilerCommand nsys = new ProfilerCommand("nsys", server, profile.limit());
        String session = "--session=" + server.session();
        nsys.run(
                "start",
                List.of(
                        program,
                        "start",
                        session,
                        "--output=" + server.output().resolve("profile"),
                        "--force-overwrite=true"));
        return () -> nsys.run("stop", List.of(program, "stop", session));
    }
}
