// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A deliberate change to a response: an error, or a legal but unusual variant. "In the stream" means: after the event that completes half
 * of the tokens. In a response that is not streamed, it means: after half of the bytes of the body.
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
    /** Status 307 with a redirect to the same address plus {@code ?redirected}. The response of the new address is correct. */
    REDIRECT,
    /** The server sends no byte of a response, and the connection stays open. */
    HANG_BEFORE,
    /** The connection is closed without a response. */
    FIN_BEFORE,
    /** The connection is reset without a response. */
    RST_BEFORE,
    /** The response is sent in single bytes with a pause between them. */
    SLOW_LORIS,
    /** The server stops sending bytes in the stream, and the connection stays open. */
    HANG_IN_STREAM,
    /** The connection is closed in the stream. */
    FIN_IN_STREAM,
    /** The connection is reset in the stream. */
    RST_IN_STREAM,
    /** The response is an error with status 200. In a stream, the error is the last event before the terminator. */
    ERROR_EVENT,
    /** Truncated JSON in an event in the stream, or in the body. */
    MALFORMED_JSON,
    /** A chunk without a size in the stream. For this fault, a response that is not streamed is sent in chunks too. */
    MALFORMED_CHUNK,
    /** The stream ends properly, but without {@code data: [DONE]} (llama.cpp: without its last event). */
    MISSING_DONE,
    /** The connection is closed before the last, empty chunk or before the last byte of the body. */
    MISSING_END,
    /** The token counts are missing. */
    MISSING_USAGE,
    /** The content type is HTML. */
    WRONG_CONTENT_TYPE,
    /** A line of a million bytes: an event without tokens and with a field {@code padding}, or a body with such a field. */
    OVERSIZED_EVENT,
    /** A hundred million bytes: a hundred events as for {@link #OVERSIZED_EVENT}, or a body with one field of that length. */
    HUGE_RESPONSE,
    /** Extra bytes on the same connection after the response. */
    EXTRA_BYTES,
    /** A well-formed response without tokens. */
    EMPTY_STREAM,
    /**
     * The server closes a connection with a TLS alert when its first bytes arrive. Rules for this fault count connections instead of
     * requests. It cannot be requested by header.
     */
    TLS_FAILURE,

    /** Lines of a stream end with CR. */
    FRAMING_CR(true),
    /** Lines of a stream end with CR LF. */
    FRAMING_CRLF(true),
    /** Comments, keep-alive lines and the fields id, event and retry in a stream. */
    COMMENTS(true),
    /** A stream starts with a byte order mark. */
    BOM(true),
    /** The data of an event has several lines. */
    MULTI_LINE_DATA(true),
    /** The response is HTTP/1.0: it has no chunks and no length, and it ends when the connection is closed. */
    HTTP_1_0(true),
    /** A status 100 comes before the response. */
    INTERIM_100(true),
    /** Four tokens in an event. */
    SEVERAL_TOKENS(true),
    /** Chunks and writes are split at any byte, even within a character. */
    SPLIT_WRITES(true);

    private static final List<Fault> STREAM_ONLY =
            List.of(MISSING_DONE, FRAMING_CR, FRAMING_CRLF, COMMENTS, BOM, MULTI_LINE_DATA, SEVERAL_TOKENS);

    private final boolean legal;

    Fault() {
        this(false);
    }

    Fault(boolean legal) {
        this.legal = legal;
    }

    /** Returns true if a response with this fault is correct, and a client must accept it. */
    public boolean isLegal() {
        return legal;
    }

    /** Returns true if this fault is possible for a response. */
    boolean canHappen(boolean stream, boolean usage) {
        return this != TLS_FAILURE && (stream || !STREAM_ONLY.contains(this)) && (usage || this != MISSING_USAGE);
    }

    /** Returns the name in options and headers, such as {@code fin-in-stream}. */
    public String label() {
        return this == HTTP_1_0 ? "http-1.0" : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the fault with a {@link #label}. */
    public static Fault of(String label) {
        return Arrays.stream(values())
                .filter(fault -> fault.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("Unknown fault '" + label + "'; the nearest is "
                        + nearest(label).label()));
    }

    /** Returns true if this fault replaces the whole response. */
    boolean replacesResponse() {
        return compareTo(RST_BEFORE) <= 0;
    }

    /** Returns the HTTP status of this fault, or 0 if it has none. */
    int status() {
        return compareTo(HTTP_504) <= 0 ? Integer.parseInt(name().substring("HTTP_".length())) : 0;
    }

    private static Fault nearest(String label) {
        return Arrays.stream(values())
                .min(Comparator.comparingInt(fault -> EditDistance.between(fault.label(), label)))
                .orElseThrow();
    }
}
