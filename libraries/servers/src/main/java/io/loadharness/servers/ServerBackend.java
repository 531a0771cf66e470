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
 * A plug-in for a kind of server: its command line, health endpoint and fatal log lines. {@link java.util.ServiceLoader} finds the plug-in.
 * Implementations must be stateless and thread-safe.
 *
 * <pre>{@code
 * public final class MyBackend implements ServerBackend {
 *   public String name() { return "my-server"; }
 *   public List<String> executable() { return List.of("my-server"); }
 *   public List<String> arguments(ServerSpec spec, int port) { return List.of("--port", String.valueOf(port)); }
 * }
 * }</pre>
 */
public interface ServerBackend {

    /** Returns the name of the backend, as in {@link ServerSpec#backend}. */
    String name();

    /** Returns the program and its first arguments; {@link ServerSpec#executable} overrides this program and these arguments. */
    List<String> executable();

    /**
     * Returns the arguments between {@link #executable} and {@link ServerSpec#engineArgs}.
     *
     * @param port the port on which this replica must listen
     * @throws IllegalArgumentException if the spec lacks a required setting; the message names the setting
     */
    List<String> arguments(ServerSpec spec, int port);

    /** Returns the complete command line of a replica. */
    default List<String> command(ServerSpec spec, int port) {
        List<String> command = new ArrayList<>(spec.executable().isEmpty() ? executable() : spec.executable());
        command.addAll(arguments(spec, port));
        command.addAll(spec.engineArgs());
        return command;
    }

    /** Returns environment variables for the server; {@link ServerSpec#environment} overrides these variables. */
    default Map<String, String> environment(ServerSpec spec) {
        return Map.of();
    }

    /** Returns the path of the health endpoint. This endpoint responds with status 2xx when the server is ready. */
    default String healthPath() {
        return "/health";
    }

    /** Returns the path of the endpoint with metrics in the Prometheus format. */
    default String metricsPath() {
        return "/metrics";
    }

    /**
     * Returns additional server metric names. The keys are metrics of LoadHarness, such as {@code running} or {@code kv_cache_use};
     * docs/guides/server-metrics.md lists these metrics. The values are the names that the server uses. The names of known servers are
     * built in.
     */
    default Map<String, List<String>> metricNames() {
        return Map.of();
    }

    /**
     * Returns the hooks for PyTorch's profiler; empty if the server does not support this profiler.
     *
     * @param output the absolute folder for the traces
     */
    default Optional<TorchHooks> torchHooks(Path output) {
        return Optional.empty();
    }

    /**
     * Returns true if LoadHarness can parse the start-up log of this kind of server. If true, LoadHarness reports a log that it cannot
     * parse.
     */
    default boolean hasKnownStartupLog() {
        return false;
    }

    /** Returns patterns of fatal log lines. A fatal line shows that the server will never be ready. */
    default List<Pattern> fatalLines() {
        return List.of();
    }
}
