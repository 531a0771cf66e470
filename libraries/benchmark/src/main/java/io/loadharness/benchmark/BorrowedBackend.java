// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.client.ReadThread;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseListener;
import java.util.List;

/** A backend that the caller owns. It is started once for all runs, and only the caller closes it. */
final class BorrowedBackend implements InferenceBackend {

    private final InferenceBackend backend;
    private boolean started;

    BorrowedBackend(InferenceBackend backend) {
        this.backend = backend;
    }

    @Override
    public synchronized void start() throws Exception {
        if (!started) {
            backend.start();
            started = true;
        }
    }

    @Override
    public String name() {
        return backend.name();
    }

    @Override
    public Health health() {
        return backend.health();
    }

    @Override
    public void send(InferenceRequest request, ResponseListener listener) {
        backend.send(request, listener);
    }

    @Override
    public void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        backend.sendTogether(requests, listeners);
    }

    @Override
    public List<ReadThread> readThreads() {
        return backend.readThreads();
    }

    @Override
    public long strayBytes() {
        return backend.strayBytes();
    }

    @Override
    public void close() {
        // the caller closes it
    }
}
