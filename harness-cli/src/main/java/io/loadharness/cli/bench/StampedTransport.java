package io.loadharness.cli.bench;

import io.loadharness.Failure;
import io.loadharness.health.ReadThread;
import io.loadharness.http.Exchange;
import io.loadharness.http.ExchangeListener;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.RequestHead;
import io.loadharness.http.ResponseHead;
import io.loadharness.http.TransportCounts;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the simulator's stamps in what another transport reads. Closing it closes that transport. */
final class StampedTransport implements HttpTransport {

    private static final Pattern SENT = Pattern.compile("\"sent_ns\":(\\d+)");
    private static final long NONE = -1;

    /** Takes the first stamp of each answer. */
    @FunctionalInterface
    interface Stamps {

        /** An event was sent at one time and read at another. */
        void stamp(long sentNanos, long readNanos);
    }

    private final HttpTransport transport;
    private final Stamps stamps;

    StampedTransport(HttpTransport transport, Stamps stamps) {
        this.transport = transport;
        this.stamps = stamps;
    }

    @Override
    public String name() {
        return transport.name();
    }

    @Override
    public Exchange send(RequestHead head, byte[] body, ExchangeListener listener) {
        return transport.send(head, body, new Reader(listener));
    }

    @Override
    public List<ReadThread> readThreads() {
        return transport.readThreads();
    }

    @Override
    public TransportCounts counts() {
        return transport.counts();
    }

    @Override
    public void close() {
        transport.close();
    }

    private final class Reader implements ExchangeListener {

        private final ExchangeListener listener;
        private boolean found;

        Reader(ExchangeListener listener) {
            this.listener = listener;
        }

        @Override
        public void taken(long nanos) {
            listener.taken(nanos);
        }

        @Override
        public void sent(long nanos) {
            listener.sent(nanos);
        }

        @Override
        public void head(long nanos, ResponseHead head) {
            listener.head(nanos, head);
        }

        @Override
        public void body(long nanos, byte[] bytes, int from, int to) {
            listener.body(nanos, bytes, from, to);
            if (!found) {
                long sent = firstStamp(bytes, from, to);
                if (sent != NONE) {
                    found = true;
                    stamps.stamp(sent, nanos);
                }
            }
        }

        @Override
        public void end(long nanos) {
            listener.end(nanos);
        }

        @Override
        public void failed(long nanos, Failure failure) {
            listener.failed(nanos, failure);
        }
    }

    private static long firstStamp(byte[] bytes, int from, int to) {
        Matcher stamp = SENT.matcher(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
        return stamp.find() ? Long.parseLong(stamp.group(1)) : NONE;
    }
}
