// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorStats;
import java.io.IOException;
import java.net.URI;

/** The simulated server in a separate JVM. */
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

    /** The main method of the separate JVM. */
    public static void main(String[] arguments) throws IOException {
        try (SimulatedServer server =
                SimulatedServer.start(HttpWorkload.valueOf(arguments[0]).server())) {
            ChildProgram.serve(words -> words.contains("uri")
                    ? server.uri().toString()
                    : counts(server.stats()).line());
        }
    }

    URI uri() {
        return uri;
    }

    /** Returns the server's counters. */
    HttpCounts counts() throws IOException {
        return HttpCounts.parse(jvm.ask("counts"));
    }

    private static HttpCounts counts(SimulatorStats stats) {
        return new HttpCounts(stats.succeeded(), stats.events(), stats.cpu().toNanos(), System.nanoTime(), 0);
    }

    @Override
    public void close() {
        jvm.close();
    }
}
