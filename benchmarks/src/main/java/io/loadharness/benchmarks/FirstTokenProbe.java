// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.SampleSink;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.BackendSystemUnderTest;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.simulator.SentStamp;
import java.io.IOException;
import java.net.URI;
import java.nio.Buffer;
import java.util.Arrays;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends requests at an average rate with random gaps. Compares the client's timestamp of the first token with the server's send time.
 * Client and server use the same clock of one machine.
 */
final class FirstTokenProbe implements SampleSink, RequestObserver, ResponseListener, AutoCloseable {

    private final BackendSystemUnderTest system;
    private final SplittableRandom random = new SplittableRandom(1);
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private final LongAdder reported = new LongAdder();
    private final LongAdder read = new LongAdder();
    private volatile long[] errors = {};
    private volatile CountDownLatch pending = new CountDownLatch(0);
    private final AtomicInteger stamped = new AtomicInteger();

    /**
     * Creates a probe. It opens at most as many connections as the closed loop that measured the maximum rate. Without this limit, the
     * requests that are scheduled during a pause would open many more connections.
     */
    FirstTokenProbe(String transport, URI server, HttpWorkload workload) {
        TransportOptions options = TransportOptions.builder()
                .maxConnections(workload.connections())
                .build();
        InferenceRequest request = workload.request();
        OpenAiBackend backend = OpenAiBackend.builder(server.toString())
                .dialect(Dialect.VLLM_COMPLETIONS)
                .model(HttpWorkload.MODEL)
                .header(SentStamp.HEADER, "true")
                .transport(new StampedTransport(HttpTransport.open(transport, options), this::compare))
                .build();
        system = BackendSystemUnderTest.builder("first tokens", index -> request)
                .backend(backend)
                .observer(this)
                .build();
    }

    /**
     * Sends requests and returns the sorted delays in nanoseconds. A delay is the client's timestamp of the first token minus the server's
     * send time.
     */
    long[] run(double perSecond, int requests) throws IOException, InterruptedException {
        errors = new long[requests];
        stamped.set(0);
        pending = new CountDownLatch(requests);
        double scheduled = System.nanoTime();
        for (int i = 0; i < requests; i++) {
            scheduled -= Math.log(1 - random.nextDouble()) * 1e9 / perSecond;
            for (double wait = scheduled - System.nanoTime(); wait > 0; wait = scheduled - System.nanoTime()) {
                LockSupport.parkNanos((long) wait);
            }
            system.issueQuery(Query.of(this, i, 0));
        }
        pending.await();
        if (failure.get() != null) {
            throw new IOException(failure.get().toString());
        }
        if (stamped.get() != requests || reported.sum() != read.sum()) {
            throw new IOException(
                    "the client's timestamps of first tokens do not match the events that carry the server's send"
                            + " time");
        }
        Arrays.sort(errors);
        return errors;
    }

    private void compare(long sentNanos, long readNanos) {
        errors[stamped.getAndIncrement()] = readNanos - sentNanos;
        read.add(readNanos);
    }

    @Override
    public ResponseListener sending(InferenceRequest request, String endpoint) {
        return this;
    }

    @Override
    public void firstToken(long nanos, Output first) {
        reported.add(nanos);
    }

    @Override
    public void end(Response response) {
        pending.countDown();
    }

    @Override
    public void failed(Failure why, Timeline timeline) {
        failure.compareAndSet(null, why);
        pending.countDown();
    }

    @Override
    public boolean firstTokenComplete(long id, Buffer tokens) {
        return true;
    }

    @Override
    public boolean complete(long id, Buffer response, long tokenCount) {
        return true;
    }

    @Override
    public boolean completeAll(long[] ids, int count) {
        return true;
    }

    @Override
    public boolean fail(long id, int index, Failure why) {
        return true;
    }

    @Override
    public void close() {
        system.close();
    }
}
