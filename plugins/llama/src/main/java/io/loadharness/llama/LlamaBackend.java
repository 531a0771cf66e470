// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import io.loadharness.Failure;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Objects;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A language model in a GGUF file, executed by llama.cpp in this process. One thread generates tokens for several requests at a time. Each
 * step processes one token of each running request. It also processes as many prompt tokens of new requests as fit into a batch. Other
 * requests wait. Thread-safe.
 *
 * <pre>{@code
 * try (LlamaBackend backend = LlamaBackend.builder(Path.of("model.gguf")).context(4096).sequences(8).build()) {
 *     Benchmark.builder().backend(backend).scenario(Scenario.OFFLINE).dataset(dataset).build().run();
 * }
 * }</pre>
 *
 * <p>A request without a temperature, or with temperature 0, selects the most likely token. {@code topK} and {@code topP} apply only if the
 * request sets them. The token that ends the generation is part of the token ids and of the token count, but has no text.
 */
public final class LlamaBackend implements InferenceBackend {

    private static final long LIFE_CHECK_MS = 100;

    private final Builder settings;
    private final Queue<Call> waiting = new ConcurrentLinkedQueue<>();

    /** Guards the model against use after its end. */
    private final Object lock = new Object();

    /** Increases with each cancellation. A request that was sent with a smaller number is cancelled. */
    private final AtomicLong cancellations = new AtomicLong();

    /** The number of cancellations that the thread has processed. Guarded by {@link #cancellations}. */
    private long cancelled;

    /** The listeners of individual requests that are cancelled. */
    private final Queue<ResponseListener> unwanted = new ConcurrentLinkedQueue<>();

    private @Nullable LlamaModel model;
    private long loadMillis;
    private volatile @Nullable Thread thread;
    private @Nullable Thread atExit;
    private volatile boolean closed;
    private volatile @Nullable Failure loss;

    private LlamaBackend(Builder settings) {
        this.settings = settings;
    }

    /** Returns a builder for a backend with the model in a GGUF file. */
    public static Builder builder(Path model) {
        return new Builder(model);
    }

    @Override
    public String name() {
        return "llama";
    }

    /**
     * Loads the model and starts the thread that generates tokens.
     *
     * @throws IOException if the model cannot be loaded; the message is one sentence with the reason of llama.cpp
     */
    @Override
    public void start() throws IOException {
        synchronized (lock) {
            if (closed || model != null) {
                throw new IllegalStateException("the backend was already started or closed: create a new backend");
            }
            long start = System.nanoTime();
            LlamaModel loaded;
            try {
                loaded = LlamaModel.load(settings);
            } catch (IllegalStateException e) {
                throw new IOException(e.getMessage(), e);
            }
            loadMillis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
            LlamaGeneration generation = new LlamaGeneration(loaded, settings.sequences, settings.batch, waiting);
            model = loaded;
            thread = new Thread(() -> generate(loaded, generation), "llama");
            thread.setDaemon(true);
            // the exit of the JVM destroys static objects of llama.cpp, which the thread must not use then
            atExit = new Thread(this::close, "llama-exit");
            Runtime.getRuntime().addShutdownHook(atExit);
            thread.start();
        }
    }

    /** Returns the version of llama.cpp, the model, the sequences and their context, and the time of loading. */
    @Override
    public Health health() {
        synchronized (lock) {
            if (closed) {
                return Health.notReady(lost().orElse("the engine is closed"));
            }
            return model == null
                    ? Health.notReady("the model is not loaded")
                    : Health.ready("llama.cpp b4916, " + settings.file.getFileName() + " (" + model.description()
                            + "), sequences: " + settings.sequences + ", context: " + model.context()
                            + " tokens per sequence, loaded in " + loadMillis + " ms");
        }
    }

    @Override
    public void check(InferenceRequest request) {
        synchronized (lock) {
            if (closed || model == null) {
                throw new IllegalStateException("the engine is not running");
            }
            model.plan(request);
        }
    }

    @Override
    public void send(InferenceRequest request, ResponseListener listener) {
        Thread running = thread;
        if (running == null) {
            listener.failed(
                    new Failure(Failure.Kind.BACKEND_EXCEPTION, "the model is not loaded"),
                    Timeline.endedAt(System.nanoTime()));
            return;
        }
        Call call = new Call(request, listener, cancellations.get());
        waiting.add(call);
        if (closed && waiting.remove(call)) {
            call.fail(end(), Timeline.endedAt(System.nanoTime()));
        }
        LockSupport.unpark(running);
    }

    @Override
    public Optional<String> lost() {
        return Optional.ofNullable(loss).map(Failure::message);
    }

    /** Fails the requests in flight after the current step. */
    @Override
    public void cancelRequests() {
        Thread running = thread;
        long number = cancellations.incrementAndGet();
        if (running == null || running == Thread.currentThread()) {
            return;
        }
        LockSupport.unpark(running);
        boolean interrupted = false;
        synchronized (cancellations) {
            while (cancelled < number && running.isAlive()) {
                try {
                    TimeUnit.MILLISECONDS.timedWait(cancellations, LIFE_CHECK_MS);
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Fails a request after the current step. Other requests continue. */
    @Override
    public void cancelRequest(ResponseListener listener) {
        Thread running = thread;
        if (running != null) {
            unwanted.add(listener);
            LockSupport.unpark(running);
        }
    }

    private void cancel(LlamaGeneration generation) {
        for (ResponseListener each = unwanted.poll(); each != null; each = unwanted.poll()) {
            generation.cancel(each);
        }
        long number = cancellations.get();
        if (number == cancelled) { // only this thread changes it
            return;
        }
        generation.cancel(number);
        synchronized (cancellations) {
            cancelled = number;
            cancellations.notifyAll();
        }
    }

    /** Fails the requests in flight, stops the thread and releases the model. Later calls have no effect. */
    @Override
    public void close() {
        Thread running;
        synchronized (lock) {
            if (!closed && model != null) {
                model.interrupt();
            }
            closed = true;
            running = thread;
            removeHook();
        }
        if (running != null && running != Thread.currentThread()) {
            LockSupport.unpark(running);
            join(running);
        }
    }

    private void removeHook() {
        if (atExit != null && Thread.currentThread() != atExit) {
            try {
                Runtime.getRuntime().removeShutdownHook(atExit);
            } catch (IllegalStateException e) {
                // the JVM is exiting, and the hook waits for the thread too
            }
        }
        atExit = null;
    }

    private static void join(Thread running) {
        boolean interrupted = false;
        while (running.isAlive()) {
            try {
                running.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private void generate(LlamaModel loaded, LlamaGeneration generation) {
        try (loaded) {
            runSteps(generation);
        } finally {
            for (Call call = waiting.poll(); call != null; call = waiting.poll()) {
                call.fail(end(), Timeline.endedAt(System.nanoTime()));
            }
        }
    }

    private void runSteps(LlamaGeneration generation) {
        try {
            while (!closed) {
                cancel(generation);
                generation.admit();
                if (generation.isIdle()) {
                    LockSupport.park(this);
                } else {
                    step(generation);
                }
            }
            stop(null);
        } catch (Throwable e) {
            stop(e);
        } finally {
            generation.failAll(end());
        }
    }

    /** Prevents further use of the model. If the backend is not closed, the exception becomes the reason why the engine is lost. */
    private void stop(@Nullable Throwable cause) {
        synchronized (lock) {
            if (!closed && cause != null) {
                loss = new Failure(
                        Failure.Kind.BACKEND_EXCEPTION,
                        "the llama engine has ended: " + Failure.of(cause).message());
            }
            closed = true;
            model = null;
        }
    }

    private void step(LlamaGeneration generation) {
        try {
            generation.step();
        } catch (IllegalStateException e) {
            generation.failAll(
                    closed ? end() : new Failure(Failure.Kind.BACKEND_EXCEPTION, String.valueOf(e.getMessage())));
        }
    }

    /** Returns the failure of requests that cannot complete because the engine has ended. */
    private Failure end() {
        Failure ended = loss;
        return ended != null ? ended : new Failure(Failure.Kind.CANCELLED, "the engine was closed");
    }

    /**
     * A request that waits for a free sequence.
     *
     * @param request the request
     * @param listener the listener of the response
     * @param cancellations the number of cancellations before the request
     */
    record Call(InferenceRequest request, ResponseListener listener, long cancellations) {

        /** Reports a failure. An exception of the listener is an error of its author and must not prevent the end of other requests. */
        void fail(Failure failure, Timeline timeline) {
            try {
                listener.failed(failure, timeline);
            } catch (Throwable e) {
                // the request has ended, and the listener has no other method for errors
            }
        }
    }

    /** Builds a {@link LlamaBackend}. Not thread-safe. Each method that sets an option returns this builder. */
    public static final class Builder {

        private static final int MAX_SEQUENCES = 64; // of llama.cpp

        final Path file;
        int context;
        int sequences = 4;
        int batch = 512;
        int threads = Math.max(1, Runtime.getRuntime().availableProcessors() - 1);
        int gpuLayers;

        private Builder(Path file) {
            this.file = Objects.requireNonNull(file, "model");
        }

        private Builder(Builder other) {
            file = other.file;
            context = other.context;
            sequences = other.sequences;
            batch = other.batch;
            threads = other.threads;
            gpuLayers = other.gpuLayers;
        }

        /**
         * Sets the maximum number of tokens of a request, prompt and completion together. The cache has this number of tokens for each
         * sequence. The default is 2,048, or the number of tokens that the model was trained for if that is less.
         */
        public Builder context(int tokens) {
            context = require("context", tokens, 1, Integer.MAX_VALUE);
            return this;
        }

        /** Sets the number of requests that are processed at a time. The default is 4. */
        public Builder sequences(int count) {
            sequences = require("sequences", count, 1, MAX_SEQUENCES);
            return this;
        }

        /** Sets the maximum number of tokens that one step processes. The default is 512. */
        public Builder batch(int tokens) {
            batch = require("batch", tokens, 1, 1 << 20);
            return this;
        }

        /**
         * Sets the number of threads that compute. The threads wait for each other many times per token. Therefore more threads than free
         * processors are slow. The default is one less than the number of processors, because one processor remains for the load generator.
         */
        public Builder threads(int count) {
            threads = require("threads", count, 1, 512); // of ggml
            return this;
        }

        /** Sets the number of layers of the model that a GPU computes. The default is 0. */
        public Builder gpuLayers(int count) {
            gpuLayers = require("gpu-layers", count, 0, Integer.MAX_VALUE);
            return this;
        }

        /**
         * Returns the backend. {@link LlamaBackend#start} loads the model.
         *
         * @throws IllegalArgumentException if the batch is smaller than the number of sequences
         */
        public LlamaBackend build() {
            if (batch < sequences) {
                throw new IllegalArgumentException(
                        "batch must be at least the number of sequences, " + sequences + ": got " + batch);
            }
            return new LlamaBackend(new Builder(this));
        }

        private static int require(String name, int value, int min, int max) {
            if (value < min || value > max) {
                throw new IllegalArgumentException(name + " must be at least " + min
                        + (max == Integer.MAX_VALUE ? "" : " and at most " + max) + ": got " + value);
            }
            return value;
        }
    }
}
