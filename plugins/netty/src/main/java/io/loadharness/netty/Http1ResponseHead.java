// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.ResponseHead;
import java.util.Optional;

/**
 * The head of an HTTP/1.1 response: the status line and the headers. It also contains the length of the body. Immutable after construction.
 */
final class Http1ResponseHead {

    /** The value for a missing content length. */
    static final long UNKNOWN = -1;

    private static final String STATUS_LINE = "HTTP/1.";
    private static final int STATUS_AT = 9;
    private static final int MAX_DIGITS = 18;

    private final String text;
    private final int status;
    private boolean keepsAlive;
    private boolean chunked;
    private long length = UNKNOWN;

    private Http1ResponseHead(String text) {
        this.text = text;
        this.status = status(text);
        this.keepsAlive = text.charAt(STATUS_LINE.length()) != '0';
        readLines();
    }

    /**
     * Parses a head.
     *
     * @param text the bytes from the status line to the empty line, one character per byte
     * @throws MalformedResponseException if the text is not a valid head
     */
    static Http1ResponseHead of(String text) {
        return new Http1ResponseHead(text);
    }

    /** Returns true if a response can start with these characters. */
    static boolean mayStart(CharSequence start) {
        int compared = Math.min(start.length(), STATUS_LINE.length());
        return STATUS_LINE.contentEquals(start.subSequence(0, compared)) || STATUS_LINE.startsWith(start.toString());
    }

    private static int status(String text) {
        int end = STATUS_AT + 3;
        if (!text.startsWith(STATUS_LINE) || text.length() < end || text.charAt(STATUS_AT - 1) != ' ') {
            throw new MalformedResponseException("it has no status line");
        }
        int code = 0;
        for (int i = STATUS_AT; i < end; i++) {
            code = 10 * code + digit(text.charAt(i), "the status");
        }
        if (code < 100 || (text.length() > end && Character.isDigit(text.charAt(end)))) {
            throw new MalformedResponseException("the status does not have three digits");
        }
        return code;
    }

    private void readLines() {
        int from = text.indexOf('\n') + 1;
        for (int end = text.indexOf('\n', from); end > from; end = text.indexOf('\n', from)) {
            int colon = text.indexOf(':', from);
            boolean isLast = text.charAt(from) == '\r';
            boolean isContinuation = text.charAt(from) == ' ' || text.charAt(from) == '\t';
            if (!isLast && !isContinuation) {
                if (colon < 0 || colon > end) {
                    throw new MalformedResponseException("a header has no colon");
                }
                readLine(from, colon, end);
            }
            from = end + 1;
        }
    }

    private void readLine(int from, int colon, int end) {
        if (isNamed("content-length", from, colon)) {
            readLength(text.substring(colon + 1, end).strip());
        } else if (isNamed("transfer-encoding", from, colon)) {
            String coding = text.substring(colon + 1, end).strip();
            if (!coding.equalsIgnoreCase("chunked")) {
                throw new MalformedResponseException("the transfer encoding is not \"chunked\"");
            }
            chunked = true;
        } else if (isNamed("connection", from, colon)) {
            for (String option : text.substring(colon + 1, end).split(",", -1)) {
                readConnection(option.strip());
            }
        }
    }

    private void readConnection(String option) {
        if (option.equalsIgnoreCase("close")) {
            keepsAlive = false;
        } else if (option.equalsIgnoreCase("keep-alive")) {
            keepsAlive = true;
        }
    }

    private void readLength(String digits) {
        if (digits.isEmpty() || digits.length() > MAX_DIGITS) {
            throw new MalformedResponseException("the content length is not a number");
        }
        long value = 0;
        for (int i = 0; i < digits.length(); i++) {
            value = 10 * value + digit(digits.charAt(i), "the content length");
        }
        if (length != UNKNOWN && length != value) {
            throw new MalformedResponseException("the head has two different content lengths");
        }
        length = value;
    }

    private static int digit(char c, String where) {
        if (c < '0' || c > '9') {
            throw new MalformedResponseException(where + " is not a number");
        }
        return c - '0';
    }

    private boolean isNamed(String name, int from, int colon) {
        return colon - from == name.length() && text.regionMatches(true, from, name, 0, name.length());
    }

    int status() {
        return status;
    }

    /** Returns true if this response is interim, and the final response follows. */
    boolean isInterim() {
        return status < 200 && status != 101;
    }

    /** Returns true if the server keeps the connection open. */
    boolean keepsAlive() {
        return keepsAlive;
    }

    boolean isChunked() {
        return chunked;
    }

    /** Returns the length of the body, or {@link #UNKNOWN}. */
    long length() {
        return length;
    }

    ResponseHead toResponseHead() {
        return new ResponseHead(status, this::firstValue);
    }

    private Optional<String> firstValue(String name) {
        int from = text.indexOf('\n') + 1;
        for (int end = text.indexOf('\n', from); end > from; end = text.indexOf('\n', from)) {
            if (isNamed(name, from, text.indexOf(':', from))) {
                return Optional.of(text.substring(from + name.length() + 1, end).strip());
            }
            from = end + 1;
        }
        return Optional.empty();
    }
}
