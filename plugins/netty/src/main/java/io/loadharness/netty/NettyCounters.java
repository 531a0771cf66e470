// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.TransportCounts;
import java.util.concurrent.atomic.LongAdder;

/** The counters of a transport. Thread-safe. */
final class NettyCounters {

    private final LongAdder staleRetries = new LongAdder();
    private final LongAdder overHttp2 = new LongAdder();
    private final LongAdder strays = new LongAdder();
    private final LongAdder waits = new LongAdder();
    private final LongAdder waitNanos = new LongAdder();

    void staleRetry() {
        staleRetries.increment();
    }

    void http2Response() {
        overHttp2.increment();
    }

    /** Counts a connection that delivered unexpected bytes. */
    void unexpectedBytes() {
        strays.increment();
    }

    /** Counts a request that has to wait for a connection. */
    void waits() {
        waits.increment();
    }

    void waited(long nanos) {
        waitNanos.add(nanos);
    }

    TransportCounts counts(long exchanges) {
        return new TransportCounts(
                exchanges, staleRetries.sum(), overHttp2.sum(), strays.sum(), waits.sum(), waitNanos.sum());
    }
}
