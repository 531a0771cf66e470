// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import java.nio.charset.StandardCharsets;

/** Reads the answers on one connection, one after the other. Goes on wherever a read cut it. For one thread. */
final class AnswerDecoder {

    /** Takes what is read. */
    interface Sink {

        /** The head of the final answer. */
        void head(AnswerHead head);

        /** A piece of its body, free of any encoding, in {@code [from, to)}. */
        void body(byte[] bytes, int from, int to);
    }

    private static final int MOST_HEAD_BYTES = 1 << 16;
    private static final int NO_CONTENT = 204;
    private static final int NOT_MODIFIED = 304;

    private enum Part {
        HEAD,
        LENGTH,
        CHUNKS,
        UNTIL_CLOSE,
        COMPLETE
    }

    private final StringBuilder carried = new StringBuilder();
    private final Chunks chunks = new Chunks();
    private Part part = Part.COMPLETE;
    private boolean bodiless;
    private boolean lineIsEmpty;
    private boolean keepsAlive;
    private long left;

    /** Expects an answer; without a body whatever its head says, if it answers a HEAD. */
    void begin(boolean answersHead) {
        part = Part.HEAD;
        bodiless = answersHead;
        beginHead();
    }

    private void beginHead() {
        carried.setLength(0);
        lineIsEmpty = false;
    }

    /** Whether the answer has come as a whole. */
    boolean isComplete() {
        return part == Part.COMPLETE;
    }

    /** Whether the connection is free for a further request once the answer is complete. */
    boolean keepsAlive() {
        return keepsAlive;
    }

    /** Whether the end of the connection is the end of the answer. */
    boolean endsWithConnection() {
        return part == Part.UNTIL_CLOSE;
    }

    /**
     * Reads on; what lies in the array is not what it was when this returns.
     *
     * @return where it stopped: at the end of the answer, or at {@code to}
     * @throws MalformedAnswer if this is not HTTP
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
        if (!isWhole || carried.length() > 0) {
            carried.append(text);
            if (!AnswerHead.mayBegin(carried)) {
                throw new MalformedAnswer("it does not begin with HTTP/1");
            }
            if (carried.length() > MOST_HEAD_BYTES) {
                throw new MalformedAnswer("the head is longer than " + MOST_HEAD_BYTES + " bytes");
            }
        }
        if (isWhole) {
            AnswerHead head = AnswerHead.of(carried.length() > 0 ? carried.toString() : text);
            beginHead();
            if (!head.isInterim()) {
                begin(head);
                sink.head(head);
            }
        }
        return at;
    }

    /** Behind the empty line, or -1 if it is yet to come. */
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

    private void begin(AnswerHead head) {
        keepsAlive = head.keepsAlive();
        if (bodiless || head.status() == NO_CONTENT || head.status() == NOT_MODIFIED) {
            part = Part.COMPLETE;
        } else if (head.isChunked()) {
            chunks.begin();
            part = Part.CHUNKS;
        } else if (head.length() == AnswerHead.UNKNOWN) {
            keepsAlive = false;
            part = Part.UNTIL_CLOSE;
        } else {
            left = head.length();
            part = left == 0 ? Part.COMPLETE : Part.LENGTH;
        }
    }

    private int body(byte[] bytes, int from, int to, Sink sink) {
        int at = to;
        int end = to;
        if (part == Part.CHUNKS) {
            at = chunks.free(bytes, from, to);
            end = chunks.freedEnd();
            part = chunks.isComplete() ? Part.COMPLETE : part;
        } else if (part == Part.LENGTH) {
            at = end = (int) Math.min(to, from + left);
            left -= end - from;
            part = left == 0 ? Part.COMPLETE : part;
        }
        if (end > from) {
            sink.body(bytes, from, end);
        }
        return at;
    }
}
