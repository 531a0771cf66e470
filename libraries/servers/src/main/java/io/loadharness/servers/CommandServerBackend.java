// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.util.List;
import java.util.regex.Pattern;

/**
 * A backend for any program. The command line consists of the executable and the engine arguments. The placeholders {port}, {host} and
 * {model} are replaced by their values.
 */
public final class CommandServerBackend implements ServerBackend {

    /** Creates the backend. {@link java.util.ServiceLoader} calls this constructor. */
    public CommandServerBackend() {}

    @Override
    public String name() {
        return "command";
    }

    @Override
    public List<String> executable() {
        throw new IllegalArgumentException("the backend 'command' requires an executable, such as [my-server]");
    }

    @Override
    public List<String> arguments(ServerSpec spec, int port) {
        return List.of();
    }

    @Override
    public List<String> command(ServerSpec spec, int port) {
        return ServerBackend.super.command(spec, port).stream()
                .map(word -> word.replace("{port}", String.valueOf(port))
                        .replace("{host}", spec.host())
                        .replace("{model}", spec.model().orElse("")))
                .toList();
    }

    @Override
    public List<Pattern> fatalLines() {
        return List.of(FatalLines.PORT_IN_USE);
    }
}
