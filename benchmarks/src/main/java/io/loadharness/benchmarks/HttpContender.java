// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;

/** A client as one side of a comparison. A run fails if client and server count different numbers of requests or events. */
final class HttpContender implements Contender<HttpContender.Run> {

    /**
     * The result of a run.
     *
     * @param client the work and cost of the client; only events with tokens are counted
     * @param serverShare the CPU time of the server as a share of one CPU
     */
    record Run(HttpCounts client, double serverShare) {

        double requestsPerCpuSecond() {
            return client.requests() * 1e9 / client.cpuNanos();
        }

        double eventsPerCpuSecond() {
            return client.events() * 1e9 / client.cpuNanos();
        }

        double requestsPerSecond() {
            return client.requests() * 1e9 / client.wallNanos();
        }

        double bytesPerEvent() {
            return (double) client.allocatedBytes() / client.events();
        }
    }

    private final HttpClientUnderTest client;
    private final HttpServer server;
    private final HttpWorkload workload;
    private final int requests;

    HttpContender(HttpClientUnderTest client, HttpServer server, HttpWorkload workload, int requests) {
        this.client = client;
        this.server = server;
        this.workload = workload;
        this.requests = requests;
    }

    @Override
    public Run run() throws IOException {
        HttpCounts before = server.counts();
        HttpCounts seen = client.run(requests);
        HttpCounts served = server.counts().minus(before);
        long tokens = (long) requests * workload.tokens();
        require("requests completed by the server", served.requests(), requests);
        require("events sent by the server", served.events(), tokens);
        require("requests completed by the client", seen.requests(), requests);
        require("events counted by the client", seen.events(), (long) requests * client.eventsOf(workload));
        HttpCounts ofTokens =
                new HttpCounts(requests, tokens, seen.cpuNanos(), seen.wallNanos(), seen.allocatedBytes());
        return new Run(ofTokens, (double) served.cpuNanos() / served.wallNanos());
    }

    private static void require(String what, long counted, long expected) throws IOException {
        if (counted != expected) {
            throw new IOException("wrong number of " + what + ": expected " + expected + ", got " + counted);
        }
    }
}
