// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.util.Arrays;

/** A response body that is a stream of events. The stream is complete only if its end marker was received. */
final class StreamedBody implements ResponseBody {

    private static final byte[] DONE = {'[', 'D', 'O', 'N', 'E', ']'};

    private final Protocol protocol;
    private final Completion completion;
    private final JsonCursor json;
    private final JsonCursor.Reader reader;
    private final SseDecoder decoder;
    private long nanos;
    private boolean doneSeen;

    StreamedBody(Protocol protocol, Completion completion, JsonCursor json, int limit) {
        this.protocol = protocol;
        this.completion = completion;
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
        if (!completion.isComplete()) {
            throw new FailureException(Failure.Kind.TRUNCATED_STREAM, "the stream ended without its end marker");
        }
    }

    private void event(String type, byte[] bytes, int from, int to) {
        boolean isDone = to - from == DONE.length && bytes[from] == '[' && isDone(bytes, from, to);
        if (doneSeen || (completion.isComplete() && !isDone)) {
            throw FailureException.malformed("data follows the end of the stream: " + Excerpt.of(bytes, from, to));
        }
        if (isDone) {
            doneSeen = true;
            completion.complete();
            return;
        }
        json.object(bytes, from, to, type.equals("error") ? StreamedBody::readError : reader);
    }

    private void read(JsonCursor event) {
        protocol.read(event, completion, nanos);
    }

    private static void readError(JsonCursor event) {
        throw Completion.inBand(Errors.read(event));
    }

    private static boolean isDone(byte[] bytes, int from, int to) {
        return Arrays.equals(bytes, from, to, DONE, 0, DONE.length);
    }
}
