// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.time.Instant;
import java.util.Objects;

/**
 * The part of a run in which MLPerf measures power: from the first issued sample to the last completed sample. The wall-clock times have a
 * precision of one millisecond.
 *
 * @param start the time that LoadGen logs as {@code power_begin}
 * @param end the time that LoadGen logs as {@code power_end}; the last entry if the log has several
 */
public record PowerWindow(Instant start, Instant end) {

    public PowerWindow {
        Objects.requireNonNull(start, "start");
        Objects.requireNonNull(end, "end");
    }
}
