// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;

/**
 * A deliberate change to a response: an error, or a legal but unusual variant. "In the stream" means after the event that completes half of
 * the tokens or, if the response is not streamed, after half of the bytes of the body.
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
    /** Status 307 with a redirect to the same path plus {@code ?redirected}. A request to this new path gets a correct response. */
    REDIRECT,
    /** The server sends no byte of a response, and the connection stays open. */
    HANG_BEFORE,
    /** The server closes the connection (TCP FIN) without a response. */
    FIN_BEFORE,
    /** The server resets the connection (TCP RST) without a response. */
    RST_BEFORE,
    /** The response is sent byte by byte with a pause between bytes. */
    SLOW_LORIS,
    /** The server stops sending bytes in the stream, and the connection stays open. */
    HANG_IN_STREAM,
    /** The server closes the connection (TCP FIN) in the stream. */
    FIN_IN_STREAM,
    /** The server resets the connection (TCP RST) in the stream. */
    RST_IN_STREAM,
    /**
     * The response has status 200 but contains an error. In a stream, the error comes after half of the tokens, and no more tokens follow.
     */
    ERROR_EVENT,
    /** Truncated JSON: in an additional event of the stream, or in the body of a response that is not streamed. */
    MALFORMED_JSON,
    /**
     * In the stream, the chunked encoding contains text instead of the size of a chunk. With this fault, a response that is not streamed is
     * sent in chunks too.
     */
    MALFORMED_CHUNK,
    /** The stream ends properly, but without {@code data: [DONE]} (llama.cpp: without its last event). */
    MISSING_DONE,
    /** The connection is closed too early: before the empty chunk that ends a stream, or before the last byte of the body. */
    MISSING_END,
    /** The token counts are missing. */
    MISSING_USAGE,
    /** The content type is HTML. */
    WRONG_CONTENT_TYPE,
    /**
     * A field {@code padding} of a million bytes: in an additional event without tokens, or in the body of a response that is not streamed.
     */
    OVERSIZED_EVENT,
    /** Padding of a hundred million bytes: a hundred events as for {@link #OVERSIZED_EVENT}, or one field in the body. */
    HUGE_RESPONSE,
    /** Extra bytes on the same connection after the response. */
    EXTRA_BYTES,
    /** A well-formed response without tokens. */
    EMPTY_STREAM,
    /**
     * The server sends a TLS alert and closes the connection when its first bytes arrive. Rules for this fault count connections instead of
     * requests. A client cannot request this fault with a header.
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
    /** The JSON of an event is divided into several {@code data} lines. */
    MULTI_LINE_DATA(true),
    /** The response is HTTP/1.0: it has no chunks and no length, and it ends when the connection is closed. */
    HTTP_1_0(true),
    /** An interim response with status 100 comes before the response. */
    INTERIM_100(true),
    /** An event of a stream has up to four tokens. */
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

    /** Returns true if the response is correct although it is unusual, so that a client must accept it. */
    public boolean isLegal() {
        return legal;
    }

    /** Returns true if a response can have this fault. Some faults need a stream or token counts. */
    boolean canHappen(boolean stream, boolean usage) {
        return this != TLS_FAILURE && (stream || !STREAM_ONLY.contains(this)) && (usage || this != MISSING_USAGE);
    }

    /** Returns the name of this fault in command-line options and request headers, such as {@code fin-in-stream}. */
    public String label() {
        return this == HTTP_1_0 ? "http-1.0" : name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the fault with a {@link #label}. */
    public static Fault of(String label) {
        return Arrays.stream(values())
                .filter(fault -> fault.label().equals(label))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("unknown fault '" + label + "'; the nearest is "
                        + nearest(label).label()));
    }

    /** Returns true if this fault replaces the whole response, so that no completion is generated. */
    boolean replacesResponse() {
        return compareTo(RST_BEFORE) <= 0;
    }

    /** Returns the HTTP error status that this fault causes, or 0 if this fault does not cause one. */
    int status() {
        return compareTo(HTTP_504) <= 0 ? Integer.parseInt(name().substring("HTTP_".length())) : 0;
    }

    private static Fault nearest(String label) {
        return Arrays.stream(values())
                .min(Comparator.comparingInt(fault -> EditDistance.between(fault.label(), label)))
                .orElseThrow();
    }
}
