// SPDX-License-Identifier: Apache-2.0
package io.loadharness.record;

import java.util.Locale;

/** The fields of a sample, in the order of the file. */
enum RecordField {
    /** The index of the sample in the dataset. */
    SAMPLE,
    /** The id of the string with the endpoint name; null if the sample was never sent. */
    ENDPOINT,
    /** The id of the string with the failure kind and message; null if the sample completed. */
    FAILURE,
    /** The scheduled start, in nanoseconds since the start of the recording. */
    SCHEDULED,
    /**
     * The time of the issue. The fields from this one to {@link #REPORTED} are times in nanoseconds since {@link #SCHEDULED}, or null if
     * unknown.
     */
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
    /**
     * The number of prompt tokens. The fields from this one to {@link #TOKENS} are token counts. An unknown count is -1, except that
     * unknown {@link #TOKENS} are 0.
     */
    PROMPT_TOKENS,
    CACHED_TOKENS,
    COMPLETION_TOKENS,
    REASONING_TOKENS,
    TOKENS,
    /** The name of a {@link io.loadharness.inference.TokenSource} in lower case. */
    TOKEN_SOURCE,
    /** The id of the string with the finish reason; null if the server reported none. */
    FINISH_REASON,
    /** The gaps between chunks with tokens, in nanoseconds, as a CBOR typed array. */
    GAPS,
    /**
     * The time from the request to the first token as measured by the worker, in nanoseconds; null if unknown. This field and the next one
     * exist only if a worker sent the request.
     */
    WORKER_FIRST_TOKEN,
    /** The time from the request to the end of its response as measured by the worker, in nanoseconds; null if unknown. */
    WORKER_DONE;

    /** The number of fields of a sample, if no worker sent its request. */
    static final int WITHOUT_WORKER = values().length - 2;

    /** Returns the name in the file. */
    String id() {
        return name().toLowerCase(Locale.ROOT);
    }
}
