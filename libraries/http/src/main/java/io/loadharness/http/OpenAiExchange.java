// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/** The exchange of one request for one or more prompts. Reports exactly one end to the listener of each prompt. */
final class OpenAiExchange implements ExchangeListener {

    private static final int OK = 200;

    private final Protocol protocol;
    private final boolean streamed;
    private final int maxEventBytes;
    private final SecretFilter secrets;
    private final Completion completion;
    private final JsonCursorPool cursors;
    private final LongAdder idsPerChunk;
    private @Nullable JsonCursor json;
    private long sent = Timeline.UNKNOWN;
    private long dequeued = Timeline.UNKNOWN;
    private long firstByte = Timeline.UNKNOWN;
    private @Nullable ResponseBody body;
    private boolean delivered;

    OpenAiExchange(OpenAiBackend.Settings settings, List<? extends ResponseListener> listeners) {
        protocol = settings.protocol();
        streamed = settings.streamed();
        maxEventBytes = settings.maxEventBytes();
        secrets = settings.secrets();
        cursors = settings.cursors();
        idsPerChunk = settings.idsPerChunk();
        completion = new Completion(choices(listeners, streamed), settings.keepsText());
    }

    private static List<Choice> choices(List<? extends ResponseListener> listeners, boolean streamed) {
        List<Choice> choices = new ArrayList<>(listeners.size());
        for (ResponseListener each : listeners) {
            choices.add(new Choice(each, streamed));
        }
        return choices;
    }

    @Override
    public void dequeued(long nanos) {
        dequeued = nanos;
    }

    @Override
    public void sent(long nanos) {
        sent = nanos;
    }

    @Override
    public void head(long nanos, ResponseHead head) {
        firstByte = nanos;
        body = head.status() == OK ? bodyOf(head) : new ErrorBody(head);
    }

    private ResponseBody bodyOf(ResponseHead head) {
        String expected = streamed ? "text/event-stream" : "application/json";
        String type = head.header("content-type").orElse("missing");
        if (!mediaType(type).equalsIgnoreCase(expected)) {
            throw FailureException.malformed("the content type must be " + expected + ": got " + Excerpt.of(type));
        }
        JsonCursor cursor = cursors.acquire();
        json = cursor;
        return streamed
                ? new StreamedBody(protocol, completion, cursor, maxEventBytes)
                : new JsonBody(protocol, completion, cursor, maxEventBytes, head);
    }

    private static String mediaType(String contentType) {
        int parameters = contentType.indexOf(';');
        return (parameters < 0 ? contentType : contentType.substring(0, parameters)).strip();
    }

    @Override
    public void body(long nanos, byte[] bytes, int from, int to) {
        Objects.requireNonNull(body).take(nanos, bytes, from, to);
    }

    @Override
    public void end(long nanos) {
        Objects.requireNonNull(body).end(nanos);
        delivered = true;
        releaseCursor();
        if (completion.hasIdPerChunk()) {
            idsPerChunk.increment();
        }
        ExchangeTimes times = new ExchangeTimes(dequeued, sent, firstByte);
        boolean isContradictory = completion.hasContradictoryUsage();
        for (Choice each : completion.choices()) {
            deliver(each, isContradictory, times, nanos);
        }
    }

    private void releaseCursor() {
        if (json != null) {
            cursors.release(json);
            json = null;
        }
    }

    private void deliver(Choice choice, boolean isContradictory, ExchangeTimes times, long nanos) {
        Response response;
        try {
            response = choice.response(completion.usageOfOne(), isContradictory, times, nanos);
        } catch (FailureException e) {
            choice.listener().failed(secrets.redact(e.failure()), choice.timeline(times, nanos));
            return;
        }
        choice.listener().end(response);
    }

    @Override
    public void failed(long nanos, Failure failure) {
        if (delivered) {
            return;
        }
        delivered = true;
        releaseCursor();
        Failure reported = secrets.redact(preferHttpError(failure));
        ExchangeTimes times = new ExchangeTimes(dequeued, sent, firstByte);
        for (Choice each : completion.choices()) {
            each.listener().failed(reported, each.timeline(times, nanos));
        }
    }

    /**
     * Returns the HTTP error if the response has an error status, even if its body was truncated or timed out. Returns {@code failure} if
     * the response has no error status, or if the client caused the failure.
     */
    private Failure preferHttpError(Failure failure) {
        boolean isLocal = failure.kind() == Failure.Kind.CANCELLED || failure.kind() == Failure.Kind.BACKEND_EXCEPTION;
        return body instanceof ErrorBody error && !isLocal ? error.failure().failure() : failure;
    }
}
