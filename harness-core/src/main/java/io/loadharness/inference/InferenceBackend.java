// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.RunMonitor;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.ReadThread;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * A connection to an inference engine: an HTTP server or an engine in this process. Implement this interface and add the backend to a
 * {@link BackendSystemUnderTest}. The system first calls {@link #start} once, then {@link #health} until the backend is ready, and then
 * {@link #check} for the requests of the data set. The system calls {@link #send} for warm-up requests, and then for the samples of any
 * number of runs. Finally, the system calls {@link #close} once.
 *
 * <pre>{@code
 * class EngineBackend implements InferenceBackend {
 *     public String name() {
 *         return "engine";
 *     }
 *
 *     public void send(InferenceRequest request, ResponseListener listener) {
 *         long sent = System.nanoTime();
 *         engine.generate(((Prompt.Text) request.prompt()).text(), tokenIds -> listener.end(Response.of(
 *                 tokenIds, Timeline.builder().sent(sent).done(System.nanoTime()).build())));
 *     }
 *
 *     public void close() {
 *         engine.close();
 *     }
 * }
 * }</pre>
 */
public interface InferenceBackend extends AutoCloseable {

    /** Returns the name that is used in logs and records. It must not contain secrets. */
    String name();

    /**
     * Prepares the backend: connects to a server or loads a model, for example. May take a long time.
     *
     * @throws Exception if the backend can never process requests; the message is one sentence for humans
     */
    default void start() throws Exception {}

    /**
     * Returns the time after which {@link #start} and {@link #check} fail by themselves. If the result is empty, the caller limits the time
     * of the start and of the first check. The caller calls these methods on a separate thread. At the limit, the caller interrupts this
     * thread and closes the backend, although the method may still run. The default is empty.
     */
    default Optional<Duration> startLimit() {
        return Optional.empty();
    }

    /**
     * Returns the current health. Called before runs, by one thread at a time. The method may block. The caller stops waiting when the time
     * limit for readiness is exceeded, or if the backend is {@link Health#unusable}.
     */
    default Health health() {
        return Health.ready("");
    }

    /**
     * Checks that the backend can process a request, for example that tensors match the inputs of the model. Called after {@link #start}
     * and before the runs, once for each request of the data set. The default accepts all requests.
     *
     * @throws IllegalArgumentException if the backend cannot process the request; the message is one sentence for humans
     */
    default void check(InferenceRequest request) {}

    /**
     * Sends a request and returns immediately. The method must be thread-safe and must not block, because there is no thread per request.
     * The backend reports the result to the listener, possibly before this method returns. If this method throws an exception, the request
     * fails.
     */
    void send(InferenceRequest request, ResponseListener listener);

    /**
     * Sends the requests of a batch. If the server accepts several prompts in one message, a message may contain several requests. The
     * default implementation sends the requests one by one. The listeners are in the order of the requests.
     */
    default void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        for (int i = 0; i < requests.size(); i++) {
            send(requests.get(i), listeners.get(i));
        }
    }

    /**
     * Sends all requests of a query that the load generator awaits: the generator issues no other query before these requests have ended.
     * Therefore this method may block. An engine in this process may process the requests on the calling thread, which is faster than a
     * thread switch. The default implementation calls {@link #send} or {@link #sendTogether}.
     */
    default void sendAwaited(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        if (requests.size() == 1) {
            send(requests.get(0), listeners.get(0));
        } else {
            sendTogether(requests, listeners);
        }
    }

    /**
     * Returns the number of batches that keep the backend busy: those that it processes at the same time, and those that it prepares. If
     * the run has batches and no limit, the result is also the number of batches in flight. Called before and after {@link #start}; the
     * later result applies. The default is 1.
     */
    default int concurrentBatches() {
        return 1;
    }

    /**
     * Returns the number of requests that the backend should have in flight in the offline scenario, if the run has neither batches nor a
     * limit. An engine with its own queue needs more requests than it processes at the same time, so that the queue is never empty. Called
     * after {@link #start}. The default is empty: the run determines the number.
     */
    default OptionalInt concurrentRequests() {
        return OptionalInt.empty();
    }

    /**
     * Called before each run. {@link #warnings} and {@link #engineStatistics} are about the requests since this call. Therefore an engine
     * that counts its requests resets its counts. The default does nothing.
     */
    default void beginRun() {}

    /**
     * Called before the requests of a query are sent. The requests may arrive in several calls, one immediately after the other, until
     * {@link #endQuery}. Therefore an engine that runs all waiting requests as one batch can wait until {@link #endQuery}. Queries can
     * overlap. The default does nothing.
     */
    default void beginQuery() {}

    /**
     * Called when the issuing thread has sent all samples of a query, except for those that wait for a slot. Each call ends one
     * {@link #beginQuery}, possibly of another thread. The default does nothing.
     */
    default void endQuery() {}

    /**
     * Returns the time after which a request fails if its response is not complete; empty if the backend has no such limit. A benchmark
     * derives its stall limit from this time. The default is empty.
     */
    default Optional<Duration> requestLimit() {
        return Optional.empty();
    }

    /** Returns the threads that read responses. A run monitors these threads. Empty if the engine is in this process. */
    default List<ReadThread> readThreads() {
        return List.of();
    }

    /** Returns the number of connections over which a server sent unexpected bytes that are not part of a response. */
    default long unexpectedBytes() {
        return 0;
    }

    /**
     * Returns warnings about the settings of the backend, one sentence each, for example about engines that share a device. The plan of a
     * benchmark contains these warnings. Called before {@link #start}. The default is empty.
     */
    default List<String> planWarnings() {
        return List.of();
    }

    /**
     * Returns warnings about the responses since {@link #beginRun}, one sentence each, for example about outputs that are not numbers. The
     * report of a run contains these warnings. Called after each run.
     */
    default List<String> warnings() {
        return List.of();
    }

    /**
     * Returns counts and other statistics of the engine since {@link #beginRun} by name, for example its number of batches. The report of a
     * run contains these statistics. Called after each run.
     */
    default Map<String, String> engineStatistics() {
        return Map.of();
    }

    /**
     * Returns the reason why the backend can never process a request again, as one sentence for humans; empty if the backend can still
     * process requests. A run polls this method, and ends with the reason that this method returns. The method must not block.
     */
    default Optional<String> lost() {
        return Optional.empty();
    }

    /**
     * Returns one sentence about the requests in flight, for example the time since the last part of a response. The reason of a run that
     * stalls contains this sentence. Any thread may call this method. The method must not block. The result is empty if no request is in
     * flight, or if the backend has no description. The default is empty.
     */
    default Optional<String> inFlightDetail() {
        return Optional.empty();
    }

    /**
     * If another process sends the requests of this backend, starts a monitor of that process for one run. The threads of the current
     * process are monitored separately.
     */
    default RunMonitor monitorSender(ClientLimits limits) {
        return RunMonitor.NONE;
    }

    /**
     * Fails the requests in flight as {@link io.loadharness.Failure.Kind#CANCELLED}, without closing the backend. Called after a run that
     * ended early, because the next run must not share the engine with the requests of this run. A request that the engine cannot interrupt
     * may complete instead. While the engine still processes cancelled requests, {@link #health} is not ready. The default does nothing:
     * the requests end by themselves, and the run ignores their responses.
     */
    default void cancelRequests() {}

    /**
     * Fails one request in flight as {@link io.loadharness.Failure.Kind#CANCELLED}, if the engine can interrupt it without interrupting
     * others. The method must not block. It has no effect on a request that has ended. The default does nothing: the request ends by
     * itself.
     *
     * @param listener the listener of the request, the same object as in {@link #send}
     */
    default void cancelRequest(ResponseListener listener) {}

    /**
     * Fails the requests in flight as {@link io.loadharness.Failure.Kind#CANCELLED} and releases all resources. If {@link #start} exceeded
     * its limit and still runs, this method can wait until {@code start} returns.
     */
    @Override
    void close();
}
