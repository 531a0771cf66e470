// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import io.loadharness.Scenario;
import io.loadharness.TestRun.Progress;
import io.loadharness.client.RequestTotals;
import io.loadharness.cluster.protocol.ClusterProtocol;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Queue;
import java.util.Set;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The slices of a run in all workers. {@link Coordinator#run} creates this object. One thread must call {@link #awaitReady}, then
 * {@link #start}, and then poll {@link #haveEnded}. Any thread may call {@link #stop}. If a worker is lost or its slice fails, the other
 * workers receive a request to stop and to send their results so far.
 */
public final class RunningSlices {

    /**
     * The minimum and the maximum time from the start message until the common start. In this time, each worker creates the files and
     * threads of its run. If the slices needed a long time to become ready, this time is longer.
     */
    private static final Duration MIN_LEAD = Duration.ofSeconds(2);

    private static final Duration MAX_LEAD = Duration.ofSeconds(20);
    private static final int READY_PARTS = 3;

    /** The time until the common start is at least this many times the longest round trip. */
    private static final int ROUND_TRIPS = 20;

    /** The maximum time without results or progress after a slice was asked to stop. After this time, its worker is lost. */
    private static final long STOP_NANOS = TimeUnit.SECONDS.toNanos(30);

    private static final long WAIT_REPORT_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final long POLL_MILLIS = 20;

    private final Coordinator coordinator;
    private final List<WorkerLink> links;
    private final Map<WorkerLink, SliceLink> slices = new HashMap<>();
    private final Consumer<String> messages;
    private final LongSupplier clock;
    private final Set<String> reported = new HashSet<>(); // only the polling thread uses it
    private final Queue<String> waiting = new ConcurrentLinkedQueue<>();
    private long stopped; // guarded by this
    private boolean isStopped; // guarded by this
    private Optional<String> failure = Optional.empty(); // guarded by this
    private Duration lead = MIN_LEAD;

    RunningSlices(
            Coordinator coordinator,
            List<WorkerLink> links,
            Path folder,
            Consumer<String> messages,
            LongSupplier clock) {
        this.coordinator = coordinator;
        this.links = links;
        this.messages = messages;
        this.clock = clock;
        for (WorkerLink each : links) {
            Path ofSlice = folder.resolve(name(each));
            slices.put(each, new SliceLink(ofSlice, coordinator.isLocal(), waiting::add, clock));
        }
    }

    /** Shows the messages of the workers to the user. A message that several workers send is shown only once. */
    private void showMessages() {
        for (String next = waiting.poll(); next != null; next = waiting.poll()) {
            if (reported.add(next)) {
                messages.accept(next);
            }
        }
    }

    void send(SliceRequest request) {
        for (WorkerLink each : links) {
            Thread thread = new Thread(() -> send(each, request), "loadharness-slice-" + each.name());
            thread.setDaemon(true);
            thread.start();
        }
    }

    private void send(WorkerLink link, SliceRequest request) {
        try {
            link.send(of(link), request, links.size());
        } catch (InterruptedException | RuntimeException e) {
            link.lose("its slice cannot be sent: " + e.getMessage());
        }
    }

    private SliceLink of(WorkerLink link) {
        return Optional.ofNullable(slices.get(link)).orElseThrow();
    }

    private Stream<SliceLink> all() {
        return links.stream().map(this::of);
    }

    /**
     * Waits until all slices can start.
     *
     * @throws IllegalArgumentException if a worker refuses the arguments
     * @throws IOException if a slice cannot start, is not ready in time, or a worker is lost
     */
    public void awaitReady(Duration limit) throws IOException, InterruptedException {
        long begin = System.nanoTime();
        long last = begin;
        while (!all().allMatch(SliceLink::isReady)) {
            showMessages();
            requireNoneEnded();
            long now = System.nanoTime();
            if (now - begin > limit.toNanos()) {
                throw new IOException(notReady() + " after " + limit.toSeconds() + " s: read its log in the folder "
                        + Workers.LOG_FOLDER + " of the results, or set a longer --start-timeout; --ready-timeout for a"
                        + " server that starts slowly");
            }
            if (now - last > WAIT_REPORT_NANOS) {
                last = now;
                messages.accept("Waiting: " + notReady());
            }
            TimeUnit.MILLISECONDS.sleep(POLL_MILLIS);
        }
        showMessages();
        requireNoneEnded();
        Duration part = Duration.ofNanos((System.nanoTime() - begin) / READY_PARTS);
        lead = part.compareTo(MAX_LEAD) > 0 ? MAX_LEAD : longer(MIN_LEAD, part);
    }

    private void requireNoneEnded() throws IOException {
        for (WorkerLink each : links) {
            if (of(each).isRefused()) {
                String sentence = place(each) + " cannot start its slice: " + of(each).sentence();
                if (of(each).exitCode() == SliceProgram.Result.WRONG_ARGUMENTS) {
                    throw new IllegalArgumentException(sentence);
                }
                throw new IOException(sentence);
            }
        }
        Optional<String> loss = coordinator.explainedLoss();
        if (loss.isPresent()) {
            throw new IOException(loss.get());
        }
    }

    private static String place(WorkerLink link) {
        return link.name() + " on " + link.identity().host();
    }

    private String notReady() {
        List<String> missing = links.stream()
                .filter(each -> !of(each).isReady())
                .map(WorkerLink::name)
                .toList();
        String others = missing.size() == 1 ? "" : " (and " + (missing.size() - 1) + " of the other workers)";
        return missing.get(0) + others + " is not ready";
    }

    /**
     * Measures the clock offsets, and starts all slices at a common time. Returns this time on the clock of the coordinator.
     *
     * @throws IOException if a slice has ended or its worker was lost meanwhile; then no slice starts
     */
    public Instant start() throws IOException, InterruptedException {
        coordinator.measureClocks();
        Map<Integer, ClockOffset> offsets = new HashMap<>();
        for (WorkerDescription each : coordinator.workers()) {
            offsets.put(each.rank(), each.after().orElse(each.before()));
        }
        for (WorkerLink each : links) {
            if (!of(each).start()) {
                requireNoneEnded();
                throw new IOException(place(each) + " is not ready to start its slice any more");
            }
        }
        long longest = offsets.values().stream()
                .mapToLong(each -> 2 * each.boundNanos())
                .max()
                .orElse(0);
        Instant time = Instant.now().plusNanos(Math.max(lead.toNanos(), ROUND_TRIPS * longest));
        long start = TimeUnit.SECONDS.toNanos(time.getEpochSecond()) + time.getNano();
        for (WorkerLink each : links) {
            ClockOffset offset =
                    Optional.ofNullable(offsets.get(each.identity().rank())).orElseThrow();
            each.send(ClusterProtocol.StartSlice.newBuilder()
                    .setStart(start)
                    .setClockOffset(offset.nanos())
                    .setClockBound(offset.boundNanos())
                    .build());
        }
        return time;
    }

    /** Returns the scenario of the load, after {@link #awaitReady}. */
    public Scenario scenario() {
        return all().flatMap(each -> each.plan().stream())
                .map(SlicePlan::scenario)
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("no slice is ready"));
    }

    /** Returns the name of the HTTP client of the first worker, after {@link #awaitReady}. */
    public String transport() {
        return all().flatMap(each -> each.plan().stream())
                .map(SlicePlan::transport)
                .findFirst()
                .orElse("");
    }

    /** Returns the planned samples per second of all slices; empty if no rate is planned. */
    public OptionalDouble ratePerSecond() {
        double sum = all().flatMap(each -> each.plan().stream())
                .mapToDouble(each -> each.ratePerSecond().orElse(0))
                .sum();
        return sum > 0 ? OptionalDouble.of(sum) : OptionalDouble.empty();
    }

    /** Returns the sum of the progress of all slices. The times are the longest times of all slices. */
    public Progress progress() {
        long issued = 0;
        long completed = 0;
        long failed = 0;
        Duration elapsed = Duration.ZERO;
        Optional<Duration> expected = Optional.empty();
        for (Progress each : all().map(SliceLink::progress).toList()) {
            issued += each.issued();
            completed += each.completed();
            failed += each.failed();
            elapsed = longer(elapsed, each.elapsed());
            if (each.expected().isPresent()) {
                expected = Optional.of(
                        longer(expected.orElse(Duration.ZERO), each.expected().get()));
            }
        }
        return new Progress(issued, completed, failed, elapsed, expected);
    }

    /** Returns the requests of each slice by its name, such as {@code slice-0}. They are up to about a second old. */
    public Map<String, RequestTotals> requests() {
        Map<String, RequestTotals> requests = new LinkedHashMap<>();
        for (WorkerLink each : links) {
            requests.put(name(each), of(each).requests());
        }
        return requests;
    }

    private static String name(WorkerLink link) {
        return "slice-" + link.identity().rank();
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Requests all slices to stop and to send their results so far. Further calls have no effect. */
    public synchronized void stop(String reason) {
        if (!isStopped) {
            isStopped = true;
            stopped = clock.getAsLong();
            links.forEach(each -> each.stopSlice(reason));
        }
    }

    /** Stops all slices if one has failed, because the run cannot become valid. */
    private synchronized void stopAfterFailure() {
        for (WorkerLink each : links) {
            if (!isStopped && of(each).hasFailed()) {
                String sentence = of(each).sentence();
                String why = "the slice of " + place(each) + " failed" + (sentence.isEmpty() ? "" : ": " + sentence);
                failure = Optional.of(why);
                stop("it was stopped, because " + why);
            }
        }
    }

    /** Returns a message about the failed slice because of which all other slices were stopped; empty if there is none. */
    public synchronized Optional<String> failure() {
        return failure;
    }

    /**
     * Returns true if each slice has sent its results or its worker is lost. If a slice has failed, requests the others to stop. After a
     * request to stop, a slice may need a long time for the records and reports of a large run. If the slice makes no progress, its worker
     * is lost.
     */
    public boolean haveEnded() {
        showMessages();
        stopAfterFailure();
        boolean stopping;
        long since;
        synchronized (this) {
            stopping = isStopped;
            since = stopped;
        }
        for (WorkerLink each : links) {
            SliceLink slice = of(each);
            long last = Math.max(since, slice.lastProgress());
            if (stopping && !slice.hasEnded() && clock.getAsLong() - last > STOP_NANOS) {
                each.lose("it was asked to stop, and then made no progress with its results for "
                        + TimeUnit.NANOSECONDS.toSeconds(STOP_NANOS) + " s");
            }
        }
        return all().allMatch(SliceLink::hasEnded);
    }

    /** Returns a message for each slice that reported a failure, and for each worker that was lost after the first lost worker. */
    public List<String> failures() {
        List<String> failures = new ArrayList<>();
        for (WorkerLink each : links) {
            SliceLink slice = of(each);
            if (!slice.sentence().isEmpty()) {
                failures.add(place(each) + ": " + slice.sentence());
            }
            boolean isFirst =
                    coordinator.lostRank().orElse(-1) == each.identity().rank();
            if (!slice.loss().isEmpty() && !isFirst) {
                failures.add(place(each) + ": it was lost too: " + slice.loss());
            }
        }
        return failures;
    }

    /**
     * Returns the folders with results. The results of a lost worker may be incomplete. They are the files that had arrived or, if the
     * worker ran on this machine, the files that it has left.
     */
    public List<Path> folders() {
        List<Path> found = new ArrayList<>();
        all().map(SliceLink::folder).filter(Files::isDirectory).forEach(found::add);
        return found;
    }

    /** Deletes what workers that were killed on this machine have left. Called when all workers have ended. */
    void deleteWorkerFolders() {
        all().forEach(SliceLink::deleteWorkerFolder);
    }
}
