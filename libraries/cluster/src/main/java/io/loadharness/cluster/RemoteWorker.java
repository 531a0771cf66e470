// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.RunMonitor;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.ReadThread;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseListener;
import java.time.Duration;
import java.util.List;

/**
 * A backend that sends requests to a server through a worker. The name of the backend contains the server and the worker, for example
 * {@code http://server:8000 @worker-2}. {@link Coordinator#open} creates the backend.
 */
public final class RemoteWorker implements InferenceBackend {

    private static final Duration REPORT_LIMIT = Duration.ofSeconds(10);

    private final WorkerLink link;
    private final int endpoint;
    private final String name;
    private final String transport;
    private final boolean reportsReader;

    RemoteWorker(WorkerLink link, int endpoint, String name, String transport, boolean reportsReader) {
        this.link = link;
        this.endpoint = endpoint;
        this.name = name;
        this.transport = transport;
        this.reportsReader = reportsReader;
    }

    int endpoint() {
        return endpoint;
    }

    @Override
    public String name() {
        return name;
    }

    /** Returns the name of the HTTP client in the worker. */
    public String transportName() {
        return transport;
    }

    @Override
    public void send(InferenceRequest request, ResponseListener listener) {
        link.send(this, request, listener);
    }

    /**
     * Returns the thread that reads the messages of the worker. Only one backend of each worker returns this thread. The other backends
     * return an empty list.
     */
    @Override
    public List<ReadThread> readThreads() {
        return reportsReader ? List.of(link.reader()) : List.of();
    }

    /**
     * Monitors the process of the worker. Only one backend of each worker monitors the process. For the other backends, this method has no
     * effect.
     */
    @Override
    public RunMonitor monitorSender(ClientLimits limits) {
        if (!reportsReader) {
            return RunMonitor.NONE;
        }
        link.monitor(limits);
        return () -> link.finishMonitor(REPORT_LIMIT);
    }

    /** Returns the warnings of the worker about the last run. Only one backend of each worker returns the warnings. */
    @Override
    public List<String> warnings() {
        return reportsReader ? link.warnings() : List.of();
    }

    @Override
    public void close() {
        link.close(this);
    }

    @Override
    public String toString() {
        return name;
    }
}
