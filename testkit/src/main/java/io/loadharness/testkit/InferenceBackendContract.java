// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.Failure;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.Timeline;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Tests for an {@link InferenceBackend}: each request ends exactly once, the first token is reported before the end, any thread may send
 * requests, and closing the backend cancels the requests in flight.
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
     * Creates a backend whose model is not reachable. If the result is empty, which is the default, the tests with this backend are
     * skipped.
     */
    protected Optional<InferenceBackend> createUnavailable() throws Exception {
        return Optional.empty();
    }

    /** Returns a request that the backend can complete. The default is a request with a short text as prompt. */
    protected InferenceRequest request(int sampleIndex) {
        return InferenceRequest.of(sampleIndex, Prompt.of("hello"));
    }

    /** Returns true if the backend reports first tokens. The default is true. */
    protected boolean reportsFirstTokens() {
        return true;
    }

    @Test
    void hasANameAndBecomesReady() throws Exception {
        try (InferenceBackend backend = create()) {
            assertThat(backend.name()).isNotBlank();
            backend.start();

            Health health = backend.health();
            long deadline = System.nanoTime() + TIMEOUT_NANOS;
            while (!health.ready() && System.nanoTime() < deadline) {
                Thread.sleep(10);
                health = backend.health();
            }

            assertThat(health.ready()).as(health.detail()).isTrue();
            assertThat(backend.strayBytes()).isZero();
            assertThat(backend.readThreads()).isNotNull();
        }
    }

    @Test
    void completesARequestOnce() throws Exception {
        try (InferenceBackend backend = started(create())) {
            long before = System.nanoTime();
            RecordedResponse listener = new RecordedResponse();
            backend.send(request(0), listener);

            requireComplete(listener.await(), before);
        }
    }

    @Test
    void completesRequestsOfSeveralThreads() throws Exception {
        long before = System.nanoTime();
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try (InferenceBackend backend = started(create())) {
            Callable<List<RecordedResponse>> sending = () -> {
                List<RecordedResponse> listeners = new ArrayList<>();
                for (int i = 0; i < REQUESTS_PER_THREAD; i++) {
                    RecordedResponse listener = new RecordedResponse();
                    listeners.add(listener);
                    backend.send(request(i), listener);
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
                RecordedResponse listener = new RecordedResponse();
                listeners.add(listener);
                backend.send(request(i), listener);
            }
        }

        for (RecordedResponse each : listeners) {
            assertThat(each.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
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

    private static InferenceBackend started(InferenceBackend backend) throws Exception {
        backend.start();
        return backend;
    }

    private void requireComplete(RecordedResponse listener, long sentAfter) {
        Response response = listener.response();
        Timeline timeline = response.timeline();
        assertThat(timeline.done()).as("done").isBetween(sentAfter, System.nanoTime());
        if (reportsFirstTokens()) {
            assertThat(listener.first()).as("first token").isPresent();
            assertThat(listener.firstNanos()).as("first token").isBetween(sentAfter, timeline.done());
        }
        if (timeline.firstToken() != Timeline.UNKNOWN && timeline.lastToken() != Timeline.UNKNOWN) {
            assertThat(timeline.lastToken()).as("last token").isBetween(timeline.firstToken(), timeline.done());
        }
    }
}
