// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.util.List;
import java.util.Map;

/**
 * What a server needs at its start, and is told later, to write traces of PyTorch's profiler into a folder. Later it is told by a POST to
 * {@code /start_profile} and {@code /stop_profile}.
 *
 * @param arguments words for the end of its command line
 * @param environment variables
 * @param startBody what is posted to start, JSON; empty for nothing
 */
public record TorchHooks(List<String> arguments, Map<String, String> environment, String startBody) {

    /** Keeps copies. */
    public TorchHooks {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** A text as JSON, quotes included. */
    public static String json(Object text) {
        return '"' + text.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
