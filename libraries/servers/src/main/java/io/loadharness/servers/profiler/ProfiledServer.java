// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.nio.file.Path;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A server that is profiled.
 *
 * @param name as messages call it, unique among those of a run
 * @param url where it is reached
 * @param pid the number of its first process; empty for one that somebody else started
 * @param output a folder of its own for what its profiler leaves, absolute
 * @param session what tells its profiler from all others on this machine
 * @param environment variables for the commands of its profiler
 * @param torch how it profiles itself; empty if nobody knows
 */
public record ProfiledServer(
        String name,
        String url,
        OptionalLong pid,
        Path output,
        String session,
        Map<String, String> environment,
        Optional<TorchHooks> torch) {

    /** Keeps a copy of the variables. */
    public ProfiledServer {
        Objects.requireNonNull(name, "name");
        environment = Map.copyOf(environment);
        if (!output.isAbsolute()) {
            throw new IllegalArgumentException(output + " is not absolute");
        }
    }

    /** A server that somebody else started. */
    public static ProfiledServer at(int index, String url, Path folder) {
        Path output = folder.toAbsolutePath().resolve("server-" + index);
        return new ProfiledServer(
                "the server " + url,
                url,
                OptionalLong.empty(),
                output,
                "loadharness-" + ProcessHandle.current().pid() + "-" + index,
                Map.of(),
                Optional.empty());
    }

    /** Where the commands of its profiler write what they have to say. */
    Path log() {
        return output.resolveSibling(output.getFileName() + ".log");
    }
}
