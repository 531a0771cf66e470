// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * What the server does to an answer on purpose: something wrong, or something unusual that is nevertheless right. "In the stream"
 * is after the event with which half of the tokens are sent; in an answer that is not streamed, after half of the bytes of its
 * body.
 */
public enum Fault {
    /** Status 400. */
    HTTP_400,
    /** Status 401. */
    HTTP_401,
    /** Status 403. */
    HTTP_403,
    /** Status 404. */
    HTTP_404,
    /** Status 408. */
    HTTP_408,
    /** Status 413. */
    HTTP_413,
    /** Status 422. */
    HTTP_422,
    /** Status 429, with Retry-After. */
    HTTP_429,
    /** Status 500. */
    HTTP_500,
    /** Status 502. */
    HTTP_502,
    /** Status 503, with Retry-After. */
    HTTP_503,
    /** Status 504. */
    HTTP_504,
    /** Status 307 to the same address with {@code ?redirected} behind it, where the answer is right. */
    REDIRECT,
    /** No byte of an answer, and the connection stays open. */
    HANG_BEFORE,
    /** The connection is closed instead of an answer. */
    FIN_BEFORE,
    /** The connection is reset instead of an answer. */
    RST_BEFORE,
    /** The answer comes in single bytes with a pause between them. */
    SLOW_LORIS,
    /** Nothing more comes, in the stream, and the connection stays open. */
    HANG_IN_STREAM,
    /** The connection is closed in the stream. */
    FIN_IN_STREAM,
    /** The connection is reset in the stream. */
    RST_IN_STREAM,
    /** The answer is an error with status 200; in a stream, it is an event and the last before the terminator. */
    ERROR_EVENT,
    /** JSON that breaks off: an event in the stream, or the body. */
    MALFORMED_JSON,
    /** A chunk without a size in the stream; the body of an answer that is not streamed comes in chunks for it. */
    MALFORMED_CHUNK,
    /** The stream ends properly, but without {@code data: [DONE]} (llama.cpp: without its last event). */
    MISSING_DONE,
    /** The connection is closed where the last chunk, which is empty, or the last byte of the body should come. */
    MISSING_END,
    /** The counts of tokens are left out. */
    MISSING_USAGE,
    /** The answer says that it is HTML. */
    WRONG_CONTENT_TYPE,
    /** A line of a million bytes: an event without tokens and with a field {@code padding}, or a body with such a field. */
    OVERSIZED_EVENT,
    /** A hundred million bytes: a hundred such events, or a body with a field of that length. */
    HUGE_RESPONSE,
    /** Bytes that belong to nothing, after the answer on the same connection. */
    EXTRA_BYTES,
    /** An answer without tokens that seems to be in order. */
    EMPTY_STREAM,
    /** The server ends a connection with a TLS alert when its first bytes arrive. Counts connections; cannot be asked for by header. */
    TLS_FAILURE,

    /** Lines of a stream end with CR. */
    FRAMING_CR(true),
    /** Lines of a stream end with CR LF. */
    FRAMING_CRLF(true),
    /** Comments, keep-alive lines and the fields id, event and retry in a stream. */
    COMMENTS(true),
    /** A stream begins with a byte order mark. */
    BOM(true),
    /** The data of an event are several lines. */
    MULTI_LINE_DATA(true),
    /** The answer is HTTP/1.0: no chunks, no length, and the connection ends it. */
    HTTP_1_0(true),
    /** A status 100 comes before the answer. */
    INTERIM_100(true),
    /** Four tokens in an event. */
    SEVERAL_TOKENS(true),
    /** Chunks and writes are cut anywhere, also within a character. */
    SPLIT_WRITES(true);

    private static final List<Fault> OF_STREAMS =
            List.of(MISSING_DONE, FRAMING_CR, FRAMING_CRLF, COMMENTS, BOM, MULTI_LINE_DATA, SEVERAL_TOKENS);

    private final boolean legal;

    Fault() {
        this(false);
    }

    Fault(boolean legal) {
        this.legal = legal;
    }

    /** Whether an answer with it is right, so that a client must accept it. */
    public boolean isLegal() {
        return legal;
    }

    /** Whether it can happen to an answer that is streamed or not, with counts or not. */
    boolean canHappen(boolean stream, boolean usage) {
        return this != TLS_FAILURE && (stream || !OF_STREAMS.contains(this)) && (usage || this != MISSING_USAGE);
    }

    /** The name for people, such as {@code fin-in-stream}. */
    public String label() {
        return this == HTTP_1_0 ? "http-1.0" : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** The fault of that {@link #label}. */
    public static Fault of(String label) {
        return Arrays.stream(values())
                .filter(fault -> fault.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("There is no fault '" + label + "'; the nearest is "
                        + nearest(label).label()));
    }

    /** Whether there is no answer at all with it. */
    boolean replacesAnswer() {
        return compareTo(RST_BEFORE) <= 0;
    }

    /** The status, if it is one. */
    int status() {
        return compareTo(HTTP_504) <= 0 ? Integer.parseInt(name().substring("HTTP_".length())) : 0;
    }

    private static Fault nearest(String label) {
        return Arrays.stream(values())
                .min(Comparator.comparingInt(fault -> EditDistance.between(fault.label(), label)))
                .orElseThrow();
    }
}
