// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Failure;
import io.loadharness.http.Dialect;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;

/** Opens long streams until a limit is reached. {@link #close} ends the streams. */
final class StreamHolder implements ResponseListener, AutoCloseable {

    /** The limit for the resident memory of the process. */
    static final long MAX_BYTES = 1L << 30;

    private static final int STEP = 500;
    private static final long START_TIMEOUT_SECONDS = 60;

    private final OpenAiBackend backend;
    private final InferenceRequest request;
    private final Semaphore started = new Semaphore(0);
    private final AtomicReference<String> ended = new AtomicReference<>();

    StreamHolder(String transport, URI server, InferenceRequest request) {
        this.request = request;
        backend = OpenAiBackend.builder(server.toString())
                .dialect(Dialect.VLLM_COMPLETIONS)
                .model(HttpWorkload.MODEL)
                .transport(HttpTransport.open(transport, TransportOptions.DEFAULTS))
                .build();
    }

    /**
     * Opens streams until the wanted number is in flight or the memory limit is reached. Returns the number of streams in flight that have
     * received their first token.
     */
    int hold(int wanted) throws IOException, InterruptedException {
        int open = 0;
        while (open < wanted) {
            int more = Math.min(STEP, wanted - open);
            for (int i = 0; i < more; i++) {
                backend.send(request, this);
            }
            boolean allStarted = started.tryAcquire(more, START_TIMEOUT_SECONDS, TimeUnit.SECONDS);
            if (ended.get() != null) {
                throw new IOException("a stream ended while " + open + " streams were in flight: " + ended.get());
            }
            if (!allStarted || memory() > MAX_BYTES) {
                return open;
            }
            open += more;
        }
        return open;
    }

    /** Returns the resident memory of the process in bytes. */
    static long memory() throws IOException {
        for (String line : Files.readAllLines(Path.of("/proc/self/status"))) {
            if (line.startsWith("VmRSS:")) {
                return Long.parseLong(line.replaceAll("\\D", "")) << 10;
            }
        }
        throw new IOException("/proc/self/status does not contain VmRSS");
    }

    @Override
    public void firstToken(long nanos, Output first) {
        started.release();
    }

    @Override
    public void end(Response response) {
        ended.compareAndSet(null, "complete");
    }

    @Override
    public void failed(Failure failure, Timeline timeline) {
        ended.compareAndSet(null, failure.toString());
    }

    @Override
    public void close() {
        backend.close();
    }
}
