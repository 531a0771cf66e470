// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.util.Locale;

/** The fields of a sample, in the order in which they stand in the file. */
enum RecordField {
    /** Its index in the data set. */
    SAMPLE,
    /** The number of an endpoint's text, or null. */
    ENDPOINT,
    /** The number of a failure's text, or null. */
    FAILURE,
    /** Nanoseconds since the beginning of the recording. */
    SCHEDULED,
    /** This and the times after it: nanoseconds since {@link #SCHEDULED}, or null. */
    ISSUED,
    TAKEN,
    SENT,
    FIRST_BYTE,
    FIRST_TOKEN,
    FIRST_ANSWER,
    LAST_TOKEN,
    DONE,
    FIRST_TOLD,
    TOLD,
    /** This and the counts after it: tokens, or -1. */
    PROMPT_TOKENS,
    CACHED_TOKENS,
    COMPLETION_TOKENS,
    REASONING_TOKENS,
    TOKENS,
    /** A {@link io.loadharness.inference.TokenSource}, in lower case. */
    TOKEN_SOURCE,
    /** The number of a finish reason's text, or null. */
    FINISH_REASON,
    /** A typed array of nanoseconds. */
    GAPS;

    /** As the file spells it. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
