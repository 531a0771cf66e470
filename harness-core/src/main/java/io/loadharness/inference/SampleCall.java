// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.QuerySample;
import io.loadharness.internal.MissingResponse;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The listener through which a backend reports the result of one sample. A sample with impossible timestamps fails. A second call of
 * {@code end} or {@code failed} is counted and throws an exception.
 */
final class SampleCall implements ResponseListener {

    private static final int WAITING = 0;
    private static final int STREAMING = 1;
    private static final int ENDED = 2;
    private static final VarHandle STATE; // instead of an object per sample

    static {
        try {
            STATE = MethodHandles.lookup().findVarHandle(SampleCall.class, "state", int.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    private final QuerySample sample;
    private final GenerationParameters parameters;
    private final ResponseRules rules;
    private final Batch batch;
    private final @Nullable ResponseListener observer;

    // A backend makes one call at a time.
    private int chunks;
    private long firstReported = Timeline.UNKNOWN;
    private long firstChunk = Timeline.UNKNOWN;
    private long lastChunk = Timeline.UNKNOWN;
    private @Nullable String chunkContradiction;

    @SuppressWarnings("FieldMayBeFinal") // written through STATE
    private volatile int state; // WAITING; an explicit initial value would cost a memory barrier

    SampleCall(
            QuerySample sample,
            GenerationParameters parameters,
            ResponseRules rules,
            Batch batch,
            @Nullable ResponseListener observer) {
        this.sample = sample;
        this.parameters = parameters;
        this.rules = rules;
        this.batch = batch;
        this.observer = observer;
    }

    boolean isEnded() {
        return state == ENDED;
    }

    @Override
    public void firstToken(long nanos, Output first) {
        if (!STATE.compareAndSet(this, WAITING, STREAMING)) {
            throw new IllegalStateException(
                    isEnded() ? sample + " has already ended" : sample + " has already reported its first token");
        }
        chunks++;
        firstReported = System.nanoTime();
        firstChunk = nanos;
        lastChunk = nanos;
        chunkContradiction = batch.contradictionOfFirstChunk(nanos, firstReported);
        abandonUnless(
                rules.form() == ResponseForm.TOKEN_IDS
                        ? sample.tryFirstTokenComplete(first.tokenIds())
                        : sample.tryFirstTokenComplete(bytes(first)));
        if (observer != null) {
            observer.firstToken(nanos, first);
        }
    }

    @Override
    public void tokens(long nanos, int tokenIds) {
        chunks++;
        if (nanos < lastChunk && chunkContradiction == null) {
            chunkContradiction = TimelineCheck.chunkBeforePrevious(chunks, nanos, lastChunk);
        }
        lastChunk = nanos;
        if (observer != null && !isEnded()) {
            observer.tokens(nanos, tokenIds);
        }
    }

    @Override
    public void end(Response response) {
        if (response == null) {
            failed(MissingResponse.FAILURE, Timeline.endedAt(System.nanoTime()));
            return;
        }
        claim();
        Response counted = response;
        Failure failure;
        try {
            counted = rules.counted(response);
            failure = rules.failure(parameters, counted);
        } catch (RuntimeException e) {
            failure = Failure.of(e);
        }
        deliver(counted, failure, counted.timeline());
    }

    @Override
    public void failed(Failure failure, Timeline timeline) {
        claim();
        deliver(
                null,
                MissingResponse.reported(failure),
                timeline == null ? Timeline.endedAt(System.nanoTime()) : timeline);
    }

    private void claim() {
        if ((int) STATE.getAndSet(this, ENDED) == ENDED) {
            batch.countRepeatedResult();
            throw new IllegalStateException(sample + " has already ended");
        }
    }

    private void deliver(@Nullable Response response, @Nullable Failure failure, Timeline timeline) {
        long reported = System.nanoTime();
        String contradiction = contradiction(timeline, reported);
        Failure cause = failure == null && contradiction != null
                ? new Failure(Failure.Kind.BACKEND_EXCEPTION, contradiction)
                : failure;
        batch.count(cause == null ? null : cause.kind(), response == null ? 0 : response.tokenCount());
        batch.recordRequest(timeline, chunks, reported);
        Timeline times = contradiction == null ? timeline : Timeline.endedAt(reported);
        try {
            if (cause != null) {
                fail(cause, times, reported);
            } else if (response != null) {
                abandonUnless(complete(response));
                if (observer != null) {
                    observer.end(response.at(batch.complete(times, firstReported, reported)));
                }
            }
        } finally {
            batch.ended();
        }
    }

    private @Nullable String contradiction(Timeline timeline, long reported) {
        if (chunkContradiction == null && lastChunk > reported) {
            chunkContradiction = TimelineCheck.chunkAfterEnd(chunks, lastChunk, reported);
        }
        if (chunkContradiction != null) {
            return chunkContradiction;
        }
        String contradiction = batch.contradiction(timeline, firstReported, reported);
        return contradiction != null || chunks == 0
                ? contradiction
                : TimelineCheck.contradictionOfChunks(timeline, firstChunk, chunks, lastChunk);
    }

    private boolean complete(Response response) {
        return rules.form() == ResponseForm.TOKEN_IDS
                ? sample.tryComplete(response.output().tokenIds())
                : sample.tryComplete(bytes(response.output()), response.tokenCount());
    }

    private void fail(Failure failure, Timeline timeline, long reported) {
        abandonUnless(sample.tryFail(failure));
        if (observer != null) {
            observer.failed(failure, batch.complete(timeline, firstReported, reported));
        }
    }

    /** Abandons the unsent samples of the query if the run is over and therefore did not accept a result. */
    private void abandonUnless(boolean accepted) {
        if (!accepted) {
            batch.abandonQuery();
        }
    }

    private ByteBuffer bytes(Output output) {
        return ByteBuffer.wrap(
                rules.form() == ResponseForm.BYTES
                        ? output.bytes()
                        : output.text().getBytes(StandardCharsets.UTF_8));
    }
}
