// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.RunMonitor;
import io.loadharness.client.ClientLimits;
import io.loadharness.client.ReadThread;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseListener;
import io.loadharness.internal.Durations;
import io.loadharness.internal.LimitedCall;
import io.loadharness.servers.profiler.ProfiledProcess;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;

/** A backend of the caller, or an engine of a session. It is started once for all runs, and only its owner closes it. */
final class BorrowedBackend implements InferenceBackend {

    /** The maximum time to wait until an engine is closed that has not returned from its start or its first check. */
    private static final Duration CLOSE_LIMIT = Duration.ofSeconds(2);

    private final InferenceBackend backend;
    private final String engine;
    private boolean started;

    /** True during the start and during the first check, which can warm up the engine. */
    private volatile boolean isPreparing;

    /** Wraps a backend of the caller. */
    BorrowedBackend(InferenceBackend backend) {
        this(backend, "");
    }

    /**
     * Wraps an engine of a session.
     *
     * @param engine the name of the engine
     */
    BorrowedBackend(InferenceBackend backend, String engine) {
        this.backend = backend;
        this.engine = engine;
    }

    /** Returns the name of the engine and the name of the backend, which often is the name of the model. */
    String title() {
        return engine.isEmpty() || engine.equals(name()) ? name() : engine + " with " + name();
    }

    /** Returns the process of the backend if a profiler can profile it. */
    Optional<ProfiledProcess> process() {
        return backend instanceof ProfiledProcess process ? Optional.of(process) : Optional.empty();
    }

    /**
     * Starts the backend, unless it is started.
     *
     * @throws IOException if the backend throws a checked exception of another type, or without a message; the message names the backend
     */
    @Override
    public synchronized void start() throws Exception {
        if (!started) {
            isPreparing = true;
            try {
                backend.start();
            } catch (InterruptedException | RuntimeException e) {
                throw e;
            } catch (Exception e) {
                boolean isForUsers = e instanceof IOException && e.getMessage() != null;
                throw isForUsers ? e : new IOException(OwnedTarget.sentence(name(), "started", e), e);
            } finally {
                isPreparing = false;
            }
            started = true;
        }
    }

    @Override
    public Optional<Duration> startLimit() {
        return backend.startLimit();
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
    public void check(InferenceRequest request) {
        backend.check(request);
    }

    /**
     * Checks the first request, which can warm up the engine, within a limit. A backend that limits its start also limits its checks.
     *
     * @throws IOException if the check does not return in time
     * @throws IllegalArgumentException if the backend cannot process the request
     */
    void checkFirst(InferenceRequest request, Duration limit) throws Exception {
        if (startLimit().isPresent()) {
            backend.check(request);
            return;
        }
        isPreparing = true;
        Callable<?> check = () -> {
            try {
                backend.check(request);
            } finally {
                isPreparing = false;
            }
            return true;
        };
        if (!LimitedCall.finish("check-" + name(), check, limit)) {
            throw new IOException(name() + " did not warm up and check the first request within "
                    + Durations.inWords(limit) + "; readyTimeout (--ready-timeout) sets the limit");
        }
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
    public void sendAwaited(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        backend.sendAwaited(requests, listeners);
    }

    @Override
    public int concurrentBatches() {
        return backend.concurrentBatches();
    }

    @Override
    public OptionalInt concurrentRequests() {
        return backend.concurrentRequests();
    }

    @Override
    public void beginRun() {
        backend.beginRun();
    }

    @Override
    public void beginQuery() {
        backend.beginQuery();
    }

    @Override
    public void endQuery() {
        backend.endQuery();
    }

    @Override
    public Optional<Duration> requestLimit() {
        return backend.requestLimit();
    }

    @Override
    public List<ReadThread> readThreads() {
        return backend.readThreads();
    }

    @Override
    public long unexpectedBytes() {
        return backend.unexpectedBytes();
    }

    @Override
    public List<String> planWarnings() {
        return backend.planWarnings();
    }

    @Override
    public List<String> warnings() {
        return backend.warnings();
    }

    @Override
    public Map<String, String> engineStatistics() {
        return backend.engineStatistics();
    }

    @Override
    public Optional<String> lost() {
        return backend.lost();
    }

    @Override
    public Optional<String> inFlightDetail() {
        return backend.inFlightDetail();
    }

    @Override
    public RunMonitor monitorSender(ClientLimits limits) {
        return backend.monitorSender(limits);
    }

    @Override
    public void cancelRequests() {
        backend.cancelRequests();
    }

    @Override
    public void cancelRequest(ResponseListener listener) {
        backend.cancelRequest(listener);
    }

    /** Closes the backend for its owner. If its start or its first check still runs, this method does not wait long. */
    void closeOwned() {
        if (isPreparing) {
            LimitedCall.run("close-" + name(), backend::close, CLOSE_LIMIT);
        } else {
            backend.close();
        }
    }

    /** Ends the requests in flight. Only the owner closes the backend. */
    @Override
    public void close() {
        backend.cancelRequests();
    }
}
