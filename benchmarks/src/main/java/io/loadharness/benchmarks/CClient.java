// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A plain epoll client in C++, {@code benchmarks/src/main/cpp/http_client.cc}. Each run starts a new process. */
final class CClient implements HttpClientUnderTest {

    private final Path program;
    private final URI server;
    private final HttpWorkload workload;

    CClient(URI server, HttpWorkload workload) throws IOException {
        this.program = Checkout.find().httpClient();
        this.server = server;
        this.workload = workload;
    }

    @Override
    public HttpCounts run(int requests) throws IOException {
        return HttpCounts.parse(Program.run(command(requests)));
    }

    /**
     * Sends requests at a rate and measures the delay of each first event, from the time at which the server sent it to the time at which
     * this client read it. No client can have a much shorter delay on this machine.
     */
    FirstTokens firstTokens(double perSecond, int requests) throws IOException {
        List<String> command = command(requests);
        command.add("" + perSecond);
        return FirstTokens.parse(Program.run(command));
    }

    private List<String> command(int requests) {
        return new ArrayList<>(List.of(
                program.toString(),
                "" + server.getPort(),
                "" + workload.connections(),
                "" + requests,
                "" + workload.gapMicros(),
                workload.body()));
    }

    @Override
    public int eventsOf(HttpWorkload workload) {
        return workload.events();
    }
}
