// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.engines;

import java.io.IOException;
import java.lang.ProcessBuilder.Redirect;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/** A server of another project, from the folder of installed engines, on a free local port. */
final class EngineProcess implements AutoCloseable {

    private final Process process;
    private final String url;

    private EngineProcess(Process process, String url) {
        this.process = process;
        this.url = url;
    }

    /** Returns the folder into which {@code src/test/engines/install} installs the engines. */
    static Path folder() {
        return Path.of(System.getProperty("loadharness.engines"));
    }

    /** Starts a program of the folder {@link #folder}. The output goes to a log file in this folder. */
    static EngineProcess start(Map<String, String> environment, Path program, String... arguments) throws IOException {
        int port = freePort();
        List<String> command = new ArrayList<>(List.of(folder().resolve(program).toString()));
        command.addAll(List.of(arguments));
        command.addAll(List.of("--host", "127.0.0.1", "--port", Integer.toString(port)));
        ProcessBuilder builder = new ProcessBuilder(command)
                .directory(folder().toFile())
                .redirectErrorStream(true)
                .redirectOutput(Redirect.to(folder().resolve(port + ".log").toFile()));
        builder.environment().putAll(environment);
        return new EngineProcess(builder.start(), "http://127.0.0.1:" + port);
    }

    String url() {
        return url;
    }

    @Override
    public void close() {
        process.destroy();
        process.onExit().completeOnTimeout(process, 10, TimeUnit.SECONDS).join();
        process.destroyForcibly();
    }

    private static int freePort() throws IOException {
        try (ServerSocket socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }
}
