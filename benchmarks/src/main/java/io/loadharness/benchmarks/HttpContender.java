// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;

/** A client and its part of a comparison. A run counts only if client and server agree, to the event, on what was done. */
final class HttpContender implements Contender<HttpContender.Run> {

    /**
     * What came of a run.
     *
     * @param client the client's work and cost; its events are those of tokens
     * @param serverShare how much of one processor the server took meanwhile
     */
    record Run(Tally client, double serverShare) {

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
        Tally before = server.tally();
        Tally seen = client.run(requests);
        Tally served = server.tally().minus(before);
        long tokens = (long) requests * workload.tokens();
        require("requests that the server answered", served.requests(), requests);
        require("events that the server sent", served.events(), tokens);
        require("requests that the client saw answered", seen.requests(), requests);
        require("events that the client counted", seen.events(), (long) requests * client.eventsOf(workload));
        Tally ofTokens = new Tally(requests, tokens, seen.cpuNanos(), seen.wallNanos(), seen.allocatedBytes());
        return new Run(ofTokens, (double) served.cpuNanos() / served.wallNanos());
    }

    private static void require(String what, long counted, long due) throws IOException {
        if (counted != due) {
            throw new IOException("the " + what + " are " + counted + " and should be " + due);
        }
    }
}
