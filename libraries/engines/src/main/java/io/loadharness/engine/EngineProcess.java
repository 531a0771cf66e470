// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import io.loadharness.Failure;
import io.loadharness.client.ReadThread;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import io.loadharness.internal.CommandWords;
import io.loadharness.servers.profiler.ProfilePlan;
import io.loadharness.servers.profiler.ProfiledProcess;
import io.loadharness.servers.profiler.ProfiledServer;
import io.loadharness.servers.profiler.ProfilerKind;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An inference engine in a worker process. The process can be written in any language; it implements the protocol of
 * {@code docs/reference/worker-protocol.md}.
 *
 * <pre>{@code
 * List<EngineProcess> engines = EngineProcess.builder()
 *         .command("python3 -m loadharness_worker vllm_offline --model /models/llama")
 *         .processes(2)
 *         .devices("0,1;2,3")
 *         .build();
 * BackendSystemUnderTest.Builder sut = BackendSystemUnderTest.builder("vllm", requests::get);
 * engines.forEach(sut::backend);
 * }</pre>
 *
 * <p>The processes that one builder creates are launched together by the first {@link #start}. If one process cannot start, all processes
 * are stopped. When the last process is closed, all processes and their child processes have ended. If this JVM is killed, a watchdog stops
 * these processes. Thread-safe.
 */
public final class EngineProcess implements InferenceBackend, ProfiledProcess {

    /** The default folder for logs. */
    public static final Path DEFAULT_LOG_FOLDER = Path.of("loadharness-logs", "engines");

    private final int rank;
    private final EngineSettings settings;
    private final WorkerGroup group;
    private final AtomicBoolean closed = new AtomicBoolean();
    private volatile @Nullable EngineLink link;

    private EngineProcess(int rank, EngineSettings settings, WorkerGroup group) {
        this.rank = rank;
        this.settings = settings;
        this.group = group;
    }

    /** Returns a builder. */
    public static Builder builder() {
        return new Builder();
    }

    @Override
    public String name() {
        return settings.name() + "-" + rank;
    }

    /**
     * Launches all processes of the builder, unless the start of another process has already launched them. Waits until this process has
     * loaded its model and warmed up.
     *
     * @throws IOException if this process, or another one of the builder, cannot start; the message contains the exit code of that process
     *     and the last lines of its log
     */
    @Override
    public void start() throws IOException, InterruptedException {
        if (closed.get()) {
            throw new IOException(this + " was closed");
        }
        link = group.start(rank);
    }

    /** Returns the limit of {@link Builder#startLimit}. */
    @Override
    public Optional<Duration> startLimit() {
        return Optional.of(settings.startLimit());
    }

    @Override
    public void profile(Optional<ProfilePlan> plan, int index) {
        group.profile(rank, plan.map(each -> new ProcessProfile(rank, each, index)));
    }

    @Override
    public ProfiledServer profiled() {
        return group.profiled(rank);
    }

    @Override
    public Optional<ProfilerKind> wrapper() {
        return group.wrapper(rank);
    }

    @Override
    public void stopAtExitAfter(Runnable wait) {
        group.stopAtExitAfter(wait);
    }

    @Override
    public Health health() {
        EngineLink started = link;
        return started == null ? Health.notReady(this + " was not started") : started.health();
    }

    @Override
    public void check(InferenceRequest request) {
        EngineLink started = link;
        if (started != null) { // also if another process has checked it: an engine can keep what it checked
            started.check(request);
        }
    }

    @Override
    public void send(InferenceRequest request, ResponseListener listener) {
        submit(List.of(request), List.of(listener), false);
    }

    /** Sends the requests in one frame. The worker may run these requests as one batch. */
    @Override
    public void sendTogether(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        submit(requests, listeners, true);
    }

    /** Sends the requests in one frame. The worker runs them without waiting for requests of other queries. */
    @Override
    public void sendAwaited(List<InferenceRequest> requests, List<? extends ResponseListener> listeners) {
        submit(requests, listeners, true);
    }

    private void submit(List<InferenceRequest> requests, List<? extends ResponseListener> listeners, boolean together) {
        EngineLink started = link;
        if (started != null) {
            started.submit(requests, listeners, together);
            return;
        }
        Failure failure = new Failure(Failure.Kind.CONNECTION_ERROR, this + " was not started");
        listeners.forEach(each -> each.failed(failure, Timeline.endedAt(System.nanoTime())));
    }

    /** Returns the number of batches that the worker reported after it loaded its model; 1 if the worker has not reported a number. */
    @Override
    public int concurrentBatches() {
        EngineLink started = link;
        return started == null ? 1 : started.concurrentBatches();
    }

    /** Returns the number of requests that the worker reported after it loaded its model; empty if the worker has not reported a number. */
    @Override
    public OptionalInt concurrentRequests() {
        EngineLink started = link;
        return started == null ? OptionalInt.empty() : started.concurrentRequests();
    }

    /** Tells the worker that a run begins, if its report can be about one run. Other workers count since their start. */
    @Override
    public void beginRun() {
        EngineLink started = link;
        if (started != null) {
            started.beginRun();
        }
    }

    /** Makes a worker that runs all waiting requests as one batch wait for the end of the query. Has no effect on other workers. */
    @Override
    public void beginQuery() {
        EngineLink started = link;
        if (started != null) {
            started.beginQuery();
        }
    }

    @Override
    public void endQuery() {
        EngineLink started = link;
        if (started != null) {
            started.endQuery();
        }
    }

    @Override
    public Optional<Duration> requestLimit() {
        return settings.requestLimit();
    }

    @Override
    public List<ReadThread> readThreads() {
        EngineLink started = link;
        return started == null ? List.of() : List.of(started.readThread());
    }

    /** Returns the statistics that the worker sent last; empty if the worker has sent no statistics. The worker defines the names. */
    public Map<String, @Nullable Object> statistics() {
        EngineLink started = link;
        return started == null ? Map.of() : started.statistics();
    }

    /**
     * Returns a warning if several processes of an engine for GPUs use the same devices. The first process returns the warning for all
     * processes.
     */
    @Override
    public List<String> planWarnings() {
        return rank == 0 ? SharedDevices.warning(settings).stream().toList() : List.of();
    }

    /** Requests the warnings of the worker. If there are several processes, each warning names its process. */
    @Override
    public List<String> warnings() {
        EngineLink started = link;
        if (started == null) {
            return List.of();
        }
        List<String> warnings = started.report().warnings();
        return settings.processes() == 1
                ? warnings
                : warnings.stream()
                        .map(each -> each.startsWith(this + " ") ? each : this + ": " + each)
                        .toList();
    }

    /** Requests the statistics from the worker, if it can respond. Otherwise, returns the statistics that the worker sent last. */
    @Override
    public Map<String, String> engineStatistics() {
        EngineLink started = link;
        if (started == null) {
            return Map.of();
        }
        started.report();
        return EngineReport.asText(started.statistics());
    }

    @Override
    public Optional<String> lost() {
        return Optional.ofNullable(link).flatMap(EngineLink::failure).map(Failure::message);
    }

    /**
     * Returns a sentence with the process, the time since its last response, and the last lines of its log; empty if the process has no
     * requests in flight.
     */
    @Override
    public Optional<String> inFlightDetail() {
        return Optional.ofNullable(link).flatMap(EngineLink::inFlightDetail);
    }

    /** Returns the file with the output of the process; empty before the start. */
    public Optional<Path> log() {
        return Optional.ofNullable(link).map(started -> started.started().log());
    }

    /** Returns the PID of the process, or of the profiler that started it; empty before the start. */
    public Optional<Long> pid() {
        return Optional.ofNullable(link)
                .map(started -> started.started().process().pid());
    }

    /** Fails the requests in flight and sends CANCEL for these requests. The worker needs some time to end the requests. */
    @Override
    public void cancelRequests() {
        EngineLink started = link;
        if (started != null) {
            started.cancelRequests();
        }
    }

    /** Fails a request and sends CANCEL for this request. If the engine cannot interrupt the request, the worker ends the request later. */
    @Override
    public void cancelRequest(ResponseListener listener) {
        EngineLink started = link;
        if (started != null) {
            started.cancelRequest(listener);
        }
    }

    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            EngineLink started = link;
            if (started != null) {
                started.close();
            }
            group.release();
        }
    }

    @Override
    public String toString() {
        return "engine process " + rank;
    }

    /**
     * Builds {@link EngineProcess}es. Not thread-safe. Each setter returns this builder. The messages of exceptions
     * name the options of the command line.
     */
    public static final class Builder {

        private static final int MAX_PROCESSES = 1024;

        private String name = "engine";
        private List<String> command = List.of();
        private int processes = 1;
        private String devices = "";
        private final Map<String, String> environment = new LinkedHashMap<>();
        private final Map<String, String> options = new LinkedHashMap<>();
        private Duration startLimit = Duration.ofMinutes(30);
        private Duration stopGrace = Duration.ofSeconds(10);
        private Duration heartbeatLimit = Duration.ofSeconds(60);
        private Optional<Duration> requestLimit = Optional.empty();
        private Path logFolder = DEFAULT_LOG_FOLDER;
        private Path machine = Path.of("/");
        private Consumer<String> messages = message -> {};

        private Builder() {}

        /** Sets the first part of the names of the backends. The default is {@code engine}. */
        public Builder name(String value) {
            name = Objects.requireNonNull(value, "name");
            return this;
        }

        /**
         * Sets the command that starts a worker. The command is split into words as in a shell, with quotes and backslashes, but without
         * variables and patterns.
         */
        public Builder command(String value) {
            return command(CommandWords.split("--engine-command", value));
        }

        /** Sets the words of the command that starts a worker. */
        public Builder command(List<String> words) {
            if (words.isEmpty() || words.get(0).isEmpty()) {
                throw new IllegalArgumentException(
                        "--engine-command is empty: set the command that starts the worker, such as python3 worker.py");
            }
            command = List.copyOf(words);
            return this;
        }

        /** Sets the number of processes. The default is 1. */
        public Builder processes(int value) {
            if (value < 1 || value > MAX_PROCESSES) {
                throw new IllegalArgumentException("--processes must be from 1 to " + MAX_PROCESSES + ": got " + value);
            }
            processes = value;
            return this;
        }

        /**
         * Sets the devices of each process, for example {@code 0,1;2,3} for two processes with two devices each. The environment variables
         * {@code CUDA_VISIBLE_DEVICES} and {@code HIP_VISIBLE_DEVICES} of a process contain its devices. Several processes can share a
         * device, for example {@code 0;0}. By default, each process can use all devices. The start fails if the driver of the GPUs shows
         * that a device does not exist.
         */
        public Builder devices(String value) {
            devices = Objects.requireNonNull(value, "devices");
            return this;
        }

        /** Adds an environment variable. */
        public Builder environment(String variable, String value) {
            environment.put(Objects.requireNonNull(variable, "variable"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /** Adds an option that each worker receives when it loads its model. */
        public Builder option(String option, String value) {
            options.put(Objects.requireNonNull(option, "option"), Objects.requireNonNull(value, "value"));
            return this;
        }

        /**
         * Sets the maximum time of the start, in which the process connects, sends {@code HELLO}, loads the model and warms up. This time
         * also limits each check of a request, because the first check can warm up the engine. The default is 30 minutes.
         */
        public Builder startLimit(Duration value) {
            startLimit = requirePositive("startLimit (--ready-timeout)", value);
            return this;
        }

        /**
         * Sets the time that a worker has to end after {@link EngineProcess#close}. After this time, the worker receives TERM. A worker
         * that still runs after a second period of this length receives KILL. The default is 10 seconds.
         */
        public Builder stopGrace(Duration value) {
            stopGrace = requirePositive("stopGrace", value);
            return this;
        }

        /**
         * Sets the time without any frame after which a worker that has warmed up counts as lost. The default is 60 seconds. Before that,
         * only {@link #startLimit} applies, because an import of a large library can block the heartbeats of a worker.
         */
        public Builder heartbeatLimit(Duration value) {
            heartbeatLimit = requirePositive("heartbeatLimit", value);
            return this;
        }

        /**
         * Sets the maximum duration of a request. After this time, the request fails, and the harness sends CANCEL to the worker. By
         * default, the duration is not limited.
         */
        public Builder requestLimit(Duration value) {
            requestLimit = Optional.of(requirePositive("requestLimit", value));
            return this;
        }

        /** Sets the folder in which each start creates a folder for its logs. The default is {@link #DEFAULT_LOG_FOLDER}. */
        public Builder logFolder(Path value) {
            logFolder = Objects.requireNonNull(value, "logFolder");
            return this;
        }

        /** Sets the receiver of messages for humans, such as the time that a process needed to load its model. Called by any thread. */
        public Builder messages(Consumer<String> value) {
            messages = Objects.requireNonNull(value, "messages");
            return this;
        }

        /** Sets the folder with the files of drivers, for tests. */
        Builder machine(Path value) {
            machine = value;
            return this;
        }

        /**
         * Returns the processes. {@link EngineProcess#start} launches the processes.
         *
         * @throws IllegalArgumentException if the command is missing, or the devices do not match the processes
         */
        public List<EngineProcess> build() {
            if (command.isEmpty()) {
                throw new IllegalArgumentException(
                        "--engine-command is missing: set the command that starts the worker");
            }
            EngineSettings settings = new EngineSettings(
                    name,
                    command,
                    processes,
                    DeviceGroups.parse(devices, processes),
                    Map.copyOf(environment),
                    Map.copyOf(options),
                    startLimit,
                    stopGrace,
                    heartbeatLimit,
                    requestLimit,
                    logFolder,
                    machine,
                    messages);
            WorkerGroup group = new WorkerGroup(settings);
            return IntStream.range(0, processes)
                    .mapToObj(rank -> new EngineProcess(rank, settings, group))
                    .toList();
        }

        private static Duration requirePositive(String setting, Duration value) {
            if (value.isNegative() || value.isZero()) {
                throw new IllegalArgumentException(setting + " must be positive: got " + value);
            }
            return value;
        }
    }
}
