// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A process to profile: a server, or an engine in its own process.
 *
 * @param name the name in messages, unique within a run
 * @param url the URL of the server; empty for an engine process
 * @param pid the PID of the first process; empty if the run did not start it
 * @param output the absolute folder for the files of the profiler; each process has its own folder
 * @param session the name of the profiler session, unique on this machine
 * @param environment environment variables for the profiler commands
 * @param torch the hooks for PyTorch's profiler; empty if they are unknown
 */
public record ProfiledServer(
        String name,
        Optional<String> url,
        OptionalLong pid,
        Path output,
        String session,
        Map<String, String> environment,
        Optional<TorchHooks> torch) {

    /** Copies the variables. */
    public ProfiledServer {
        Objects.requireNonNull(name, "name");
        environment = Map.copyOf(environment);
        if (!output.isAbsolute()) {
            throw new IllegalArgumentException("the profiler output folder must be an absolute path: got " + output);
        }
    }

    /** Returns a server that the run did not start. */
    public static ProfiledServer at(int index, String url, Path folder) {
        Path output = folder.toAbsolutePath().resolve("server-" + index);
        return new ProfiledServer(
                "the server " + url,
                Optional.of(url),
                OptionalLong.empty(),
                output,
                "loadharness-" + ProcessHandle.current().pid() + "-" + index,
                Map.of(),
                Optional.empty());
    }

    /** Returns the log file of the profiler commands. */
    Path log() {
        return output.resolveSibling(output.getFileName() + ".log");
    }
}
