// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.time.Duration;

/** A simulated server in a separate JVM. It sends the first token of each response after a given time. */
final class ClusterServer implements AutoCloseable {

    static final String MODEL = "simulated";

    private final ChildProgram jvm;
    private final String url;

    private ClusterServer(ChildProgram jvm) throws IOException {
        this.jvm = jvm;
        this.url = jvm.ask("url");
    }

    static ClusterServer start(Duration firstToken) throws IOException {
        return new ClusterServer(ChildProgram.startJvm(ClusterServer.class, String.valueOf(firstToken.toMillis())));
    }

    /** The main method of the separate JVM. */
    public static void main(String[] arguments) throws IOException {
        Duration firstToken = Duration.ofMillis(Long.parseLong(arguments[0]));
        SimulatorConfig.Builder config = SimulatorConfig.builder().model(MODEL);
        if (!firstToken.isZero()) {
            config.pace(new Pace(firstToken, Duration.ZERO));
        }
        try (SimulatedServer server = SimulatedServer.start(config.build())) {
            ChildProgram.serve(words -> server.uri().toString());
        }
    }

    String url() {
        return url;
    }

    @Override
    public void close() {
        jvm.close();
    }
}
