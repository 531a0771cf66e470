// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.client.ReadThread;
import java.util.List;

/**
 * Asks a model, whatever and wherever it is: a server over HTTP, an engine in this process. Implement it in one class and put it behind a
 * {@link BackendSystemUnderTest}, which calls it in this order: {@link #start} once, {@link #health} until it is ready, {@link #send}
 * for warm-up requests, {@code send} for the samples of any number of runs, {@link #close} once.
 */
public interface InferenceBackend extends AutoCloseable {

    /** What logs and records call it. Never holds a secret. */
    String name();

    /**
     * Connects, loads or allocates. May take long.
     *
     * @throws Exception if it cannot ever answer; the message is one sentence for people
     */
    default void start() throws Exception {}

    /**
     * Whether it can answer now. May take a moment; called before runs, by one thread at a time. Nobody waits for it any more when the time to
     * become ready is over.
     */
    default Health health() {
        return Health.ready("");
    }

    /**
     * Sends a request and returns at once: there is no thread per request. Any number of threads call it. The listener hears
     * everything else, perhaps before this method returns; an exception thrown from here ends the request too.
     */
    void send(InferenceRequest request, ResponseListener listener);

    /**
     * Sends requests that belong together; a server that takes many prompts at once gets them in one message. The listeners
     * stand in the order of the requests.
     */
    default void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        for (int i = 0; i < requests.size(); i++) {
            send(requests.get(i), listeners.get(i));
        }
    }

    /** The threads that read answers, to be watched while a run goes on; none if the model is in this process. */
    default List<ReadThread> readThreads() {
        return List.of();
    }

    /** How often, since it was made, a server sent bytes that nobody had asked for; they are part of no answer. */
    default long strayBytes() {
        return 0;
    }

    /** Gives up what is still open, as {@link io.loadharness.Failure.Kind#CANCELLED}, and releases everything. */
    @Override
    void close();
}
