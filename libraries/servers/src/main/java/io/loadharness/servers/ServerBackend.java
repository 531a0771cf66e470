// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.servers.profiler.TorchHooks;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * A kind of server that can be started: its command line, where it says that it is ready, and what it prints when it never will be. Found
 * by {@link java.util.ServiceLoader}. Has no state; called on any thread.
 */
public interface ServerBackend {

    /** What {@code backend} says for it. */
    String name();

    /** The program and its first words, unless {@link ServerSpec#executable} names another. */
    List<String> executable();

    /**
     * The words that follow {@link #executable}; those of {@link ServerSpec#engineArgs} come after them.
     *
     * @param port where this replica has to listen
     * @throws IllegalArgumentException if the spec lacks what the server needs; says what
     */
    List<String> arguments(ServerSpec spec, int port);

    /** The whole command line of a replica, as the operating system gets it. */
    default List<String> command(ServerSpec spec, int port) {
        List<String> command = new ArrayList<>(spec.executable().isEmpty() ? executable() : spec.executable());
        command.addAll(arguments(spec, port));
        command.addAll(spec.engineArgs());
        return command;
    }

    /** Variables of the environment, besides those of {@link ServerSpec#environment}, which win. */
    default Map<String, String> environment(ServerSpec spec) {
        return Map.of();
    }

    /** The page that answers with a status of 2xx as soon as the server is ready. */
    default String healthPath() {
        return "/health";
    }

    /** The page with the metrics of the server, in the format of Prometheus. */
    default String metricsPath() {
        return "/metrics";
    }

    /**
     * What the server calls what LoadHarness knows by another name, as {@code running} or {@code kv_cache_use}; docs/server-metrics.md has
     * all. Those of well-known servers are known already.
     */
    default Map<String, List<String>> metricNames() {
        return Map.of();
    }

    /**
     * How the server writes traces of PyTorch's profiler; empty if it does not.
     *
     * @param output the folder for them, absolute
     */
    default Optional<TorchHooks> torchHooks(Path output) {
        return Optional.empty();
    }

    /** Whether its log says how it starts in words that LoadHarness knows, so that it is worth a word if they are not there. */
    default boolean tellsItsStart() {
        return false;
    }

    /** Lines of the log, or parts of them, after which a server that starts will never be ready. */
    default List<Pattern> fatalLines() {
        return List.of();
    }
}
