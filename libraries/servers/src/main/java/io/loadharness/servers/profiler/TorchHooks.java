// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import java.util.List;
import java.util.Map;

/**
 * Settings that make a server write traces of PyTorch's profiler to a folder. POST requests to {@code /start_profile} and
 * {@code /stop_profile} start and stop the profiler.
 *
 * @param arguments arguments that are added at the end of the command line
 * @param environment environment variables for the server
 * @param startBody the JSON body of the start request; may be empty
 */
public record TorchHooks(List<String> arguments, Map<String, String> environment, String startBody) {

    /** Copies the collections. */
    public TorchHooks {
        arguments = List.copyOf(arguments);
        environment = Map.copyOf(environment);
    }

    /** Returns a value as a JSON string, including the quotes. */
    public static String json(Object text) {
        return '"' + text.toString().replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
