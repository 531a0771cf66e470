// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Decodes an event stream as defined by the WHATWG specification. The stream may be split at any byte. The decoder works on bytes only; the
 * sink decodes UTF-8. The fields {@code id} and {@code retry} have no effect, because the client never reconnects: a truncated stream is a
 * failure.
 *
 * <p>Each stream needs its own decoder. Not thread-safe. If the given bytes contain a whole event, the decoder passes the event to the sink
 * without a copy.
 */
final class SseDecoder {

    static final String MESSAGE = "message";

    private static final byte[] BYTE_ORDER_MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final byte[] DATA = {'d', 'a', 't', 'a'};
    private static final byte[] EVENT = {'e', 'v', 'e', 'n', 't'};
    private static final byte[] MESSAGE_BYTES = MESSAGE.getBytes(StandardCharsets.US_ASCII);
    private static final byte[] LINE_FEED = {'\n'};

    /** A receiver of events. */
    @FunctionalInterface
    interface Sink {

        /** Called for an event. The data of the event is in {@code [from, to)}, and is valid only until this method returns. */
        void event(String type, byte[] bytes, int from, int to);
    }

    private final Sink sink;
    private final int limit;

    /** The start of a line whose end is not yet received. */
    private final Bytes line;

    /** A copy of the data of the current event. Empty as long as all data is still in the array of the caller. */
    private final Bytes data;

    private boolean afterCarriageReturn;
    private boolean started;
    private String type = "";
    private int dataLines;
    private byte @Nullable [] borrowed;
    private int borrowedFrom;
    private int borrowedTo;

    /** Creates a decoder that rejects lines and events of more than {@code limit} bytes. */
    SseDecoder(Sink sink, int limit) {
        this.sink = sink;
        this.limit = limit;
        this.line = new Bytes(limit);
        this.data = new Bytes(limit);
    }

    /** Decodes the next bytes, in {@code [from, to)}. */
    void feed(byte[] bytes, int from, int to) {
        int start = from;
        if (afterCarriageReturn && start < to) {
            afterCarriageReturn = false;
            start += bytes[start] == '\n' ? 1 : 0;
        }
        while (start < to) {
            int end = LineEnd.find(bytes, start, to);
            if (end == to) {
                append(line, bytes, start, to);
                break;
            }
            endLine(bytes, start, end);
            start = end + 1;
            if (bytes[end] == '\r') {
                if (start == to) {
                    afterCarriageReturn = true;
                } else if (bytes[start] == '\n') {
                    start++;
                }
            }
        }
        copyBorrowed();
    }

    private void endLine(byte[] bytes, int from, int to) {
        if (line.length() == 0) {
            if (to - from > limit) {
                throw tooLong();
            }
            take(bytes, from, to, true);
        } else {
            append(line, bytes, from, to);
            take(line.array(), 0, line.length(), false);
            line.clear();
        }
    }

    private void take(byte[] bytes, int from, int to, boolean canBorrow) {
        int start = from;
        if (!started) {
            started = true;
            start += startsWith(BYTE_ORDER_MARK, bytes, from, to) ? BYTE_ORDER_MARK.length : 0;
        }
        if (start == to) {
            dispatch();
        } else if (bytes[start] != ':') {
            int colon = start;
            while (colon < to && bytes[colon] != ':') {
                colon++;
            }
            int value = Math.min(to, colon + 1);
            value += value < to && bytes[value] == ' ' ? 1 : 0;
            if (isName(DATA, bytes, start, colon)) {
                addData(bytes, value, to, canBorrow);
            } else if (isName(EVENT, bytes, start, colon)) {
                type = type(bytes, value, to);
            }
        }
    }

    private void addData(byte[] bytes, int from, int to, boolean canBorrow) {
        if (dataLines++ == 0 && canBorrow) {
            borrowed = bytes;
            borrowedFrom = from;
            borrowedTo = to;
            return;
        }
        copyBorrowed();
        if (dataLines > 1) {
            append(data, LINE_FEED, 0, 1);
        }
        append(data, bytes, from, to);
    }

    private void copyBorrowed() {
        if (borrowed != null) {
            append(data, borrowed, borrowedFrom, borrowedTo);
            borrowed = null;
        }
    }

    private void dispatch() {
        boolean hasData = dataLines > 0;
        String found = type.isEmpty() ? MESSAGE : type;
        type = "";
        dataLines = 0;
        if (!hasData) {
            return;
        }
        if (borrowed != null) {
            byte[] whole = borrowed;
            borrowed = null;
            sink.event(found, whole, borrowedFrom, borrowedTo);
        } else {
            sink.event(found, data.array(), 0, data.length());
            data.clear();
        }
    }

    private String type(byte[] bytes, int from, int to) {
        return isName(MESSAGE_BYTES, bytes, from, to)
                ? MESSAGE
                : new String(bytes, from, to - from, StandardCharsets.UTF_8);
    }

    private void append(Bytes to, byte[] bytes, int from, int end) {
        if (!to.append(bytes, from, end)) {
            throw tooLong();
        }
    }

    private FailureException tooLong() {
        return FailureException.malformed("a line or an event of the stream is longer than " + limit + " bytes");
    }

    private static boolean isName(byte[] name, byte[] bytes, int from, int to) {
        return to - from == name.length && startsWith(name, bytes, from, to);
    }

    private static boolean startsWith(byte[] prefix, byte[] bytes, int from, int to) {
        return to - from >= prefix.length && Arrays.equals(bytes, from, from + prefix.length, prefix, 0, prefix.length);
    }
}
