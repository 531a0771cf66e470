// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.Query;
import org.jspecify.annotations.Nullable;

/**
 * Observes the requests of a {@link BackendSystemUnderTest}, for example to record them. Called on the threads that send requests.
 * Implementations must be thread-safe.
 *
 * <pre>{@code
 * LongAdder sent = new LongAdder();
 * RequestObserver counter = (request, endpoint) -> {
 *     sent.increment();
 *     return null;
 * };
 * }</pre>
 */
@FunctionalInterface
public interface RequestObserver {

    /** An observer that does nothing. */
    RequestObserver NONE = (request, endpoint) -> null;

    /** Returns an observer that calls the given observers in order. */
    static RequestObserver of(RequestObserver... observers) {
        RequestObserver all = NONE;
        for (int i = observers.length - 1; i >= 0; i--) {
            all = all == NONE ? observers[i] : observers[i] == NONE ? all : new TwoObservers(observers[i], all);
        }
        return all;
    }

    /**
     * Called immediately before a request is sent.
     *
     * @param endpoint the name of the backend
     * @return a listener for the result of the request, or null. The system under test calls the listener after it has reported the result
     *     to the load generator. Therefore the timelines are complete
     */
    @Nullable
    ResponseListener sending(InferenceRequest request, String endpoint);

    /** Called when a sample ended before its request was sent. */
    default void unsent(int sampleIndex, Failure failure, Timeline times) {}

    /**
     * Called in place of {@link #sending(InferenceRequest, String)}, with the sequence number of the query. The default implementation
     * ignores the number.
     *
     * @param sequence the sequence number, see {@link Query#sequence()}
     */
    default @Nullable ResponseListener sending(InferenceRequest request, String endpoint, long sequence) {
        return sending(request, endpoint);
    }

    /**
     * Called in place of {@link #unsent(int, Failure, Timeline)}, with the sequence number of the query. The default implementation ignores
     * the number.
     *
     * @param sequence the sequence number, see {@link Query#sequence()}
     */
    default void unsent(int sampleIndex, Failure failure, Timeline times, long sequence) {
        unsent(sampleIndex, failure, times);
    }
}
