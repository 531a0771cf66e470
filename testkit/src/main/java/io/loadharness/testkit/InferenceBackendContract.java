// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.Failure;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests for an {@link InferenceBackend}. The tests check that each request ends exactly once, and that the first token is reported before
 * the end. Any thread may send requests, including a thread that reports a result. The requests of a query must complete after the end of
 * the query, also if queries overlap. Closing the backend must end the requests in flight, and no thread of the backend may end with an
 * exception.
 *
 * <pre>{@code
 * class MyBackendTest extends InferenceBackendContract {
 *     protected InferenceBackend create() {
 *         return new MyBackend();
 *     }
 * }
 * }</pre>
 */
@Timeout(600)
public abstract class InferenceBackendContract {

    private static final long TIMEOUT_NANOS = 300_000_000_000L;
    private static final int THREADS = 8;
    private static final int REQUESTS_PER_THREAD = 25;
    private static final int REQUESTS_IN_A_ROW = 20;
    private static final Duration SHORT_LIMIT = Duration.ofMillis(50);

    private final List<Throwable> uncaught = new CopyOnWriteArrayList<>();
    private Thread.@Nullable UncaughtExceptionHandler handler;

    @BeforeEach
    final void collectUncaughtExceptions() {
        handler = Thread.getDefaultUncaughtExceptionHandler();
        Thread.setDefaultUncaughtExceptionHandler((thread, e) -> uncaught.add(e));
    }

    @AfterEach
    final void requireNoUncaughtException() {
        Thread.setDefaultUncaughtExceptionHandler(handler);
        assertThat(uncaught).as("exceptions that ended a thread").isEmpty();
    }

    /** Creates a backend that completes each {@link #request}. The contract starts and closes the backend. */
    protected abstract InferenceBackend create() throws Exception;

    /**
     * Creates a backend that accepts requests and never completes them. If the result is empty, which is the default, the tests with this
     * backend are skipped.
     */
    protected Optional<InferenceBackend> createSilent() throws Exception {
        return Optional.empty();
    }

    /**
     * Creates a backend that accepts requests and never completes them, with this {@link InferenceBackend#requestLimit}. If the result is
     * empty, which is the default, the tests with this backend are skipped.
     */
    protected Optional<InferenceBackend> createSilent(Duration requestLimit) throws Exception {
        return Optional.empty();
    }

    /**
     * Creates a backend whose model is not reachable. If the result is empty, which is the default, the tests with this backend are
     * skipped.
     */
    protected Optional<InferenceBackend> createUnavailable() throws Exception {
        return Optional.empty();
    }

    /** Returns a request that the backend can complete. The default is a request with a short text prompt. */
    protected InferenceRequest request(int sampleIndex) {
        return InferenceRequest.of(sampleIndex, Prompt.of("hello"));
    }

    /** Returns true if the backend implements {@link InferenceBackend#cancelRequests}. The default is false. */
    protected boolean cancelsRequests() {
        return false;
    }

    /** Returns true if the backend reports first tokens. The default is true. */
    protected boolean reportsFirstTokens() {
        return true;
    }

    @Test
    void hasANameAndBecomesReady() throws Exception {
        try (InferenceBackend backend = create()) {
            assertThat(backend.name()).isNotBlank();
            assertThat(backend.concurrentBatches()).isPositive();
            backend.start();

            Health health = backend.health();
            long deadline = System.nanoTime() + TIMEOUT_NANOS;
            while (!health.ready() && System.nanoTime() < deadline) {
                Thread.sleep(10);
                health = backend.health();
            }

            assertThat(health.ready()).as(health.detail()).isTrue();
            assertThat(backend.concurrentBatches()).isPositive();
            backend.concurrentRequests().ifPresent(each -> assertThat(each).isPositive());
            backend.requestLimit().ifPresent(each -> assertThat(each).isPositive());
            assertThat(backend.inFlightDetail()).isEmpty();
            assertThat(backend.unexpectedBytes()).isZero();
            assertThat(backend.readThreads()).isNotNull();
            assertThat(backend.lost()).isEmpty();
            backend.beginRun();
            assertThat(backend.warnings()).isEmpty();
        }
    }

    @Test
    void acceptsTheRequestsThatItCanComplete() throws Exception {
        try (InferenceBackend backend = started(create())) {
            for (int i = 0; i < REQUESTS_IN_A_ROW; i++) {
                backend.check(request(i));
            }
        }
    }

    @Test
    void completesARequestOnce() throws Exception {
        RecordedResponse listener = new RecordedResponse();
        try (InferenceBackend backend = started(create())) {
            long before = System.nanoTime();
            backend.send(request(0), listener);

            requireComplete(listener.await(), before);
        }
        listener.await(); // closing the backend has not ended the request again
    }

    @Test
    void completesRequestsOfSeveralThreads() throws Exception {
        long before = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (InferenceBackend backend = started(create())) {
            Callable<List<RecordedResponse>> sending = () -> {
                List<RecordedResponse> listeners = new ArrayList<>();
                for (int i = 0; i < REQUESTS_PER_THREAD; i++) {
                    listeners.add(send(backend, i));
                }
                return listeners;
            };
            for (Future<List<RecordedResponse>> each : threads.invokeAll(Collections.nCopies(THREADS, sending))) {
                for (RecordedResponse listener : each.get()) {
                    requireComplete(listener.await(), before);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    @Test
    void completesRequestsThatAreSentTogether() throws Exception {
        long before = System.nanoTime();
        try (InferenceBackend backend = started(create())) {
            List<RecordedResponse> listeners =
                    List.of(new RecordedResponse(), new RecordedResponse(), new RecordedResponse());
            backend.sendTogether(List.of(request(0), request(1), request(2)), listeners);

            for (RecordedResponse each : listeners) {
                requireComplete(each.await(), before);
            }
        }
    }

    @Test
    void completesTheRequestsOfAQuery() throws Exception {
        long before = System.nanoTime();
        try (InferenceBackend backend = started(create())) {
            List<RecordedResponse> listeners = new ArrayList<>();
            backend.beginQuery();
            for (int i = 0; i < REQUESTS_IN_A_ROW; i++) {
                listeners.add(send(backend, i));
            }
            List<RecordedResponse> together = List.of(new RecordedResponse(), new RecordedResponse());
            backend.sendTogether(List.of(request(0), request(1)), together);
            listeners.addAll(together);
            backend.endQuery();

            for (RecordedResponse each : listeners) {
                requireComplete(each.await(), before);
            }
        }
    }

    /** The issuing threads of a run have queries of their own, and any of them can be the first to end its query. */
    @Test
    void completesTheRequestsOfOverlappingQueries() throws Exception {
        long before = System.nanoTime();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try (InferenceBackend backend = started(create())) {
            List<RecordedResponse> listeners = new ArrayList<>();
            backend.beginQuery();
            listeners.add(send(backend, 0));
            other.submit(backend::beginQuery).get();
            listeners.add(send(backend, 1));
            backend.endQuery();
            listeners.add(send(backend, 2));
            other.submit(backend::endQuery).get();

            for (RecordedResponse each : listeners) {
                requireComplete(each.await(), before);
            }
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void processesRequestsAfterQueries() throws Exception {
        try (InferenceBackend backend = started(create())) {
            for (int requests = 0; requests < 3; requests++) {
                long before = System.nanoTime();
                List<RecordedResponse> listeners = new ArrayList<>();
                backend.beginQuery();
                for (int i = 0; i < requests; i++) {
                    listeners.add(send(backend, i));
                }
                backend.endQuery();
                listeners.add(send(backend, requests)); // of a query that needs only one call

                for (RecordedResponse each : listeners) {
                    requireComplete(each.await(), before);
                }
            }
        }
    }

    @Test
    void closingInAQueryEndsItsRequestsOnce() throws Exception {
        List<RecordedResponse> listeners = new ArrayList<>();
        InferenceBackend backend = started(create());
        try (backend) {
            backend.beginQuery();
            for (int i = 0; i < REQUESTS_IN_A_ROW; i++) {
                listeners.add(send(backend, i));
            }
        }
        backend.endQuery(); // of the issuing thread, which ends each of its queries

        for (RecordedResponse each : listeners) {
            assertThat(each.await().timeline().done()).isNotEqualTo(Timeline.UNKNOWN);
        }
    }

    @Test
    void processesRequestsAfterACancellationInAQuery() throws Exception {
        assumeTrue(cancelsRequests(), "cancelsRequests() returns false");
        try (InferenceBackend backend = started(create())) {
            backend.beginQuery();
            List<RecordedResponse> cancelled = List.of(send(backend, 0), send(backend, 1));
            backend.cancelRequests();
            for (RecordedResponse each : cancelled) {
                each.await(); // completed or cancelled, but only once
            }
            backend.endQuery();
            long before = System.nanoTime();

            requireComplete(send(backend, 2).await(), before);
        }
    }

    @Test
    void describesOnlyRequestsInFlight() throws Exception {
        Optional<InferenceBackend> silent = createSilent();
        assumeTrue(silent.isPresent(), "createSilent() returns no backend");
        ExecutorService other = Executors.newSingleThreadExecutor();
        InferenceBackend backend = silent.orElseThrow();
        try (backend) {
            assertThat(backend.inFlightDetail()).isEmpty();
            backend.start();
            assertThat(backend.inFlightDetail()).isEmpty();
            send(backend, 0);

            Optional<String> detail = other.submit(backend::inFlightDetail).get();
            detail.ifPresent(each -> assertThat(each).isNotBlank().doesNotContain("\n"));
        } finally {
            other.shutdownNow();
        }
        assertThat(backend.inFlightDetail()).isEmpty();
    }

    @Test
    void failsARequestAfterTheRequestLimit() throws Exception {
        Optional<InferenceBackend> silent = createSilent(SHORT_LIMIT);
        assumeTrue(silent.isPresent(), "createSilent(Duration) returns no backend");
        try (InferenceBackend backend = silent.orElseThrow()) {
            assertThat(backend.requestLimit()).hasValue(SHORT_LIMIT);
            backend.start();
            assertThat(backend.requestLimit()).hasValue(SHORT_LIMIT);

            assertThat(send(backend, 0).await().failure().kind()).isEqualTo(Failure.Kind.TIMEOUT);
            assertThat(backend.lost()).isEmpty();
        }
    }

    @Test
    void acceptsARequestFromTheThreadThatReportsAResult() throws Exception {
        try (InferenceBackend backend = started(create())) {
            List<RecordedResponse> listeners = new ArrayList<>();
            for (int i = 0; i < REQUESTS_IN_A_ROW; i++) {
                listeners.add(new RecordedResponse());
            }
            long before = System.nanoTime();
            sendInARow(backend, listeners, 0);

            for (RecordedResponse each : listeners) {
                requireComplete(each.await(), before);
            }
        }
    }

    /** Sends a request that, at its end, sends the next one. */
    private void sendInARow(InferenceBackend backend, List<RecordedResponse> listeners, int index) {
        if (index == listeners.size()) {
            return;
        }
        RecordedResponse recorded = listeners.get(index);
        backend.send(request(index), new ResponseListener() {
            @Override
            public void firstToken(long nanos, Output first) {
                recorded.firstToken(nanos, first);
            }

            @Override
            public void tokens(long nanos, int tokenIds) {
                recorded.tokens(nanos, tokenIds);
            }

            @Override
            public void end(Response response) {
                recorded.end(response);
                sendInARow(backend, listeners, index + 1);
            }

            @Override
            public void failed(Failure failure, Timeline timeline) {
                recorded.failed(failure, timeline);
                sendInARow(backend, listeners, index + 1);
            }
        });
    }

    @Test
    void closingDuringResponsesEndsEachRequestOnce() throws Exception {
        List<RecordedResponse> listeners = new ArrayList<>();
        try (InferenceBackend backend = started(create())) {
            for (int i = 0; i < THREADS * REQUESTS_PER_THREAD; i++) {
                listeners.add(send(backend, i));
            }
            listeners.get(0).await();
        }

        for (RecordedResponse each : listeners) {
            assertThat(each.await().timeline().done()).isNotEqualTo(Timeline.UNKNOWN);
        }
    }

    @Test
    void closesWithoutRequests() throws Exception {
        create().close();
        started(create()).close();
    }

    @Test
    void endsARequestThatIsSentAfterClosing() throws Exception {
        InferenceBackend backend = started(create());
        backend.close();

        RecordedResponse listener = new RecordedResponse();
        try {
            backend.send(request(0), listener);
        } catch (RuntimeException ended) {
            return; // an exception also ends the request
        }
        assertThat(listener.await().failure().message()).isNotBlank();
    }

    @Test
    void closingEndsRequestsInFlight() throws Exception {
        Optional<InferenceBackend> silent = createSilent();
        assumeTrue(silent.isPresent(), "createSilent() returns no backend");
        List<RecordedResponse> listeners = new ArrayList<>();
        try (InferenceBackend backend = started(silent.orElseThrow())) {
            for (int i = 0; i < REQUESTS_PER_THREAD; i++) {
                listeners.add(send(backend, i));
            }
        }

        for (RecordedResponse each : listeners) {
            assertThat(each.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
        }
    }

    @Test
    void cancellationEndsRequestsInFlight() throws Exception {
        assumeTrue(cancelsRequests(), "cancelsRequests() returns false");
        Optional<InferenceBackend> silent = createSilent();
        assumeTrue(silent.isPresent(), "createSilent() returns no backend");
        try (InferenceBackend backend = started(silent.orElseThrow())) {
            List<RecordedResponse> listeners = new ArrayList<>();
            for (int i = 0; i < REQUESTS_PER_THREAD; i++) {
                listeners.add(send(backend, i));
            }
            backend.cancelRequests();

            for (RecordedResponse each : listeners) {
                assertThat(each.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
            }
        }
    }

    @Test
    void processesRequestsAfterACancellation() throws Exception {
        assumeTrue(cancelsRequests(), "cancelsRequests() returns false");
        try (InferenceBackend backend = started(create())) {
            backend.cancelRequests();
            for (int round = 0; round < REQUESTS_PER_THREAD; round++) {
                RecordedResponse cancelled = send(backend, round);
                backend.cancelRequests();
                cancelled.await(); // completed or cancelled, but only once
                long before = System.nanoTime();

                requireComplete(send(backend, round).await(), before);
            }
        }
    }

    @Test
    void failsEachRequestOnceIfTheModelIsUnreachable() throws Exception {
        Optional<InferenceBackend> unavailable = createUnavailable();
        assumeTrue(unavailable.isPresent(), "createUnavailable() returns no backend");
        try (InferenceBackend backend = unavailable.orElseThrow()) {
            Health health = backend.health();
            assertThat(health.ready()).isFalse();
            assertThat(health.detail()).isNotBlank();

            RecordedResponse listener = new RecordedResponse();
            backend.send(request(0), listener);

            assertThat(listener.await().failure().message()).isNotBlank();
            assertThat(listener.timeline()).isNotNull();
        }
    }

    private RecordedResponse send(InferenceBackend backend, int sampleIndex) {
        RecordedResponse listener = new RecordedResponse();
        backend.send(request(sampleIndex), listener);
        return listener;
    }

    private static InferenceBackend started(InferenceBackend backend) throws Exception {
        backend.start();
        return backend;
    }

    private void requireComplete(RecordedResponse listener, long sentAfter) {
        Response response = listener.response();
        Timeline timeline = response.timeline();
        assertThat(timeline.done()).as("done").isBetween(sentAfter, System.nanoTime());
        for (long each :
                new long[] {timeline.dequeued(), timeline.sent(), timeline.firstToken(), timeline.lastToken()}) {
            if (each != Timeline.UNKNOWN) {
                assertThat(each).as("a timestamp").isBetween(sentAfter, System.nanoTime());
            }
        }
        if (reportsFirstTokens()) {
            assertThat(listener.first()).as("first token").isPresent();
            assertThat(listener.firstNanos()).as("first token").isBetween(sentAfter, timeline.done());
        }
        if (timeline.firstToken() != Timeline.UNKNOWN && timeline.lastToken() != Timeline.UNKNOWN) {
            assertThat(timeline.lastToken()).as("last token").isBetween(timeline.firstToken(), timeline.done());
        }
    }
}
