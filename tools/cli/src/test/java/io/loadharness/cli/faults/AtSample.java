// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.faults;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.ResponseListener;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/** Runs an action before the N-th sample is sent. Later samples wait for it. */
record AtSample(Map<Integer, Runnable> actions, AtomicInteger sent) implements RequestObserver {

    AtSample(Map<Integer, Runnable> actions) {
        this(actions, new AtomicInteger());
    }

    @Override
    public synchronized ResponseListener sending(InferenceRequest request, String endpoint) {
        actions.getOrDefault(sent.incrementAndGet(), () -> {}).run();
        return null;
    }
}
