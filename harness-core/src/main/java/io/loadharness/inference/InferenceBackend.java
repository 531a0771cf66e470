// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.client.ReadThread;
import java.util.List;

/**
 * A connection to an inference engine: an HTTP server or an engine in this process. Implement this interface and add the backend to a
 * {@link BackendSystemUnderTest}. The system calls the methods in this order: {@link #start} once, {@link #health} until the backend is
 * ready, {@link #send} for warm-up requests, {@code send} for the samples of any number of runs, {@link #close} once.
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
     * Returns the current health. Called before runs, by one thread at a time. The method may block. The caller stops waiting when the time
     * limit for readiness is exceeded.
     */
    default Health health() {
        return Health.ready("");
    }

    /**
     * Sends a request and returns immediately. The method must be thread-safe and must not block, because there is no thread per request.
     * The backend reports the result to the listener, possibly before this method returns. If this method throws an exception, the request
     * fails.
     */
    void send(InferenceRequest request, ResponseListener listener);

    /**
     * Sends the requests of a batch. If the server accepts several prompts in one message, the backend sends all requests in one message.
     * The default implementation sends the requests one by one. The listeners are in the order of the requests.
     */
    default void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        for (int i = 0; i < requests.size(); i++) {
            send(requests.get(i), listeners.get(i));
        }
    }

    /** Returns the threads that read responses. A run monitors these threads. Empty if the engine is in this process. */
    default List<ReadThread> readThreads() {
        return List.of();
    }

    /** Returns the number of connections over which a server sent unexpected bytes that are not part of a response. */
    default long strayBytes() {
        return 0;
    }

    /** Fails the requests in flight as {@link io.loadharness.Failure.Kind#CANCELLED} and releases all resources. */
    @Override
    void close();
}
