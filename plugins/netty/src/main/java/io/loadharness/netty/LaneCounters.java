// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.TransportCounts;
import java.util.concurrent.atomic.LongAdder;

/** What the lanes of a transport did. Safe for any number of threads. */
final class LaneCounters {

    private final LongAdder staleRetries = new LongAdder();
    private final LongAdder overHttp2 = new LongAdder();
    private final LongAdder strays = new LongAdder();
    private final LongAdder waits = new LongAdder();
    private final LongAdder waitNanos = new LongAdder();

    void staleRetry() {
        staleRetries.increment();
    }

    void answeredOverHttp2() {
        overHttp2.increment();
    }

    /** A connection brought bytes that nobody had asked for. */
    void strayBytes() {
        strays.increment();
    }

    /** A call has to wait for a connection. */
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
