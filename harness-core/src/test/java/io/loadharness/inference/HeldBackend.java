// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Failure;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** A backend that holds its requests until the test completes them. */
class HeldBackend implements InferenceBackend {

    /** A request that was sent. */
    record Held(InferenceRequest request, ResponseListener listener) {

        void complete(int... ids) {
            listener.end(Response.of(ids, Timeline.endedAt(System.nanoTime())));
        }

        void fail(Failure.Kind kind) {
            listener.failed(new Failure(kind, "test failure"), Timeline.endedAt(System.nanoTime()));
        }
    }

    final List<Held> held = new CopyOnWriteArrayList<>();
    final List<Integer> batches = new CopyOnWriteArrayList<>();
    final List<Integer> awaited = new CopyOnWriteArrayList<>();
    private final String name;
    private boolean closed;

    HeldBackend(String name) {
        this.name = name;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public void send(InferenceRequest request, ResponseListener listener) {
        held.add(new Held(request, listener));
    }

    @Override
    public void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        batches.add(requests.size());
        InferenceBackend.super.sendTogether(requests, listeners);
    }

    @Override
    public void sendAwaited(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        awaited.add(requests.size());
        InferenceBackend.super.sendAwaited(requests, listeners);
    }

    List<Integer> indices() {
        List<Integer> indices = new ArrayList<>();
        held.forEach(each -> indices.add(each.request().sampleIndex()));
        return indices;
    }

    boolean isClosed() {
        return closed;
    }

    @Override
    public void close() {
        closed = true;
    }
}
