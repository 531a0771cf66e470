// SPDX-License-Identifier: Apache-2.0
package io.loadharness.stress;

import io.loadharness.Failure;
import io.loadharness.http.Deadlines;
import io.loadharness.http.Exchange;
import io.loadharness.http.ExchangeListener;
import io.loadharness.http.ResponseHead;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TransportOptions;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.II_Result;

/**
 * Tests in which a transport and a caller end the same exchange at the same time. The listener must receive one call at a time and exactly
 * one end.
 */
public final class ExchangeStress {

    private static final Deadlines DEADLINES = new Deadlines(TimeLimits.DEFAULTS);
    private static final ResponseHead HEAD = new ResponseHead(200, name -> Optional.empty());
    private static final byte[] BODY = {'a'};

    private ExchangeStress() {}

    /**
     * A listener that adds up its calls: 1 for a complete response and 10 for a failure. It adds 1000 for each call that overlaps another
     * call or follows the end.
     */
    static final class CountingListener implements ExchangeListener {

        private static final int FAULT = 1000;

        private final AtomicBoolean inCall = new AtomicBoolean();
        private final AtomicInteger ends = new AtomicInteger();

        private void call(int end) {
            if (!inCall.compareAndSet(false, true) || ends.get() != 0) {
                ends.addAndGet(FAULT);
            }
            ends.addAndGet(end);
            inCall.set(false);
        }

        @Override
        public void head(long nanos, ResponseHead head) {
            call(0);
        }

        @Override
        public void body(long nanos, byte[] bytes, int from, int to) {
            call(0);
        }

        @Override
        public void end(long nanos) {
            call(1);
        }

        @Override
        public void failed(long nanos, Failure failure) {
            call(10);
        }
    }

    /** The common fields of all tests. */
    abstract static class Exchanging {

        final CountingListener listener = new CountingListener();
        final AtomicInteger closed = new AtomicInteger();
        final Exchange exchange = Exchange.start(listener, TransportOptions.DEFAULTS, DEADLINES);
    }

    /**
     * The response arrives while the caller cancels. In the result, r1 is the sum of the listener, and r2 is the number of times the
     * connection was closed.
     */
    @JCStressTest
    @Outcome(id = "1, 0", expect = Expect.ACCEPTABLE, desc = "the response was complete, its connection stays open")
    @Outcome(id = "10, 1", expect = Expect.ACCEPTABLE, desc = "the request was cancelled, its connection is closed")
    @State
    public static class ResponseAndCancel extends Exchanging {

        /** Creates an exchange on an open connection. */
        public ResponseAndCancel() {
            exchange.onClose(closed::incrementAndGet);
        }

        /** The transport reads the response. */
        @Actor
        public void answer() {
            exchange.head(1, HEAD);
            exchange.body(2, BODY, 0, 1);
            exchange.end(3);
        }

        /** The caller cancels. */
        @Actor
        public void cancel() {
            exchange.cancel();
        }

        /** Reports the counts. */
        @Arbiter
        public void count(II_Result result) {
            result.r1 = listener.ends.get();
            result.r2 = closed.get();
        }
    }

    /** The connection breaks while the caller cancels. */
    @JCStressTest
    @Outcome(id = "10, 1", expect = Expect.ACCEPTABLE, desc = "one failure, one close")
    @State
    public static class BreakAndCancel extends Exchanging {

        /** Creates an exchange on an open connection. */
        public BreakAndCancel() {
            exchange.onClose(closed::incrementAndGet);
        }

        /** The connection breaks. */
        @Actor
        public void breakConnection() {
            exchange.broken(1, "broken");
        }

        /** The caller cancels. */
        @Actor
        public void cancel() {
            exchange.cancel();
        }

        /** Reports the counts. */
        @Arbiter
        public void count(II_Result result) {
            result.r1 = listener.ends.get();
            result.r2 = closed.get();
        }
    }

    /** The connection is established while the caller cancels. The connection must be closed, whichever event is first. */
    @JCStressTest
    @Outcome(id = "10, 1", expect = Expect.ACCEPTABLE, desc = "one failure, one close")
    @State
    public static class ConnectAndCancel extends Exchanging {

        /** The transport has established the connection. */
        @Actor
        public void connect() {
            exchange.onClose(closed::incrementAndGet);
        }

        /** The caller cancels. */
        @Actor
        public void cancel() {
            exchange.cancel();
        }

        /** Reports the counts. */
        @Arbiter
        public void count(II_Result result) {
            result.r1 = listener.ends.get();
            result.r2 = closed.get();
        }
    }
}
