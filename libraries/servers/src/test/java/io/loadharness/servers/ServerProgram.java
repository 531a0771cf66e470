// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** The simulator as a program that specs can start, directly or through a shell script. */
public final class ServerProgram {

    private ServerProgram() {}

    /** Serves on a port until it is killed. */
    public static void main(String[] arguments) throws Exception {
        try (SimulatedServer server = SimulatedServer.start(
                SimulatorConfig.builder().port(Integer.parseInt(arguments[0])).build())) {
            System.out.println("Serving at " + server.uri());
            new CountDownLatch(1).await();
        }
    }

    /** Returns a spec for this program, with all files below a folder. */
    static ServerSpec.Builder spec(Path folder) {
        return ServerSpec.builder("command")
                .logFolder(folder.resolve("servers"))
                .executable(java(ServerProgram.class, "{port}"));
    }

    /** Returns a spec for a shell script, which may start this program with {@code exec "$@"}. */
    static ServerSpec.Builder scripted(Path folder, String script) {
        List<String> command = new ArrayList<>(List.of("/bin/sh", "-c", script, "server"));
        command.addAll(java(ServerProgram.class, "{port}"));
        return spec(folder).executable(command);
    }

    static List<String> java(Class<?> main, String... arguments) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(arguments));
        return command;
    }
}
