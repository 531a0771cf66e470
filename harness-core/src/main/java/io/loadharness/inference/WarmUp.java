// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.internal.FinishReasons;
import io.loadharness.internal.MissingResponse;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The warm-up of one endpoint. Its requests do not use slots and are not counted. They are sent one by one, or in batches of equal size.
 */
final class WarmUp {

    private static final int MAX_CONCURRENCY = 64;

    private final Endpoint endpoint;
    private final List<InferenceRequest> requests;
    private final int batch;
    private final long startNanos = System.nanoTime();
    private final AtomicInteger next = new AtomicInteger();
    private final AtomicInteger ended = new AtomicInteger();
    private final AtomicInteger failed = new AtomicInteger();
    private final AtomicReference<@Nullable Failure> firstFailure = new AtomicReference<>();
    private final CountDownLatch remaining;
    private volatile long endNanos = startNanos;

    private WarmUp(Endpoint endpoint, List<InferenceRequest> requests, int batch) {
        this.endpoint = endpoint;
        this.requests = requests;
        this.batch = batch;
        this.remaining = new CountDownLatch(requests.size());
    }

    /**
     * Sends the first requests.
     *
     * @param batch the size of each batch; 1 for single requests. The requests are repeated until they fill all batches that the backend
     *     processes at the same time
     */
    static WarmUp start(Endpoint endpoint, List<InferenceRequest> requests, int batch) {
        int concurrentBatches = batch == 1 ? 1 : endpoint.backend.concurrentBatches();
        int unit = batch * concurrentBatches;
        List<InferenceRequest> filled = IntStream.range(0, (requests.size() + unit - 1) / unit * unit)
                .mapToObj(i -> requests.get(i % requests.size()))
                .toList();
        WarmUp started = new WarmUp(endpoint, filled, batch);
        int inFlight = batch == 1 ? Math.min(MAX_CONCURRENCY, endpoint.concurrency()) : concurrentBatches;
        for (int i = 0; i < inFlight; i++) {
            started.sendNext();
        }
        return started;
    }

    WarmUpReport await(long deadline, Duration limit) throws InterruptedException, TimeoutException {
        if (!remaining.await(Math.max(0, deadline - System.nanoTime()), TimeUnit.NANOSECONDS)) {
            throw new TimeoutException(endpoint + " completed " + (requests.size() - remaining.getCount()) + " of "
                    + requests.size() + " warm-up requests within " + limit.toSeconds() + " s");
        }
        return new WarmUpReport(
                endpoint.backend.name(),
                requests.size(),
                failed.get(),
                Optional.ofNullable(firstFailure.get()),
                Duration.ofNanos(endNanos - startNanos));
    }

    private void sendNext() {
        int position = next.getAndAdd(batch);
        if (position >= requests.size()) {
            return;
        }
        List<Call> calls = Stream.generate(Call::new).limit(batch).toList();
        try {
            if (batch == 1) {
                endpoint.backend.send(requests.get(position), calls.get(0));
            } else {
                endpoint.backend.sendTogether(requests.subList(position, position + batch), calls);
            }
        } catch (RuntimeException e) {
            calls.forEach(each -> each.failUnlessEnded(Failure.of(e)));
        }
    }

    private final class Call implements ResponseListener {

        private final AtomicBoolean hasEnded = new AtomicBoolean();

        @Override
        public void firstToken(long nanos, Output first) {}

        @Override
        public void end(Response response) {
            claim();
            Failure failure =
                    response == null ? MissingResponse.FAILURE : FinishReasons.failure(response.finishReason());
            if (failure == null) {
                ended();
            } else {
                fail(failure);
            }
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            claim();
            fail(MissingResponse.reported(failure));
        }

        void failUnlessEnded(Failure failure) {
            if (!hasEnded.getAndSet(true)) {
                fail(failure);
            }
        }

        private void fail(Failure failure) {
            failed.incrementAndGet();
            firstFailure.compareAndSet(null, failure);
            ended();
        }

        private void claim() {
            if (hasEnded.getAndSet(true)) {
                throw new IllegalStateException("the warm-up request has already ended");
            }
        }

        private void ended() {
            endNanos = System.nanoTime();
            remaining.countDown();
            if (ended.incrementAndGet() % batch == 0) {
                sendNext();
            }
        }
    }
}
