// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Failure;
import io.loadharness.client.ReadThread;
import io.loadharness.http.Exchange;
import io.loadharness.http.ExchangeListener;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.RequestHead;
import io.loadharness.http.ResponseHead;
import io.loadharness.http.TransportCounts;
import io.loadharness.simulator.SentStamp;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A transport that sends requests with another transport, and reads the simulator's send time from the bytes of each response.
 * {@link #close} also closes the other transport.
 */
final class StampedTransport implements HttpTransport {

    /** A listener for the send time that the simulator writes into the first event of each response. */
    @FunctionalInterface
    interface Stamps {

        /** Called when the first event of a response is completely read. */
        void stamp(long sentNanos, long readNanos);
    }

    private static final String END_OF_EVENT = "\n\n";

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
        private final StringBuilder start = new StringBuilder();
        private boolean found;

        Reader(ExchangeListener listener) {
            this.listener = listener;
        }

        @Override
        public void dequeued(long nanos) {
            listener.dequeued(nanos);
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
            if (!found) {
                start.append(new String(bytes, from, to - from, StandardCharsets.ISO_8859_1));
                found = start.indexOf(END_OF_EVENT) >= 0;
                if (found) {
                    SentStamp.first(start).ifPresent(sentNanos -> stamps.stamp(sentNanos, nanos));
                }
            }
            listener.body(nanos, bytes, from, to); // last, because the listener may end the response
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
}
