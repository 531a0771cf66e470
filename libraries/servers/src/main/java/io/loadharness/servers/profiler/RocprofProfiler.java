// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.util.ArrayList;
import java.util.List;

/** Profiles with AMD's rocprofv3, which writes its files when the server ends. */
final class RocprofProfiler implements Profiler {

    private final Profile profile;

    RocprofProfiler(Profile profile) {
        this.profile = profile;
    }

    @Override
    public List<String> command(List<String> command, ProfiledServer server) {
        List<String> wrapped = new ArrayList<>(List.of(profile.wrapper().orElseThrow()));
        wrapped.addAll(profile.flagsOr("--runtime-trace"));
        wrapped.addAll(List.of("--output-directory", server.output().toString(), "--"));
        wrapped.addAll(command);
        return wrapped;
    }

    @Override
    public Recording start(ProfiledServer server, ServerControl control) {
        return () -> {};
    }
}
