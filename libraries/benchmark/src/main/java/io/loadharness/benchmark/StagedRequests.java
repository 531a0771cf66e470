// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.InferenceRequest;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * A rotating view of requests. Each stage starts at a different request and wraps around at the end of the list. A prompt is repeated only
 * after all prompts were used. {@link #startAt} must be called between runs. During a run, any thread may read.
 */
final class StagedRequests extends AbstractList<InferenceRequest> implements RandomAccess {

    private final List<InferenceRequest> all;
    private volatile int first;

    StagedRequests(List<InferenceRequest> all) {
        this.all = all;
    }

    /** Sets the number of the first request of the view, starting at 0. Numbers above the last index wrap around. */
    void startAt(long number) {
        first = (int) (number % all.size());
    }

    @Override
    public InferenceRequest get(int index) {
        return all.get((int) (((long) first + index) % all.size()));
    }

    @Override
    public int size() {
        return all.size();
    }
}
