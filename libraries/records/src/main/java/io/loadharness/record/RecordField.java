// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.util.Locale;

/** The fields of a sample, in the order in which the file contains them. */
enum RecordField {
    /** The index of the sample in the dataset. */
    SAMPLE,
    /** The number of the text with the endpoint name, or null. */
    ENDPOINT,
    /** The number of the text with the failure message, or null. */
    FAILURE,
    /** The scheduled start, in nanoseconds since the start of the recording. */
    SCHEDULED,
    /** The time of the issue. This and the following times are nanoseconds since {@link #SCHEDULED}, or null. */
    ISSUED,
    DEQUEUED,
    SENT,
    FIRST_BYTE,
    FIRST_TOKEN,
    FIRST_CONTENT,
    LAST_TOKEN,
    DONE,
    FIRST_REPORTED,
    REPORTED,
    /** The number of prompt tokens. This and the following fields are token counts, or -1 if unknown. */
    PROMPT_TOKENS,
    CACHED_TOKENS,
    COMPLETION_TOKENS,
    REASONING_TOKENS,
    TOKENS,
    /** The name of a {@link io.loadharness.inference.TokenSource} in lower case. */
    TOKEN_SOURCE,
    /** The number of the text with the finish reason, or null. */
    FINISH_REASON,
    /** The gaps between chunks, as a typed array of nanoseconds. */
    GAPS;

    /** Returns the name in the file. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
