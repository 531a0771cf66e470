// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One request, for one prompt or several, and what becomes of it. Every listener hears exactly one end. */
final class OpenAiExchange implements ExchangeListener {

    private static final int OK = 200;

    private final Protocol protocol;
    private final boolean streamed;
    private final int maxEventBytes;
    private final SecretFilter secrets;
    private final Answer answer;
    private final JsonCursors cursors;
    private @Nullable JsonCursor json;
    private long sent = Timeline.UNKNOWN;
    private long taken = Timeline.UNKNOWN;
    private long firstByte = Timeline.UNKNOWN;
    private @Nullable AnswerBody body;
    private boolean delivered;

    OpenAiExchange(OpenAiBackend.Settings settings, List<? extends ResponseListener> listeners) {
        protocol = settings.protocol();
        streamed = settings.streamed();
        maxEventBytes = settings.maxEventBytes();
        secrets = settings.secrets();
        cursors = settings.cursors();
        answer = new Answer(choices(listeners, streamed), settings.keepsText());
    }

    private static List<GrowingAnswer> choices(List<? extends ResponseListener> listeners, boolean streamed) {
        List<GrowingAnswer> choices = new ArrayList<>(listeners.size());
        for (ResponseListener each : listeners) {
            choices.add(new GrowingAnswer(each, streamed));
        }
        return choices;
    }

    @Override
    public void taken(long nanos) {
        taken = nanos;
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

    private AnswerBody bodyOf(ResponseHead head) {
        String due = streamed ? "text/event-stream" : "application/json";
        String type = head.header("content-type").orElse("missing");
        if (!mediaType(type).equalsIgnoreCase(due)) {
            throw FailureException.malformed("the content type is " + Excerpt.of(type) + ", and should be " + due);
        }
        JsonCursor cursor = cursors.take();
        json = cursor;
        return streamed
                ? new StreamedBody(protocol, answer, cursor, maxEventBytes)
                : new WholeBody(protocol, answer, cursor, maxEventBytes, head);
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
        giveBackCursor();
        Wire wire = new Wire(taken, sent, firstByte);
        for (GrowingAnswer each : answer.choices()) {
            deliver(each, wire, nanos);
        }
    }

    private void giveBackCursor() {
        if (json != null) {
            cursors.giveBack(json);
            json = null;
        }
    }

    private void deliver(GrowingAnswer choice, Wire wire, long nanos) {
        Response response;
        try {
            response = choice.response(answer.usageOfOne(), wire, nanos);
        } catch (FailureException e) {
            choice.listener().failed(secrets.strike(e.failure()), choice.timeline(wire, nanos));
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
        giveBackCursor();
        Failure told = secrets.strike(gravest(failure));
        Wire wire = new Wire(taken, sent, firstByte);
        for (GrowingAnswer each : answer.choices()) {
            each.listener().failed(told, each.timeline(wire, nanos));
        }
    }

    /** An error status stays one, even if what came with it was cut off or late. */
    private Failure gravest(Failure failure) {
        boolean isOurs = failure.kind() == Failure.Kind.CANCELLED || failure.kind() == Failure.Kind.BACKEND_EXCEPTION;
        return body instanceof ErrorBody error && !isOurs ? error.failure().failure() : failure;
    }
}
