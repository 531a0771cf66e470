// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.stream.Stream;

/** The C++ program {@code benchmarks/src/main/cpp/arrivals.cc}: a server that records the time at which each request arrives. */
final class ArrivalServer implements AutoCloseable {

    private final ChildProgram program;
    private final URI uri;

    private ArrivalServer(ChildProgram program) throws IOException {
        this.program = program;
        this.uri = URI.create("http://127.0.0.1:" + program.ask("port"));
    }

    static ArrivalServer start() throws IOException {
        String program = Checkout.find().arrivals().toString();
        return new ArrivalServer(ChildProgram.start("arrivals", List.of(program)));
    }

    URI uri() {
        return uri;
    }

    /** Returns the times of all requests since the last call, in nanoseconds and in order. */
    long[] arrivals() throws IOException {
        return Stream.of(program.ask("arrivals").split(" ", -1))
                .mapToLong(Long::parseLong)
                .toArray();
    }

    @Override
    public void close() {
        program.close();
    }
}
