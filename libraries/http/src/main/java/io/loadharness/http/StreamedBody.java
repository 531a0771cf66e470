// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.util.Arrays;

/** An answer that comes as a stream of events, complete only with its end marker. */
final class StreamedBody implements AnswerBody {

    private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};

    private final Protocol protocol;
    private final Answer answer;
    private final JsonCursor json;
    private final JsonCursor.Reader reader;
    private final SseDecoder decoder;
    private long nanos;
    private boolean doneSeen;

    StreamedBody(Protocol protocol, Answer answer, JsonCursor json, int limit) {
        this.protocol = protocol;
        this.answer = answer;
        this.json = json;
        this.reader = this::read;
        this.decoder = new SseDecoder(this::event, limit);
    }

    @Override
    public void take(long readNanos, byte[] bytes, int from, int to) {
        nanos = readNanos;
        decoder.feed(bytes, from, to);
    }

    @Override
    public void end(long readNanos) {
        if (!answer.isComplete()) {
            throw new FailureException(Failure.Kind.TRUNCATED_STREAM, "the stream ended without its end marker");
        }
    }

    private void event(String type, byte[] bytes, int from, int to) {
        boolean isDone = to - from == DONE.length && bytes[from] == '[' && isDone(bytes, from, to);
        if (doneSeen || (answer.isComplete() && !isDone)) {
            throw FailureException.malformed("something follows the end of the stream: " + Excerpt.of(bytes, from, to));
        }
        if (isDone) {
            doneSeen = true;
            answer.complete();
            return;
        }
        json.object(bytes, from, to, type.equals("error") ? StreamedBody::readError : reader);
    }

    private void read(JsonCursor event) {
        protocol.read(event, answer, nanos);
    }

    private static void readError(JsonCursor event) {
        throw Answer.inBand(Errors.read(event));
    }

    private static boolean isDone(byte[] bytes, int from, int to) {
        return Arrays.equals(bytes, from, to, DONE, 0, DONE.length);
    }
}
