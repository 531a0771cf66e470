// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Profiles with PyTorch's profiler through HTTP requests to the server. */
final class TorchProfiler implements Profiler {

    @Override
    public List<String> command(List<String> command, ProfiledServer server) {
        List<String> longer = new ArrayList<>(command);
        server.torch().ifPresent(hooks -> longer.addAll(hooks.arguments()));
        return longer;
    }

    @Override
    public Map<String, String> environment(ProfiledServer server) {
        return server.torch().map(TorchHooks::environment).orElse(Map.of());
    }

    /** Returns true if the server has hooks, which set its output folder. The output folder of other servers is unknown. */
    @Override
    public boolean leavesFiles(ProfiledServer server) {
        return server.torch().isPresent();
    }

    @Override
    public Recording start(ProfiledServer server, ServerControl control) throws ProfilerException {
        post(server, control, "start", server.torch().map(TorchHooks::startBody).orElse(""));
        return () -> post(server, control, "stop", "");
    }

    private static void post(ProfiledServer server, ServerControl control, String what, String json)
            throws ProfilerException {
        try {
            control.post(server.url().orElseThrow(), "/" + what + "_profile", json);
        } catch (IOException e) {
            throw new ProfilerException(
                    "torch did not " + what + " at " + server.name() + ": POST /" + what + "_profile: "
                            + e.getMessage(),
                    e,
                    !(e instanceof ServerControl.RejectedException));
        }
    }
}
