// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import ai.onnxruntime.OrtEnvironment;
import ai.onnxruntime.OrtException;
import ai.onnxruntime.OrtLoggingLevel;
import ai.onnxruntime.OrtProviderOptions;
import ai.onnxruntime.OrtSession;
import io.loadharness.Failure;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.SamplePreprocessor;
import io.loadharness.inference.Timeline;
import io.loadharness.internal.Durations;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Runs an ONNX model in this process with ONNX Runtime. The requests have {@linkplain io.loadharness.inference.Prompt.Tensors tensors}
 * without the batch; the responses have bytes. The first dimension of each input of the model is the batch.
 *
 * <pre>{@code
 * try (OnnxBackend backend = OnnxBackend.builder(Path.of("resnet50.onnx"))
 *         .threads(4)
 *         .encoder(OutputEncoder.argmax())
 *         .build()) {
 *     backend.start();
 *     backend.check(request); // the first request warms up the model
 *     backend.send(request, listener);
 * }
 * }</pre>
 *
 * <p>Each session has its own threads and its own copy of the model. Requests that are sent together are one batch if their tensors have the
 * same shapes. Otherwise, the requests are one batch per shape. A model with a fixed batch size receives batches of this size. More
 * requests are divided into several batches, and copies of the last request fill an incomplete batch.
 */
public final class OnnxBackend implements InferenceBackend {

    private enum State {
        CREATED,
        READY,
        CLOSED
    }

    /** The minimum number of requests in flight with dynamic batches. It is the number that a run has without dynamic batches. */
    private static final int MIN_DYNAMIC_REQUESTS = 256;

    private final Builder settings;
    private final JobQueue queue;
    private final OnnxCounts counts = new OnnxCounts();
    private final @Nullable PreparedSamples prepared;
    private final Object lifecycle = new Object();
    private final Object cancellation = new Object();
    private final boolean hasHelpers;
    private final Object warmUpLock = new Object(); // not that of the lifecycle: close() ends a warm-up

    /** One session for each loaded model. */
    private final List<OnnxSession> sessions = new ArrayList<>();

    /** A second session for each loaded model if {@link #hasHelpers}. Prepares batches that would otherwise wait. */
    private final List<OnnxSession> helpers = new ArrayList<>();

    private final List<Thread> threads = new ArrayList<>();
    private volatile State state = State.CREATED;
    private volatile @Nullable Failure loss;
    private volatile @Nullable ModelSignature signature;
    private volatile String unusedTensors = "";
    private volatile Duration loadTime = Duration.ZERO;
    private volatile Duration warmUpTime = Duration.ZERO;
    private volatile boolean isWarm;

    private OnnxBackend(Builder settings) {
        this.settings = settings;
        queue = new JobQueue(
                settings.maxBatch,
                settings.maxDelay.toNanos(),
                settings.sessions < Runtime.getRuntime().availableProcessors(),
                counts,
                System::nanoTime);
        hasHelpers = settings.maxBatch == 1
                && 2 * settings.sessions <= Runtime.getRuntime().availableProcessors();
        isWarm = settings.warmUp == 0;
        prepared = settings.preprocessor == null ? null : new PreparedSamples(settings.preprocessor);
    }

    /** Returns a builder for a model in a file. */
    public static Builder builder(Path model) {
        return new Builder(model);
    }

    /** Returns the name of the file of the model. */
    @Override
    public String name() {
        return String.valueOf(settings.model.getFileName());
    }

    /**
     * Loads the model into all sessions.
     *
     * @throws IllegalArgumentException if the model cannot be used; the message names the file, the reason and the remedy
     */
    @Override
    public void start() {
        synchronized (lifecycle) {
            if (state != State.CREATED) {
                throw new IllegalStateException("the backend " + name() + " was already started or closed");
            }
            ModelErrors.checkFile(settings.model);
            long start = System.nanoTime();
            try {
                load();
            } catch (RuntimeException e) {
                allSessions().forEach(OnnxSession::close);
                sessions.clear();
                helpers.clear();
                throw e;
            } catch (LinkageError e) {
                throw ModelErrors.notLinked(e);
            }
            loadTime = Duration.ofNanos(System.nanoTime() - start);
            for (int i = 0; i < sessions.size(); i++) {
                addThread(sessions.get(i), queue::take, "onnx-" + i);
            }
            for (int i = 0; i < helpers.size(); i++) {
                addThread(helpers.get(i), queue::takeToHelp, "onnx-" + i + "-helper");
            }
            state = State.READY;
            threads.forEach(Thread::start);
        }
    }

    private void addThread(OnnxSession session, Supplier<@Nullable List<Job>> batches, String name) {
        Thread thread = new Thread(() -> runJobs(session, batches), name);
        thread.setDaemon(true);
        threads.add(thread);
    }

    private Stream<OnnxSession> allSessions() {
        return Stream.concat(sessions.stream(), helpers.stream());
    }

    private void load() {
        NativeFiles.requireTemporaryFolder();
        NativeFiles.use();
        OrtEnvironment environment = OrtEnvironment.getEnvironment();
        try (OrtSession.SessionOptions options = new OrtSession.SessionOptions()) {
            settings.applyTo(options);
            Optional<OrtProviderOptions> provider = settings.provider.addTo(options);
            try {
                for (int i = 0; i < settings.sessions; i++) {
                    load(environment, options);
                }
            } finally {
                provider.ifPresent(OrtProviderOptions::close);
            }
        } catch (OrtException e) {
            throw ModelErrors.notLoaded(settings.model, e);
        }
    }

    private void load(OrtEnvironment environment, OrtSession.SessionOptions options) throws OrtException {
        LoadedModel model = new LoadedModel(environment.createSession(settings.model.toString(), options));
        try {
            ModelSignature read = model.signature(settings.outputs);
            signature = read;
            sessions.add(new OnnxSession(environment, model, read, settings.encoder, settings.allowNan, counts));
            if (hasHelpers) {
                helpers.add(new OnnxSession(environment, model, read, settings.encoder, settings.allowNan, counts));
            }
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("the model " + settings.model + " cannot be used: " + e.getMessage(), e);
        } finally {
            model.release();
        }
    }

    private void runJobs(OnnxSession session, Supplier<@Nullable List<Job>> batches) {
        List<Job> batch = List.of();
        try {
            for (List<Job> next = batches.get(); next != null; next = batches.get()) {
                batch = next;
                try {
                    session.run(batch);
                } finally {
                    queue.ended(session.runsAreShort());
                }
            }
        } catch (Throwable e) {
            lose(e, batch);
        } finally {
            session.close();
        }
    }

    /** Fails all jobs, because a session cannot continue. Other sessions end after their current batch. */
    private void lose(Throwable cause, List<Job> batch) {
        Failure failure = new Failure(
                Failure.Kind.BACKEND_EXCEPTION,
                "the backend " + name() + " has ended: " + Failure.of(cause).message());
        loss = failure;
        // First the queue: a caller that sees the failure and closes the backend must not find jobs that it would
        // cancel.
        List<Job> waiting = queue.close();
        Timeline ended = Timeline.endedAt(System.nanoTime());
        batch.forEach(each -> each.fail(failure, ended));
        waiting.forEach(each -> each.fail(failure, ended));
    }

    @Override
    public List<String> warnings() {
        return Stream.of(
                        warning(
                                settings.allowNan ? counts.nanSamples.sum() : 0,
                                "contain NaN, which allow-nan=true accepts"),
                        warning(counts.infiniteSamples.sum(), "contain infinite numbers"))
                .flatMap(Optional::stream)
                .toList();
    }

    private Optional<String> warning(long samples, String what) {
        return samples == 0
                ? Optional.empty()
                : Optional.of(
                        name() + ": the outputs of " + samples + (samples == 1 ? " sample " : " samples ") + what);
    }

    @Override
    public Optional<String> lost() {
        return Optional.ofNullable(loss).map(Failure::message);
    }

    /**
     * Returns the version of ONNX Runtime, the model, the provider, and the times of loading, pre-processing and warm-up. The backend is not
     * ready until {@link #start} returns.
     */
    @Override
    public Health health() {
        ModelSignature known = signature;
        Failure ended = loss;
        if (ended != null) {
            return Health.notReady(ended.message());
        }
        if (state != State.READY || known == null) {
            return Health.notReady("the model " + settings.model + " is not loaded");
        }
        String batch = known.batch() == ModelSignature.ANY ? "" : ", batches of " + known.batch();
        return Health.ready("ONNX Runtime " + OrtEnvironment.getEnvironment().getVersion() + ", " + name() + " on "
                + settings.provider.name() + batch + ", loaded in " + rounded(loadTime)
                + (preparationTime().isZero() ? "" : ", pre-processed in " + rounded(preparationTime()))
                + (warmUpTime.isZero() ? "" : ", warmed up in " + rounded(warmUpTime))
                + (unusedTensors.isEmpty() ? "" : ", does not use the tensors " + unusedTensors + " of the data set"));
    }

    private static String rounded(Duration duration) {
        return Durations.inWords(Duration.ofNanos(duration.toNanos() / 100_000 * 100_000));
    }

    /** Returns the counts since {@link #beginRun} or the warm-up, and the times of loading and warm-up. */
    public OnnxStatistics statistics() {
        return counts.with(loadTime, preparationTime(), warmUpTime);
    }

    private Duration preparationTime() {
        PreparedSamples samples = prepared;
        return samples == null ? Duration.ZERO : Duration.ofNanos(samples.nanos());
    }

    @Override
    public Map<String, String> engineStatistics() {
        return statistics().countsByName();
    }

    /** Sets the counts to zero. */
    @Override
    public void beginRun() {
        counts.reset();
    }

    /**
     * Converts a request with the {@link Builder#preprocessor}, if there is one, and keeps the result for the measurement. All requests
     * with the same sample index are the same sample. Checks that the request has the inputs of the model. The model does not use other
     * tensors of the request, which {@link #health} names. The first request also warms up each session, which runs the request
     * {@link Builder#warmUp} times, with dynamic batches also as a full batch.
     *
     * @throws IllegalArgumentException if the request cannot be converted or does not match the model, or if the model fails during the
     *     warm-up
     */
    @Override
    public void check(InferenceRequest request) {
        ModelSignature known = signature;
        if (known == null) {
            throw new IllegalStateException("the model " + settings.model + " is not loaded: call start() first");
        }
        InferenceRequest input = request;
        PreparedSamples samples = prepared;
        if (samples == null) {
            known.check(request);
        } else {
            input = samples.prepare(request, known);
        }
        if (unusedTensors.isEmpty()) {
            unusedTensors = known.unusedTensors(input);
        }
        if (!isWarm) {
            warmUp(input);
        }
    }

    private void warmUp(InferenceRequest request) {
        synchronized (warmUpLock) {
            if (isWarm) {
                return;
            }
            long start = System.nanoTime();
            allSessions().forEach(each -> {
                for (int i = 0; i < settings.warmUp; i++) {
                    if (settings.maxBatch > 1) {
                        warmUp(each, request, settings.maxBatch);
                    }
                    warmUp(each, request, 1);
                }
            });
            counts.reset();
            warmUpTime = Duration.ofNanos(System.nanoTime() - start);
            isWarm = true;
        }
    }

    private static void warmUp(OnnxSession session, InferenceRequest request, int batch) {
        List<WarmUpListener> listeners =
                Stream.generate(WarmUpListener::new).limit(batch).toList();
        session.run(listeners.stream().map(each -> new Job(request, each)).toList());
        listeners.forEach(WarmUpListener::requireModelRan);
    }

    @Override
    public void send(InferenceRequest request, ResponseListener listener) {
        Job job = job(request, listener);
        if (job == null) {
            return;
        }
        if (state == State.CREATED || !queue.add(job)) {
            refuse(job);
        }
    }

    /** Sends the requests as one batch. With dynamic batches, this batch is divided if it is too large, and does not wait for others. */
    @Override
    public void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        enqueue(jobs(requests, listeners));
    }

    /** Makes free sessions run an incomplete dynamic batch, which no further request of the query would fill. */
    @Override
    public void endQuery() {
        queue.endQuery();
    }

    /** Returns the job of a request; null if the request failed, because it was never pre-processed. */
    private @Nullable Job job(InferenceRequest request, ResponseListener listener) {
        PreparedSamples samples = prepared;
        if (samples == null) {
            return new Job(request, listener);
        }
        InferenceRequest input = samples.of(request);
        if (input != null) {
            return new Job(input, listener);
        }
        new Job(request, listener)
                .fail(
                        Failure.Kind.BACKEND_EXCEPTION,
                        "sample " + request.sampleIndex()
                                + " was not pre-processed: call check() with each request before the run");
        return null;
    }

    private List<Job> jobs(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        List<Job> jobs = new ArrayList<>(requests.size());
        for (int i = 0; i < requests.size(); i++) {
            Job job = job(requests.get(i), listeners.get(i));
            if (job != null) {
                jobs.add(job);
            }
        }
        return jobs;
    }

    private void enqueue(List<Job> jobs) {
        if (!jobs.isEmpty() && (state == State.CREATED || !queue.addAll(jobs))) {
            jobs.forEach(this::refuse);
        }
    }

    /**
     * Runs the model on the calling thread if the last run took less than a millisecond, and the backend has one session and no dynamic
     * batches. Otherwise, the thread of a session runs the model, without a wait for other requests.
     */
    @Override
    public void sendAwaited(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        List<Job> jobs = jobs(requests, listeners);
        if (jobs.isEmpty()) {
            return;
        }
        if (settings.maxBatch > 1 || settings.sessions > 1 || state != State.READY || loss != null) {
            enqueue(jobs);
            return;
        }
        try {
            if (!sessions.get(0).tryRun(jobs)) {
                enqueue(jobs);
            }
        } catch (Throwable e) {
            lose(e, jobs);
        }
    }

    /** Returns the number of sessions, each of which runs one batch; with {@link #hasHelpers}, each of them prepares another batch. */
    @Override
    public int concurrentBatches() {
        return hasHelpers ? 2 * settings.sessions : settings.sessions;
    }

    /** Returns at least two dynamic batches per session: one that runs and one that waits. Empty without dynamic batches. */
    @Override
    public OptionalInt concurrentRequests() {
        long needed = 2L * settings.sessions * settings.maxBatch;
        return settings.maxBatch == 1
                ? OptionalInt.empty()
                : OptionalInt.of((int) Math.min(Integer.MAX_VALUE, Math.max(MIN_DYNAMIC_REQUESTS, needed)));
    }

    private void refuse(Job job) {
        Failure ended = loss;
        if (ended != null) {
            job.fail(ended, Timeline.endedAt(System.nanoTime()));
        } else if (state == State.CREATED) {
            job.fail(
                    Failure.Kind.BACKEND_EXCEPTION,
                    "the model " + settings.model + " is not loaded: call start() first");
        } else {
            job.fail(Failure.Kind.CANCELLED, "the backend " + name() + " is closed");
        }
    }

    /** Fails the requests that wait for a session, and ends the run of the model as soon as its current operator returns. */
    @Override
    public void cancelRequests() {
        for (Job each : queue.removeAll()) {
            each.fail(Failure.Kind.CANCELLED, "the run ended before the model processed the request");
        }
        if (threads.contains(Thread.currentThread()) || isRunByCaller()) {
            return; // a listener waits for no batch, because its own batch is running
        }
        synchronized (cancellation) {
            allSessions().forEach(OnnxSession::cancel);
            queue.awaitIdle();
            allSessions().forEach(OnnxSession::allowRuns);
        }
    }

    /** Returns true if the calling thread is running a batch without the thread of a session, for example because a listener calls this method. */
    private boolean isRunByCaller() {
        return allSessions().anyMatch(OnnxSession::isRunByCaller);
    }

    /** Ends the run of the model as soon as its current operator returns, and releases the native memory. */
    @Override
    public void close() {
        List<Job> unsent;
        synchronized (lifecycle) {
            state = State.CLOSED;
            unsent = queue.close();
            allSessions().forEach(OnnxSession::terminate);
        }
        for (Job each : unsent) {
            each.fail(Failure.Kind.CANCELLED, "the backend " + name() + " was closed before the model ran");
        }
        if (isRunByCaller()) {
            return; // the thread of the session ends after the batch of this thread
        }
        boolean interrupted = false;
        for (Thread each : threads) {
            while (each != Thread.currentThread() && each.isAlive()) {
                try {
                    each.join();
                } catch (InterruptedException e) {
                    interrupted = true;
                }
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Builds an {@link OnnxBackend}. Not thread-safe. Each setter returns this builder. */
    public static final class Builder {

        private static final int DEFAULT_WARM_UP = 3;

        private final Path model;
        private int threads = 1;
        private int interThreads;
        private int sessions = 1;
        private ExecutionProvider provider = new ExecutionProvider(ExecutionProvider.CPU, Map.of());
        private final Map<String, String> config = new LinkedHashMap<>(SessionConfig.DEFAULTS);
        private int maxBatch = 1;
        private Duration maxDelay = Duration.ZERO;
        private List<String> outputs = List.of();
        private OutputEncoder encoder = OutputEncoder.raw();
        private boolean allowNan;
        private int warmUp = DEFAULT_WARM_UP;
        private @Nullable SamplePreprocessor preprocessor;

        private Builder(Path model) {
            this.model = Objects.requireNonNull(model, "model");
        }

        private Builder(Builder other) {
            model = other.model;
            threads = other.threads;
            interThreads = other.interThreads;
            sessions = other.sessions;
            provider = other.provider;
            config.putAll(other.config);
            maxBatch = other.maxBatch;
            maxDelay = other.maxDelay;
            outputs = other.outputs;
            encoder = other.encoder;
            allowNan = other.allowNan;
            warmUp = other.warmUp;
            preprocessor = other.preprocessor;
        }

        /** Sets the number of threads per session that run one operator. The default is 1, a thread of the session. */
        public Builder threads(int value) {
            threads = requireAtLeast("threads", value, 1);
            return this;
        }

        /**
         * Runs independent operators of the model in parallel, with a number of threads per session. By default, the operators run in
         * order.
         */
        public Builder interThreads(int value) {
            interThreads = requireAtLeast("interThreads", value, 1);
            return this;
        }

        /**
         * Sets the number of sessions, which is the number of batches that run at the same time. Each session has its own copy of the
         * model. The default is 1.
         */
        public Builder sessions(int value) {
            sessions = requireAtLeast("sessions", value, 1);
            return this;
        }

        /**
         * Sets the execution provider: {@code cpu} (default), {@code cuda}, {@code tensorrt}, {@code coreml}, {@code qnn}, {@code webgpu}
         * or {@code xnnpack}. All except {@code cpu} need another jar of ONNX Runtime.
         *
         * @param options the options of the provider, with the names that ONNX Runtime uses, for example {@code device_id}
         * @throws IllegalArgumentException if the provider is unknown
         */
        public Builder provider(String name, Map<String, String> options) {
            provider = new ExecutionProvider(name, options);
            return this;
        }

        /**
         * Sets an entry of the configuration of sessions, for example {@code session.intra_op.allow_spinning} to {@code 1}. By default,
         * threads that wait for work do not spin.
         *
         * @throws IllegalArgumentException if the key is unknown to ONNX Runtime; the message lists all keys
         */
        public Builder config(String key, String value) {
            config.put(SessionConfig.requireKnown(key), Objects.requireNonNull(value, "value"));
            return this;
        }

        /**
         * Forms batches of requests that arrive one after the other. A batch is run when it is full, when its first request has waited for
         * the maximum delay, or when a session is free and the query has no further requests. Requests that are sent together do not wait
         * for others. By default, only requests that are sent together are a batch.
         */
        public Builder dynamicBatching(int maxSize, Duration delay) {
            maxBatch = requireAtLeast("maxSize", maxSize, 2);
            if (delay.isNegative()) {
                throw new IllegalArgumentException("delay must not be negative: got " + Durations.text(delay));
            }
            maxDelay = delay;
            return this;
        }

        /** Sets the names of the outputs that the encoder receives, in this order. The default is all outputs of the model. */
        public Builder outputs(String... names) {
            outputs = List.copyOf(Arrays.asList(names));
            return this;
        }

        /** Sets the encoder of the outputs. The default is {@link OutputEncoder#raw()}. */
        public Builder encoder(OutputEncoder value) {
            encoder = Objects.requireNonNull(value, "encoder");
            return this;
        }

        /** Allows or rejects samples whose outputs contain NaN. If true, these samples are only counted. By default, these samples fail. */
        public Builder allowNan(boolean value) {
            allowNan = value;
            return this;
        }

        /** Sets the number of times that each session runs the first checked request before the measurement. The default is 3. */
        public Builder warmUp(int runs) {
            warmUp = requireAtLeast("runs", runs, 0);
            return this;
        }

        /**
         * Sets the preprocessor of the samples. {@link OnnxBackend#check} calls the preprocessor before the measurement. By default, the
         * samples must have the inputs of the model.
         */
        public Builder preprocessor(SamplePreprocessor value) {
            preprocessor = Objects.requireNonNull(value, "preprocessor");
            return this;
        }

        /** Returns a backend that is not started. */
        public OnnxBackend build() {
            return new OnnxBackend(new Builder(this));
        }

        void applyTo(OrtSession.SessionOptions options) throws OrtException {
            // Errors are exceptions; the log would repeat them.
            options.setSessionLogLevel(OrtLoggingLevel.ORT_LOGGING_LEVEL_FATAL);
            options.setIntraOpNumThreads(threads);
            options.setInterOpNumThreads(Math.max(1, interThreads));
            if (interThreads > 0) {
                options.setExecutionMode(OrtSession.SessionOptions.ExecutionMode.PARALLEL);
            }
            for (Map.Entry<String, String> each : config.entrySet()) {
                options.addConfigEntry(each.getKey(), each.getValue());
            }
        }

        private static int requireAtLeast(String name, int value, int min) {
            if (value < min) {
                throw new IllegalArgumentException(name + " must be at least " + min + ": got " + value);
            }
            return value;
        }
    }
}
