// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.util.Set;

/** The answer to one prompt as it grows. */
final class GrowingAnswer {

    private static final Set<String> BAD_ENDS = Set.of("abort", "error", "cancelled", "timeout");

    private final ResponseListener listener;
    private final boolean streamed;
    private final StringBuilder text = new StringBuilder(0);
    private final IntList ids = new IntList();
    private int reasoningIds;
    private boolean boreTokens;
    private String finishReason = "";
    private long firstToken = Timeline.UNKNOWN;
    private long firstAnswer = Timeline.UNKNOWN;
    private long lastToken = Timeline.UNKNOWN;
    private long finished = Timeline.UNKNOWN;

    /** Begins an answer. */
    GrowingAnswer(ResponseListener listener, boolean streamed) {
        this.listener = listener;
        this.streamed = streamed;
    }

    ResponseListener listener() {
        return listener;
    }

    IntList ids() {
        return ids;
    }

    /** Adds what a chunk brought, which was read at a time. */
    void add(Chunk chunk, long nanos) {
        if (chunk.bearsToken() && !finishReason.isEmpty()) {
            throw FailureException.malformed("more of the answer follows its finish reason, " + finishReason);
        }
        boreTokens |= chunk.bearsToken();
        if (chunk.holdsWholeText()) {
            text.setLength(0);
        }
        text.append(chunk.text());
        ids.addAll(chunk.ids());
        reasoningIds += chunk.isReasoning() ? chunk.ids().size() : 0;
        if (streamed && chunk.bearsToken()) {
            tokenCame(chunk, nanos);
        }
        if (!chunk.finishReason().isEmpty()) {
            finishReason = chunk.finishReason();
            finished = nanos;
        }
    }

    private void tokenCame(Chunk chunk, long nanos) {
        lastToken = nanos;
        if (firstAnswer == Timeline.UNKNOWN && !chunk.isReasoning()) {
            firstAnswer = nanos;
        }
        if (firstToken == Timeline.UNKNOWN) {
            firstToken = nanos;
            listener.firstToken(nanos, soFar());
        } else {
            listener.tokens(nanos, chunk.ids().size());
        }
    }

    /** The answer is complete, unless it is not. */
    Response response(Usage usage, Wire wire, long done) {
        if (finishReason.isEmpty()) {
            throw new FailureException(
                    Failure.Kind.TRUNCATED_STREAM, "the answer ended without a reason why it finished");
        }
        if (BAD_ENDS.contains(finishReason)) {
            throw new FailureException(
                    Failure.Kind.IN_BAND_ERROR, "the server gave the answer up: finish reason " + finishReason);
        }
        int count = ids.size() > 0 ? ids.size() : Math.max(0, usage.completion());
        requireAgreement(usage, count);
        if (streamed && firstToken == Timeline.UNKNOWN && count > 0) {
            tokenCameWithFinish();
        }
        Timeline timeline = timeline(wire, streamed ? lastToken : done, done);
        return new Response(soFar(), count, source(usage), reasoning(usage), usage, finishReason, timeline);
    }

    /** What the server counts is what it sent. A single token may be the one that ends the text and has none itself. */
    private void requireAgreement(Usage usage, int count) {
        if (ids.size() > 0 && usage.completion() != Usage.UNKNOWN && usage.completion() != ids.size()) {
            throw FailureException.malformed("the answer has " + ids.size() + " token ids, and the server counts "
                    + usage.completion() + " tokens");
        }
        if (!boreTokens && count > 1) {
            throw FailureException.malformed("the server counts " + count + " tokens, but the answer has none");
        }
    }

    private void tokenCameWithFinish() {
        lastToken = finished;
        firstAnswer = finished;
        firstToken = finished;
        listener.firstToken(finished, soFar());
    }

    /** What a request that failed had come to. */
    Timeline timeline(Wire wire, long done) {
        return timeline(wire, lastToken, done);
    }

    private Timeline timeline(Wire wire, long last, long done) {
        return Timeline.builder()
                .taken(wire.taken())
                .sent(wire.sent())
                .firstByte(wire.firstByte())
                .firstToken(firstToken)
                .firstAnswer(firstAnswer)
                .lastToken(last)
                .done(done)
                .build();
    }

    private Output soFar() {
        return Output.of(ids.toArray(), text.toString());
    }

    private TokenSource source(Usage usage) {
        if (ids.size() > 0) {
            return TokenSource.IDS;
        }
        return usage.completion() == Usage.UNKNOWN ? TokenSource.NONE : TokenSource.USAGE;
    }

    private int reasoning(Usage usage) {
        return usage.reasoning() == Usage.UNKNOWN && ids.size() > 0 ? reasoningIds : usage.reasoning();
    }
}
