// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import io.loadharness.Failure;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A listener that records the calls of a request and detects calls in the wrong order. Thread-safe. */
public final class RecordedResponse implements ResponseListener {

    private static final long TIMEOUT_SECONDS = 300;

    private final CountDownLatch ended = new CountDownLatch(1);
    private final Runnable onFirstToken;
    private final List<Integer> laterChunks = new ArrayList<>();
    private @Nullable Output first;
    private long firstNanos;
    private @Nullable Response response;
    private @Nullable Failure failure;
    private @Nullable Timeline timeline;
    private @Nullable String fault;

    /** Creates a listener. */
    public RecordedResponse() {
        this(() -> {});
    }

    /** Creates a listener that also runs an action at the first token. */
    public RecordedResponse(Runnable onFirstToken) {
        this.onFirstToken = onFirstToken;
    }

    @Override
    public synchronized void firstToken(long nanos, Output output) {
        require(first == null && ended.getCount() > 0, "first token twice or after the end");
        first = output;
        firstNanos = nanos;
        onFirstToken.run();
    }

    @Override
    public synchronized void tokens(long nanos, int tokenIds) {
        require(first != null && ended.getCount() > 0, "tokens before the first token or after the end");
        laterChunks.add(tokenIds);
    }

    @Override
    public synchronized void end(Response complete) {
        require(ended.getCount() > 0, "end twice");
        response = complete;
        timeline = complete.timeline();
        ended.countDown();
    }

    @Override
    public synchronized void failed(Failure why, Timeline stamps) {
        require(ended.getCount() > 0, "end twice");
        failure = why;
        timeline = stamps;
        ended.countDown();
    }

    private void require(boolean holds, String otherwise) {
        if (!holds) {
            fault = otherwise;
        }
    }

    /** Waits until the request has ended or failed. Throws an error after five minutes, or if a call is in the wrong order. */
    public RecordedResponse await() throws InterruptedException {
        if (!ended.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the request did not end");
        }
        synchronized (this) {
            if (fault != null) {
                throw new AssertionError(fault);
            }
        }
        return this;
    }

    /** Returns the complete response; throws an error if the request has failed or not ended. */
    public synchronized Response response() {
        if (response == null) {
            throw new AssertionError("the request failed: " + failure);
        }
        return response;
    }

    /** Returns the failure; throws an error if the request has not failed. */
    public synchronized Failure failure() {
        if (failure == null) {
            throw new AssertionError("the request did not fail: " + response);
        }
        return failure;
    }

    /** Returns the output that came with the first token; empty if no first token was reported. */
    public synchronized Optional<Output> first() {
        return Optional.ofNullable(first);
    }

    /** Returns the time of the first token in nanoseconds; 0 if no first token was reported. */
    public synchronized long firstNanos() {
        return firstNanos;
    }

    /** Returns the number of token ids in each chunk after the first token. */
    public synchronized List<Integer> laterChunks() {
        return List.copyOf(laterChunks);
    }

    /** Returns the timeline of the request; throws an error if the request has not ended. */
    public synchronized Timeline timeline() {
        if (timeline == null) {
            throw new AssertionError("the request did not end");
        }
        return timeline;
    }
}
