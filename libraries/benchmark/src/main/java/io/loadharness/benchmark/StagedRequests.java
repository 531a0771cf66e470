// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.InferenceRequest;
import java.util.AbstractList;
import java.util.List;
import java.util.RandomAccess;

/**
 * A view of requests that begins at another one in each stage, and goes on at the beginning after the last, so that no stage asks
 * what the one before has asked while there are others. Moved between runs; read by any thread during one.
 */
final class StagedRequests extends AbstractList<InferenceRequest> implements RandomAccess {

    private final List<InferenceRequest> all;
    private volatile int first;

    StagedRequests(List<InferenceRequest> all) {
        this.all = all;
    }

    /** Makes the request with this number the first one. */
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
