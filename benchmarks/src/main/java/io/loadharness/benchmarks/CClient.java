// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** A plain client by epoll: {@code benchmarks/src/main/cpp/http_client.cc}, started again for each run. */
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
    public Tally run(int requests) throws IOException {
        return Tally.parse(Program.run(command(requests)));
    }

    /** By how much it reads first events later than the server says that it sent them: what the machine allows. */
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
    public int eventsOf(HttpWorkload asked) {
        return asked.events();
    }
}
