// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.calibrate;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.atomic.LongAdder;

/** A closed loop that keeps a fixed number of identical requests in flight. */
final class CalibrationLoop implements AutoCloseable {

    /** Responses and events per second. */
    record Rate(double requests, double events) {}

    private final InferenceBackend backend;
    private final InferenceRequest request;
    private final CountDownLatch running;
    private final LongAdder responses = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private volatile boolean closed;

    private CalibrationLoop(InferenceBackend backend, InferenceRequest request, int concurrency) {
        this.backend = backend;
        this.request = request;
        this.running = new CountDownLatch(concurrency);
    }

    static CalibrationLoop start(InferenceBackend backend, InferenceRequest request, int concurrency) {
        CalibrationLoop loop = new CalibrationLoop(backend, request, concurrency);
        for (int i = 0; i < concurrency; i++) {
            backend.send(request, loop.new Stream());
        }
        return loop;
    }

    /** Measures the rates for at least {@code length}. The measurement continues until at least one response and one event have arrived. */
    Rate measure(Duration length) throws IOException, InterruptedException {
        long responsesBefore = responses.sum();
        long eventsBefore = events.sum();
        long start = System.nanoTime();
        do {
            if (running.await(length.toNanos(), TimeUnit.NANOSECONDS)) {
                Failure cause = failure.get();
                throw new IOException("the simulator failed a request"
                        + (cause == null ? "" : ": " + cause.kind() + ", " + cause.message()));
            }
        } while (responses.sum() == responsesBefore || events.sum() == eventsBefore);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Rate((responses.sum() - responsesBefore) / seconds, (events.sum() - eventsBefore) / seconds);
    }

    /** Stops sending requests, and waits for the requests in flight. */
    @Override
    public void close() {
        closed = true;
        try {
            if (!running.await(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the simulator does not respond any more");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private final class Stream implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output first) {
            events.increment();
        }

        @Override
        public void tokens(long nanos, int tokenIds) {
            events.increment();
        }

        @Override
        public void end(Response response) {
            responses.increment();
            if (closed) {
                running.countDown();
            } else {
                backend.send(request, this);
            }
        }

        @Override
        public void failed(Failure cause, Timeline timeline) {
            failure.compareAndSet(null, cause);
            while (running.getCount() > 0) {
                running.countDown();
            }
        }
    }
}
