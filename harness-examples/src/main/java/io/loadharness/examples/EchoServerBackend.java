// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.servers.ServerBackend;
import io.loadharness.servers.ServerSpec;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Describes a new kind of server, so that {@code ManagedServers} can start it: the command line of {@link EchoServer}, the path of its
 * health check, and the output lines that report a failed start.
 */
public final class EchoServerBackend implements ServerBackend {

    @Override
    public String name() {
        return "echo";
    }

    @Override
    public List<String> executable() {
        return List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(), EchoServer.class.getName());
    }

    @Override
    public List<String> arguments(ServerSpec spec, int port) {
        return List.of(spec.host(), String.valueOf(port));
    }

    @Override
    public Map<String, String> environment(ServerSpec spec) {
        return Map.of("CLASSPATH", System.getProperty("java.class.path"));
    }

    @Override
    public String healthPath() {
        return "/ready";
    }

    @Override
    public List<Pattern> fatalLines() {
        return List.of(Pattern.compile("cannot listen"));
    }
}
