// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.time.Instant;
import java.util.Objects;

/**
 * The first item of a records file.
 *
 * @param version the version of the format
 * @param started the wall-clock time at the start of the recording; all other times in the file come from a monotonic clock
 */
public record RecordHeader(int version, Instant started) {

    static final String FORMAT = "loadharness-records";
    static final int CURRENT = 1;

    /** The name of the only field of the last item. The field contains the number of samples. */
    static final String SAMPLES = "samples";

    /**
     * The name of the only field of an optional item before a sample. If several processes generate the load, the field contains the
     * sequence number of the sample.
     */
    static final String SEQUENCE = "sequence";

    public RecordHeader {
        Objects.requireNonNull(started, "started");
    }
}
