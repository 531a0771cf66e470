// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.QuerySample;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** One sample on its way through a backend. Ends once: a backend that ends it again gets an exception. */
final class SampleCall implements ResponseListener {

    private static final int WAITING = 0;
    private static final int STREAMING = 1;
    private static final int ENDED = 2;

    private final QuerySample sample;
    private final OptionalInt maxTokens;
    private final UsableAnswerRules answers;
    private final Batch batch;
    private final @Nullable ResponseListener observer;

    // The calls of a backend come one after the other.
    private int events;
    private long firstTold = Timeline.UNKNOWN;

    private final AtomicInteger state = new AtomicInteger(WAITING);

    SampleCall(
            QuerySample sample,
            OptionalInt maxTokens,
            UsableAnswerRules answers,
            Batch batch,
            @Nullable ResponseListener observer) {
        this.sample = sample;
        this.maxTokens = maxTokens;
        this.answers = answers;
        this.batch = batch;
        this.observer = observer;
    }

    boolean isEnded() {
        return state.get() == ENDED;
    }

    @Override
    public void firstToken(long nanos, Output first) {
        if (!state.compareAndSet(WAITING, STREAMING)) {
            throw new IllegalStateException(
                    isEnded() ? sample + " has already ended" : sample + " has already had its first token");
        }
        events++;
        firstTold = System.nanoTime();
        abandonUnless(
                answers.form() == AnswerForm.TOKEN_IDS
                        ? sample.tryFirstTokenComplete(first.tokenIds())
                        : sample.tryFirstTokenComplete(utf8(first)));
        if (observer != null) {
            observer.firstToken(nanos, first);
        }
    }

    @Override
    public void tokens(long nanos, int tokenIds) {
        events++;
        if (observer != null && !isEnded()) {
            observer.tokens(nanos, tokenIds);
        }
    }

    @Override
    public void end(Response response) {
        claim();
        Response counted = response;
        Failure failure;
        try {
            counted = answers.counted(counted);
            failure = answers.failure(maxTokens, counted);
        } catch (RuntimeException e) {
            failure = Failure.of(e);
        }
        deliver(counted, failure);
    }

    private void deliver(Response counted, @Nullable Failure failure) {
        batch.count(failure == null ? null : failure.kind(), counted.tokenCount());
        batch.went(counted.timeline(), events);
        try {
            if (failure != null) {
                fail(failure, counted.timeline());
            } else {
                long told = System.nanoTime();
                abandonUnless(answer(counted));
                if (observer != null) {
                    observer.end(counted.at(batch.complete(counted.timeline(), firstTold, told)));
                }
            }
        } finally {
            batch.ended();
        }
    }

    @Override
    public void failed(Failure failure, Timeline timeline) {
        claim();
        batch.count(failure.kind(), 0);
        batch.went(timeline, events);
        try {
            fail(failure, timeline);
        } finally {
            batch.ended();
        }
    }

    private void claim() {
        if (state.getAndSet(ENDED) == ENDED) {
            throw new IllegalStateException(sample + " has already ended");
        }
    }

    private boolean answer(Response response) {
        return answers.form() == AnswerForm.TOKEN_IDS
                ? sample.tryComplete(response.output().tokenIds())
                : sample.tryComplete(utf8(response.output()), response.tokenCount());
    }

    private void fail(Failure failure, Timeline timeline) {
        long told = System.nanoTime();
        abandonUnless(sample.tryFail(failure));
        if (observer != null) {
            observer.failed(failure, batch.complete(timeline, firstTold, told));
        }
    }

    /** If the run is over, the rest of the query need not be sent. */
    private void abandonUnless(boolean taken) {
        if (!taken) {
            batch.abandonQuery();
        }
    }

    private static ByteBuffer utf8(Output output) {
        return ByteBuffer.wrap(output.text().getBytes(StandardCharsets.UTF_8));
    }
}
