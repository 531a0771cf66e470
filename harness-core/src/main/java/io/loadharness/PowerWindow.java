// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.time.Instant;
import java.util.Objects;

/**
 * The part of a run whose power counts for MLPerf: when LoadGen issues samples and waits for them, by the wall clock, to the millisecond.
 *
 * @param begin what LoadGen logs as {@code power_begin}
 * @param end what it logs as {@code power_end}, of several the last
 */
public record PowerWindow(Instant begin, Instant end) {

    public PowerWindow {
        Objects.requireNonNull(begin, "begin");
        Objects.requireNonNull(end, "end");
    }
}
