// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import org.jspecify.annotations.Nullable;

/**
 * Watches the requests of a {@link BackendSystemUnderTest}, for instance to record them. Called on the threads that send; safe for any
 * number of threads.
 */
@FunctionalInterface
public interface RequestObserver {

    /** Nobody watches. */
    RequestObserver NONE = (request, endpoint) -> null;

    /** Many that watch the same requests, told one after the other in this order. */
    static RequestObserver of(RequestObserver... observers) {
        RequestObserver all = NONE;
        for (int i = observers.length - 1; i >= 0; i--) {
            all = all == NONE ? observers[i] : observers[i] == NONE ? all : new TwoObservers(observers[i], all);
        }
        return all;
    }

    /**
     * A request is about to be sent.
     *
     * @param endpoint the name of the backend that gets it
     * @return hears how it goes, after the load generator did, with complete timelines; null if nobody wants to know
     */
    @Nullable
    ResponseListener sending(InferenceRequest request, String endpoint);

    /** A sample has ended without having been sent. */
    default void unsent(int sampleIndex, Failure failure, Timeline times) {}
}
