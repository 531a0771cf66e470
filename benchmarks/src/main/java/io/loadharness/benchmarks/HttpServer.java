// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorStats;
import java.io.IOException;
import java.net.URI;

/** The simulated server in a JVM of its own. Its owner closes it. */
final class HttpServer implements AutoCloseable {

    private final ChildProgram jvm;
    private final URI uri;

    private HttpServer(ChildProgram jvm) throws IOException {
        this.jvm = jvm;
        this.uri = URI.create(jvm.ask("uri"));
    }

    static HttpServer start(HttpWorkload workload) throws IOException {
        return new HttpServer(ChildProgram.startJvm(HttpServer.class, workload.name()));
    }

    /** The other JVM. */
    public static void main(String[] arguments) throws IOException {
        try (SimulatedServer server =
                SimulatedServer.start(HttpWorkload.valueOf(arguments[0]).server())) {
            ChildProgram.answer(question -> question.contains("uri")
                    ? server.uri().toString()
                    : tally(server.stats()).line());
        }
    }

    URI uri() {
        return uri;
    }

    /** What it did so far, counted on its side. */
    Tally tally() throws IOException {
        return Tally.parse(jvm.ask("tally"));
    }

    private static Tally tally(SimulatorStats stats) {
        return new Tally(stats.succeeded(), stats.events(), stats.cpu().toNanos(), System.nanoTime(), 0);
    }

    @Override
    public void close() {
        jvm.close();
    }
}
