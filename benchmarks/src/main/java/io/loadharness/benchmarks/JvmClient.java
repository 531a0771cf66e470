// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.net.URI;
import java.util.Locale;

/** A client in a separate JVM, which stays warm between runs. */
final class JvmClient implements HttpClientUnderTest {

    /** Kinds of clients. */
    enum Kind {
        /** A minimal client with {@code java.net.http}. */
        BARE,
        /** LoadHarness with Netty. */
        NETTY,
        /** LoadHarness with {@code java.net.http}. */
        JDK,
        /** LoadHarness with Netty, recording and display. */
        NETTY_WATCHED,
        /** LoadHarness with {@code java.net.http}, recording and display. */
        JDK_WATCHED;

        String transport() {
            return (this == NETTY || this == NETTY_WATCHED ? NETTY : JDK).name().toLowerCase(Locale.ROOT);
        }

        private ClosedLoop loop(URI server, HttpWorkload workload) throws IOException {
            return switch (this) {
                case BARE -> new JdkBaselineLoop(server, workload);
                case NETTY, JDK -> new HarnessLoop(transport(), server, workload);
                case NETTY_WATCHED, JDK_WATCHED -> HarnessLoop.watched(transport(), server, workload);
            };
        }
    }

    /**
     * The result of opening streams until a limit is reached.
     *
     * @param count the number of streams in flight
     * @param bytes the resident memory of the process
     */
    record HeldStreams(int count, long bytes) {}

    private final Kind kind;
    private final ChildProgram jvm;

    private JvmClient(Kind kind, ChildProgram jvm) {
        this.kind = kind;
        this.jvm = jvm;
    }

    static JvmClient start(Kind kind, URI server, HttpWorkload workload) throws IOException {
        return new JvmClient(
                kind, ChildProgram.startJvm(JvmClient.class, kind.name(), server.toString(), workload.name()));
    }

    /** The main method of the separate JVM. */
    public static void main(String[] arguments) throws IOException {
        Kind kind = Kind.valueOf(arguments[0]);
        URI server = URI.create(arguments[1]);
        HttpWorkload workload = HttpWorkload.valueOf(arguments[2]);
        try (ClosedLoop loop = kind.loop(server, workload)) {
            ChildProgram.serve(words -> switch (words.get(0)) {
                case "run" -> loop.run(Integer.parseInt(words.get(1))).line();
                case "first-tokens" -> {
                    try (FirstTokenProbe probe = new FirstTokenProbe(kind.transport(), server, workload)) {
                        yield firstTokens(probe, Double.parseDouble(words.get(1)), Integer.parseInt(words.get(2)));
                    }
                }
                case "hold" -> {
                    try (StreamHolder holder = new StreamHolder(kind.transport(), server, workload.request())) {
                        yield holder.hold(Integer.parseInt(words.get(1))) + " " + StreamHolder.memory();
                    }
                }
                default -> throw new IllegalArgumentException("unknown request: " + words);
            });
        }
    }

    private static String firstTokens(FirstTokenProbe probe, double perSecond, int requests)
            throws IOException, InterruptedException {
        long[] unused = probe.run(perSecond, requests); // opens the connections and warms up the code
        return FirstTokens.of(probe.run(perSecond, requests)).line();
    }

    @Override
    public HttpCounts run(int requests) throws IOException {
        return HttpCounts.parse(jvm.ask("run", requests));
    }

    /** Sends requests at a rate, and measures the delay of first tokens. */
    FirstTokens firstTokens(double perSecond, int requests) throws IOException {
        return FirstTokens.parse(jvm.ask("first-tokens", perSecond, requests));
    }

    /** Opens streams until a number of them are in flight, or the memory limit is reached. */
    HeldStreams hold(int wanted) throws IOException {
        String[] held = jvm.ask("hold", wanted).split(" ", -1);
        return new HeldStreams(Integer.parseInt(held[0]), Long.parseLong(held[1]));
    }

    @Override
    public int eventsOf(HttpWorkload workload) {
        return kind == Kind.BARE ? workload.events() : workload.tokens();
    }

    @Override
    public boolean warmsUp() {
        return true;
    }

    @Override
    public void close() {
        jvm.close();
    }
}
