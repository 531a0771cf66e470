// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import java.nio.charset.StandardCharsets;

/** Decodes the HTTP/1.1 responses on one connection. The responses may be split at any byte. Not thread-safe. */
final class Http1Decoder {

    /** A receiver of decoded responses. */
    interface Sink {

        /** Called for the head of a response. Not called for an interim response, such as status 100. */
        void head(Http1ResponseHead head);

        /** Called for each part of the body, in {@code [from, to)}, without transfer encoding. */
        void body(byte[] bytes, int from, int to);
    }

    private static final int MAX_HEAD_BYTES = 1 << 16;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private enum Part {
        HEAD,
        LENGTH,
        CHUNKS,
        UNTIL_CLOSE,
        COMPLETE
    }

    private final StringBuilder partial = new StringBuilder();
    private final ChunkedDecoder chunks = new ChunkedDecoder();
    private Part part = Part.COMPLETE;
    private boolean hasNoBody;
    private boolean lineIsEmpty;
    private boolean keepsAlive;
    private long remaining;

    /** Prepares for the first byte of a response. The response to a HEAD request has no body, even if its headers contain a length. */
    void start(boolean isHeadRequest) {
        part = Part.HEAD;
        hasNoBody = isHeadRequest;
        startHead();
    }

    private void startHead() {
        partial.setLength(0);
        lineIsEmpty = false;
    }

    /** Returns true if the response is complete. */
    boolean isComplete() {
        return part == Part.COMPLETE;
    }

    /** Returns true if the connection can be used for another request after this response. */
    boolean keepsAlive() {
        return keepsAlive;
    }

    /** Returns true if the response ends when the connection is closed. */
    boolean endsWithConnection() {
        return part == Part.UNTIL_CLOSE;
    }

    /**
     * Decodes the next bytes, in {@code [from, to)}. Changes the content of the array.
     *
     * @return the position after the last decoded byte: the end of the response, or {@code to}
     * @throws MalformedResponseException if the bytes are not HTTP
     */
    int decode(byte[] bytes, int from, int to, Sink sink) {
        int at = from;
        while (at < to && part != Part.COMPLETE) {
            at = part == Part.HEAD ? head(bytes, at, to, sink) : body(bytes, at, to, sink);
        }
        return at;
    }

    private int head(byte[] bytes, int from, int to, Sink sink) {
        int end = endOfHead(bytes, from, to);
        boolean isWhole = end >= 0;
        int at = isWhole ? end : to;
        String text = new String(bytes, from, at - from, StandardCharsets.ISO_8859_1);
        if (!isWhole || partial.length() > 0) {
            partial.append(text);
            if (!Http1ResponseHead.mayStart(partial)) {
                throw new MalformedResponseException("it does not start with HTTP/1");
            }
            if (partial.length() > MAX_HEAD_BYTES) {
                throw new MalformedResponseException("the head is longer than " + MAX_HEAD_BYTES + " bytes");
            }
        }
        if (isWhole) {
            Http1ResponseHead head = Http1ResponseHead.of(partial.length() > 0 ? partial.toString() : text);
            startHead();
            if (!head.isInterim()) {
                startBody(head);
                sink.head(head);
            }
        }
        return at;
    }

    /** Returns the position after the empty line at the end of the head, or -1 if that line is not yet received. */
    private int endOfHead(byte[] bytes, int from, int to) {
        for (int i = from; i < to; i++) {
            byte b = bytes[i];
            if (b == '\n') {
                if (lineIsEmpty) {
                    return i + 1;
                }
                lineIsEmpty = true;
            } else if (b != '\r') {
                lineIsEmpty = false;
            }
        }
        return -1;
    }

    private void startBody(Http1ResponseHead head) {
        keepsAlive = head.keepsAlive();
        if (hasNoBody || head.status() == NO_CONTENT || head.status() == NOT_MODIFIED) {
            part = Part.COMPLETE;
        } else if (head.isChunked()) {
            chunks.start();
            part = Part.CHUNKS;
        } else if (head.length() == Http1ResponseHead.UNKNOWN) {
            keepsAlive = false;
            part = Part.UNTIL_CLOSE;
        } else {
            remaining = head.length();
            part = remaining == 0 ? Part.COMPLETE : Part.LENGTH;
        }
    }

    private int body(byte[] bytes, int from, int to, Sink sink) {
        int at = to;
        int end = to;
        if (part == Part.CHUNKS) {
            at = chunks.decode(bytes, from, to);
            end = chunks.decodedEnd();
            part = chunks.isComplete() ? Part.COMPLETE : part;
        } else if (part == Part.LENGTH) {
            at = end = (int) Math.min(to, from + remaining);
            remaining -= end - from;
            part = remaining == 0 ? Part.COMPLETE : part;
        }
        if (end > from) {
            sink.body(bytes, from, end);
        }
        return at;
    }
}
