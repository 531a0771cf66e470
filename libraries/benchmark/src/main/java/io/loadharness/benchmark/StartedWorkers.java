// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.Reason;
import io.loadharness.Verdict;
import io.loadharness.benchmark.endpoint.Endpoints;
import io.loadharness.cluster.ClockOffset;
import io.loadharness.cluster.Coordinator;
import io.loadharness.cluster.RemoteWorker;
import io.loadharness.cluster.RunningSlices;
import io.loadharness.cluster.SliceRequest;
import io.loadharness.cluster.WorkerDescription;
import io.loadharness.cluster.WorkerEndpoint;
import io.loadharness.cluster.Workers;
import io.loadharness.http.Dialect;
import io.loadharness.inference.RequestObserver;
import io.loadharness.internal.ClockReading;
import io.loadharness.record.RunClock;
import io.loadharness.report.PartialResults;
import io.loadharness.report.RunDescription.Setting;
import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The workers of a benchmark, if it has any. They stop when the benchmark ends. Only the methods of {@link LossDetector} are thread-safe.
 */
final class StartedWorkers implements LossDetector, AutoCloseable {

    private final Optional<Workers> workers;
    private volatile @Nullable Coordinator coordinator;

    /** Creates an object without started workers. */
    StartedWorkers(Optional<Workers> workers) {
        this.workers = workers;
    }

    boolean arePresent() {
        return workers.isPresent();
    }

    /**
     * Starts the workers and waits until all have connected.
     *
     * @param wait blocks a JVM exit until the workers may stop
     */
    void start(Path output, Runnable wait, Consumer<String> messages) throws IOException, InterruptedException {
        if (workers.isPresent()) {
            Coordinator started = Coordinator.start(workers.get(), output.resolve(Workers.LOG_FOLDER), messages);
            coordinator = started;
            started.stopAtExitAfter(wait);
        }
    }

    /** Returns a backend for each pair of a server and a worker. */
    List<RemoteWorker> open(Endpoints endpoints, Dialect dialect, boolean streaming)
            throws IOException, InterruptedException {
        List<WorkerEndpoint> servers = new ArrayList<>();
        for (String each : endpoints.urls()) {
            servers.add(endpoints.workerEndpoint(each, dialect, streaming));
        }
        return started().open(servers);
    }

    /** Sends a slice of the load to each worker. */
    RunningSlices run(SliceRequest request, Path folder) {
        return started().run(request, folder);
    }

    private Coordinator started() {
        Coordinator started = coordinator;
        if (started == null) {
            throw new IllegalStateException("the workers are not started");
        }
        return started;
    }

    @Override
    public Optional<Reason> lost() {
        return reason(Optional.ofNullable(coordinator).flatMap(Coordinator::lost));
    }

    @Override
    public Optional<Reason> explained() {
        return reason(Optional.ofNullable(coordinator).flatMap(Coordinator::explainedLoss));
    }

    private static Optional<Reason> reason(Optional<String> sentence) {
        return sentence.map(text -> new Reason(Reason.Code.WORKER_LOST, text));
    }

    /**
     * Returns a sidecar that compares the clocks before and after each run, and describes the network of LoadGen runs; empty if there are
     * no workers.
     */
    Optional<RunSidecar> sidecar() {
        return arePresent() ? Optional.of(new Clocks()) : Optional.empty();
    }

    private final class Clocks implements RunSidecar {

        private Path folder = Path.of("");
        private ClockReading first = ClockReading.now();
        private List<WorkerDescription> before = List.of();

        @Override
        public RequestObserver start(RunFolder runFolder, RunClock clock) {
            folder = runFolder.path();
            before = started().workers();
            first = ClockReading.now();
            return RequestObserver.NONE;
        }

        @Override
        public Notes end(Optional<RunResult> run) {
            ClockSteps steps = new ClockSteps(first, ClockReading.now());
            try {
                started().measureClocks();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            List<WorkerDescription> after = started().workers();
            for (int i = 0; i < after.size(); i++) {
                WorkerDescription each = after.get(i);
                ClockOffset last = before.get(i).after().orElse(before.get(i).before());
                each.after().ifPresent(now -> steps.add("worker-" + each.rank() + " on " + each.host(), last, now));
            }
            List<String> warnings = new ArrayList<>(steps.warnings());
            differentVersions(after).ifPresent(warnings::add);
            if (workers.filter(Workers::trustsNetwork).isPresent()) {
                warnings.add(
                        "The connections to the workers were not encrypted (--trusted-network): other programs in the network"
                                + " could read prompts, responses and keys.");
            }
            return new Notes(
                    warnings,
                    description(run, warnings),
                    Optional.empty(),
                    steps.reasons(),
                    List.of(),
                    partial(run, after.size()));
        }

        /** Returns the lost worker; empty if the worker was lost when the run had already ended. */
        private Optional<PartialResults> partial(Optional<RunResult> run, int count) {
            OptionalInt lost = started().lostRank();
            boolean isComplete = run.isPresent()
                    && run.get().verdict() != Verdict.FAILED
                    && run.get().reasons().stream().noneMatch(each -> each.code() == Reason.Code.WORKER_LOST);
            return isComplete || lost.isEmpty()
                    ? Optional.empty()
                    : Optional.of(new PartialResults(PartialResults.WORKER, count, List.of(lost.getAsInt())));
        }

        private static Optional<String> differentVersions(List<WorkerDescription> all) {
            Set<String> versions =
                    all.stream().map(WorkerDescription::javaVersion).collect(Collectors.toCollection(TreeSet::new));
            return versions.size() < 2
                    ? Optional.empty()
                    : Optional.of("The workers ran on different Java versions: " + String.join(", ", versions) + ".");
        }

        private List<Path> description(Optional<RunResult> run, List<String> warnings) {
            boolean isLoadGen = run.flatMap(RunResult::testResult)
                    .flatMap(result -> result.log().loadGenVersion())
                    .isPresent();
            if (!isLoadGen) {
                return List.of();
            }
            try {
                return List.of(networkSystem().writeTo(folder));
            } catch (IOException e) {
                warnings.add("The description of the network was not written: " + e.getMessage());
                return List.of();
            }
        }
    }

    /** Returns the description of the system under test. For LoadGen, the system consists of the workers behind a network. */
    NetworkSystem networkSystem() {
        return new NetworkSystem(
                workers.map(Workers::launcherName).orElse(""),
                started().protocol(),
                started().workers());
    }

    /** Returns the machine and the clock offset of each worker. Reports show them. */
    List<Setting> settings() {
        if (!arePresent()) {
            return List.of();
        }
        List<Setting> all = new ArrayList<>();
        for (WorkerDescription each : started().workers()) {
            all.add(new Setting(
                    "worker " + each.rank(),
                    each.host() + ", process " + each.processId() + ", Java " + each.javaVersion() + ", clock "
                            + micros(each.before().nanos()) + " us ± "
                            + micros(each.before().boundNanos()) + " us",
                    workers.map(Workers::launcherName).orElse("")));
        }
        return all;
    }

    private static long micros(long nanos) {
        return Math.round(nanos / 1000.0);
    }

    @Override
    public void close() {
        Coordinator started = coordinator;
        if (started != null) {
            started.close();
        }
    }
}
