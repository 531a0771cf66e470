// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.time.Instant;
import java.util.Objects;

/**
 * The first item of a file of records.
 *
 * @param version of the format
 * @param started when the recording began, by the wall clock; all other times are nanoseconds since then, by a clock that never jumps
 */
public record RecordHeader(int version, Instant started) {

    static final String FORMAT = "loadharness-records";
    static final int CURRENT = 1;

    /** The only field of the last item, which says how many there were. */
    static final String SAMPLES = "samples";

    public RecordHeader {
        Objects.requireNonNull(started, "started");
    }
}
