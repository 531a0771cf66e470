// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import io.loadharness.Query;
import org.jspecify.annotations.Nullable;

/** Two observers of the same requests. The second observer may itself be a {@code TwoObservers}. */
record TwoObservers(RequestObserver first, RequestObserver second) implements RequestObserver {

    @Override
    public @Nullable ResponseListener sending(InferenceRequest request, String endpoint) {
        return sending(request, endpoint, Query.NOT_NUMBERED);
    }

    @Override
    public @Nullable ResponseListener sending(InferenceRequest request, String endpoint, long sequence) {
        ResponseListener one = first.sending(request, endpoint, sequence);
        ResponseListener other = second.sending(request, endpoint, sequence);
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return new TwoListeners(one, other);
    }

    @Override
    public void unsent(int sampleIndex, Failure failure, Timeline times) {
        unsent(sampleIndex, failure, times, Query.NOT_NUMBERED);
    }

    @Override
    public void unsent(int sampleIndex, Failure failure, Timeline times, long sequence) {
        first.unsent(sampleIndex, failure, times, sequence);
        second.unsent(sampleIndex, failure, times, sequence);
    }

    private record TwoListeners(ResponseListener first, ResponseListener second) implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output output) {
            first.firstToken(nanos, output);
            second.firstToken(nanos, output);
        }

        @Override
        public void tokens(long nanos, int tokenIds) {
            first.tokens(nanos, tokenIds);
            second.tokens(nanos, tokenIds);
        }

        @Override
        public void end(Response response) {
            first.end(response);
            second.end(response);
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            first.failed(failure, timeline);
            second.failed(failure, timeline);
        }
    }
}
