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

/** Asks a backend the same question, so and so many times at once, each again as soon as it is answered. */
final class CalibrationLoop implements AutoCloseable {

    /** Answers and events per second. */
    record Rate(double requests, double events) {}

    private final InferenceBackend backend;
    private final InferenceRequest request;
    private final CountDownLatch open;
    private final LongAdder answers = new LongAdder();
    private final LongAdder events = new LongAdder();
    private final AtomicReference<Failure> failure = new AtomicReference<>();
    private volatile boolean closed;

    private CalibrationLoop(InferenceBackend backend, InferenceRequest request, int concurrency) {
        this.backend = backend;
        this.request = request;
        this.open = new CountDownLatch(concurrency);
    }

    static CalibrationLoop start(InferenceBackend backend, InferenceRequest request, int concurrency) {
        CalibrationLoop loop = new CalibrationLoop(backend, request, concurrency);
        for (int i = 0; i < concurrency; i++) {
            backend.send(request, loop.new Stream());
        }
        return loop;
    }

    /** What it does per second from now on, for so long, and longer if it does next to nothing. */
    Rate measure(Duration length) throws IOException, InterruptedException {
        long answersBefore = answers.sum();
        long eventsBefore = events.sum();
        long start = System.nanoTime();
        do {
            if (open.await(length.toNanos(), TimeUnit.NANOSECONDS)) {
                Failure why = failure.get();
                throw new IOException("the simulator failed a request"
                        + (why == null ? "" : ": " + why.kind() + ", " + why.message()));
            }
        } while (answers.sum() == answersBefore || events.sum() == eventsBefore);
        double seconds = (System.nanoTime() - start) / 1e9;
        return new Rate((answers.sum() - answersBefore) / seconds, (events.sum() - eventsBefore) / seconds);
    }

    /** Asks no more, and waits for what was asked. */
    @Override
    public void close() {
        closed = true;
        try {
            if (!open.await(10, TimeUnit.SECONDS)) {
                throw new IllegalStateException("the simulator does not answer any more");
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
            answers.increment();
            if (closed) {
                open.countDown();
            } else {
                backend.send(request, this);
            }
        }

        @Override
        public void failed(Failure why, Timeline timeline) {
            failure.compareAndSet(null, why);
            while (open.getCount() > 0) {
                open.countDown();
            }
        }
    }
}
