// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import io.loadharness.Failure;
import io.loadharness.http.ExchangeListener;
import io.loadharness.http.ResponseHead;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A listener that records the calls of an exchange and detects calls in the wrong order. Thread-safe. */
public final class RecordedExchange implements ExchangeListener {

    private static final long TIMEOUT_SECONDS = 300;

    private final List<Long> stamps = new ArrayList<>();
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private final CountDownLatch ended = new CountDownLatch(1);
    private final Runnable onBody;
    private @Nullable ResponseHead head;
    private @Nullable Failure failure;
    private @Nullable String fault;
    private boolean isSent;
    private int ends;

    /** Creates a listener. */
    public RecordedExchange() {
        this(() -> {});
    }

    /** Creates a listener that also runs an action for each part of the body. */
    public RecordedExchange(Runnable onBody) {
        this.onBody = onBody;
    }

    @Override
    public synchronized void sent(long nanos) {
        require(ends == 0, "sent after the end");
        isSent = true;
    }

    @Override
    public synchronized void head(long nanos, ResponseHead response) {
        require(ends == 0 && head == null, "head twice or after the end");
        head = response;
        stamps.add(nanos);
    }

    @Override
    public synchronized void body(long nanos, byte[] bytes, int from, int to) {
        require(ends == 0 && head != null, "body before the head or after the end");
        body.write(bytes, from, to - from);
        stamps.add(nanos);
        onBody.run();
    }

    @Override
    public synchronized void end(long nanos) {
        require(++ends == 1 && head != null, "end twice or before the head");
        stamps.add(nanos);
        ended.countDown();
    }

    @Override
    public synchronized void failed(long nanos, Failure why) {
        require(++ends == 1, "end twice");
        failure = why;
        stamps.add(nanos);
        ended.countDown();
    }

    private void require(boolean holds, String otherwise) {
        if (!holds && fault == null) {
            fault = otherwise;
        }
    }

    /** Waits until the exchange has ended or failed. Throws an error after five minutes. */
    public RecordedExchange await() throws InterruptedException {
        if (!ended.await(TIMEOUT_SECONDS, TimeUnit.SECONDS)) {
            throw new AssertionError("the exchange did not end");
        }
        return this;
    }

    /** Returns a description of the first call in the wrong order; null if all calls are in the right order. */
    public synchronized @Nullable String fault() {
        return fault;
    }

    /** Returns true if the send time was reported. */
    public synchronized boolean isSent() {
        return isSent;
    }

    /** Returns the number of calls that reported the end or the failure of the exchange. */
    public synchronized int ends() {
        return ends;
    }

    /** Returns the failure; null if the exchange has not failed. */
    public synchronized @Nullable Failure failure() {
        return failure;
    }

    /** Returns the message of the failure; throws an error if the exchange has not failed. */
    public synchronized String message() {
        if (failure == null) {
            throw new AssertionError("the exchange did not fail");
        }
        return failure.message();
    }

    /** Returns the kind of the failure; null if the exchange has not failed. */
    public synchronized Failure.@Nullable Kind kind() {
        return failure == null ? null : failure.kind();
    }

    /** Returns the head of the response; throws an error if no head has arrived. */
    public synchronized ResponseHead head() {
        if (head == null) {
            throw new AssertionError("the exchange has no head: " + failure);
        }
        return head;
    }

    /** Returns the part of the body that has arrived, as text. */
    public synchronized String body() {
        return body.toString(StandardCharsets.UTF_8);
    }

    /** Returns the timestamps of the head, of each part of the body, and of the end, in the order of the calls. */
    public synchronized List<Long> stamps() {
        return List.copyOf(stamps);
    }
}
