// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.time.Instant;
import java.util.Objects;

/**
 * The first item of a records file.
 *
 * @param version the version of the format
 * @param started the start of the recording by the wall clock; all other times in the file come from a monotonic clock
 */
public record RecordHeader(int version, Instant started) {

    static final String FORMAT = "loadharness-records";
    static final int CURRENT = 1;

    /** The name of the only field of the last item. The field contains the number of samples. */
    static final String SAMPLES = "samples";

    public RecordHeader {
        Objects.requireNonNull(started, "started");
    }
}
