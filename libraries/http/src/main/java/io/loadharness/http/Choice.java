// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import io.loadharness.internal.FinishReasons;

/** The output for one prompt, built from chunks. */
final class Choice {

    private final ResponseListener listener;
    private final boolean streamed;
    private final ResponseId responseId = new ResponseId();
    private final StringBuilder text = new StringBuilder(0);
    private final IntList ids = new IntList();
    private int reasoningIds;
    private boolean hasTokens;
    private int contentChunks;
    private int reasoningChunks;
    private int reported = Usage.UNKNOWN;
    private String finishReason = "";
    private long firstToken = Timeline.UNKNOWN;
    private long firstContent = Timeline.UNKNOWN;
    private long lastToken = Timeline.UNKNOWN;
    private long finished = Timeline.UNKNOWN;

    Choice(ResponseListener listener, boolean streamed) {
        this.listener = listener;
        this.streamed = streamed;
    }

    ResponseListener listener() {
        return listener;
    }

    IntList ids() {
        return ids;
    }

    /** Returns the check of the ids of the chunks. */
    ResponseId responseId() {
        return responseId;
    }

    /** Sets the number of tokens that the server reported after a chunk of this choice. */
    void reported(int tokens) {
        reported = tokens;
    }

    /** Returns true if the server last reported the number of token ids of this choice. */
    boolean hasReportedIds() {
        return reported == ids.size();
    }

    /** Returns true if the server has reported a finish reason. */
    boolean isFinished() {
        return !finishReason.isEmpty();
    }

    /** Adds a chunk that was read at the time {@code nanos}. */
    void add(Chunk chunk, long nanos) {
        if (chunk.hasTokens() && isFinished()) {
            throw FailureException.malformed(
                    "the response has more tokens after its finish reason \"" + finishReason + "\"");
        }
        hasTokens |= chunk.hasTokens();
        if (chunk.hasCompleteText()) {
            text.setLength(0);
        }
        text.append(chunk.text());
        ids.addAll(chunk.ids());
        reasoningIds += chunk.isReasoning() ? chunk.ids().size() : 0;
        if (streamed && chunk.hasTokens()) {
            tokensReceived(chunk, nanos);
        }
        if (!chunk.finishReason().isEmpty()) {
            finishReason = chunk.finishReason();
            finished = nanos;
        }
    }

    private void tokensReceived(Chunk chunk, long nanos) {
        lastToken = nanos;
        if (chunk.isReasoning()) {
            reasoningChunks++;
        } else {
            contentChunks++;
            firstContent = firstContent == Timeline.UNKNOWN ? nanos : firstContent;
        }
        if (firstToken == Timeline.UNKNOWN) {
            firstToken = nanos;
            listener.firstToken(nanos, soFar());
        } else {
            listener.tokens(nanos, chunk.ids().size());
        }
    }

    /**
     * Returns the response. Throws {@link FailureException} if the response is incomplete or inconsistent.
     *
     * @param isContradictory true if the server reported usages that contradict each other or the token ids
     */
    Response response(Usage usage, boolean isContradictory, ExchangeTimes times, long done) {
        responseId.requireSame();
        if (!isFinished()) {
            throw new FailureException(Failure.Kind.TRUNCATED_STREAM, "the response ended without a finish reason");
        }
        Failure aborted = FinishReasons.failure(finishReason);
        if (aborted != null) {
            throw new FailureException(aborted);
        }
        int count = ids.size() > 0 ? ids.size() : counted(usage);
        requireAgreement(usage, count);
        if (streamed && firstToken == Timeline.UNKNOWN && count > 0) {
            tokenReceivedWithFinish();
        }
        Timeline timeline = timeline(times, streamed ? lastToken : done, done);
        return new Response(
                soFar(), count, source(usage, count, isContradictory), reasoning(usage), usage, finishReason, timeline);
    }

    /**
     * Throws {@link FailureException} if the token count that the server reports does not match the content of the response. A response
     * without text and token ids may have a token count of one, because the end token has no text.
     */
    private void requireAgreement(Usage usage, int count) {
        if (ids.size() > 0 && usage.completion() != Usage.UNKNOWN && usage.completion() != ids.size()) {
            throw FailureException.malformed("the response has " + ids.size() + " token ids, but the server counts "
                    + usage.completion() + " tokens");
        }
        if (!hasTokens && count > 1) {
            throw FailureException.malformed("the server counts " + count + " tokens, but the response has none");
        }
    }

    private void tokenReceivedWithFinish() {
        lastToken = finished;
        firstContent = finished;
        firstToken = finished;
        listener.firstToken(finished, soFar());
    }

    /** Returns the timeline of a failed request. */
    Timeline timeline(ExchangeTimes times, long done) {
        return timeline(times, lastToken, done);
    }

    private Timeline timeline(ExchangeTimes times, long last, long done) {
        return Timeline.builder()
                .dequeued(times.dequeued())
                .sent(times.sent())
                .firstByte(times.firstByte())
                .firstToken(firstToken)
                .firstContent(firstContent)
                .lastToken(last)
                .done(done)
                .build();
    }

    private Output soFar() {
        return Output.of(ids.toArray(), text.toString());
    }

    private TokenSource source(Usage usage, int count, boolean isContradictory) {
        if (ids.size() > 0) {
            return isContradictory ? TokenSource.CONTRADICTORY_USAGE : TokenSource.IDS;
        }
        if (usage.completion() == Usage.UNKNOWN) {
            return TokenSource.NONE;
        }
        return isContradictory || count < contentChunks + reasoningChunks
                ? TokenSource.CONTRADICTORY_USAGE
                : TokenSource.USAGE;
    }

    /**
     * Returns the number of tokens by the usage. The completion tokens of most servers include the reasoning tokens. Those of xAI and of
     * some proxies do not: then there are at least as many completion tokens as chunks of content, but only with the reasoning tokens at
     * least as many as chunks, each of which has at least one token.
     */
    private int counted(Usage usage) {
        int tokens = Math.max(0, usage.completion());
        int chunks = contentChunks + reasoningChunks;
        boolean isApart = usage.reasoning() > 0
                && tokens >= contentChunks
                && tokens < chunks
                && usage.reasoning() >= chunks - tokens;
        return isApart ? tokens + usage.reasoning() : tokens;
    }

    private int reasoning(Usage usage) {
        return usage.reasoning() == Usage.UNKNOWN && ids.size() > 0 ? reasoningIds : usage.reasoning();
    }
}
