// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** Monitors one replica. Waits until it is ready, and then checks it at each heartbeat. */
final class ReplicaMonitor {

    private static final int TAIL = 20;
    private static final int MAX_CHUNKS = 64;
    private static final Duration POLL_INTERVAL = Duration.ofMillis(100);
    private static final Duration CHECK_LIMIT = Duration.ofSeconds(2);
    private static final Duration MESSAGE_INTERVAL = Duration.ofSeconds(5);
    private static final int KILLED = 128;
    private static final int LAST_SIGNAL = 64;

    private final Replica replica;
    private final Process process;
    private final HealthPage page;
    private final Duration heartbeat;
    private final CountDownLatch stopping;
    private final LogMask mask;

    /**
     * Creates a monitor for a process.
     *
     * @param heartbeat the time between two checks, and the maximum duration of one check
     * @param stopping a latch that reaches zero when monitoring is no longer needed
     * @param mask the mask for secrets in messages
     */
    ReplicaMonitor(
            Replica replica,
            Process process,
            HealthPage page,
            Duration heartbeat,
            CountDownLatch stopping,
            LogMask mask) {
        this.replica = replica;
        this.process = process;
        this.page = page;
        this.heartbeat = heartbeat;
        this.stopping = stopping;
        this.mask = mask;
    }

    /**
     * Waits until the replica is ready or monitoring ends.
     *
     * @param fatal patterns of fatal log lines; after such a line, the server will never be ready
     * @param messages receives a progress message every 5 s
     * @throws ServerFailedException if the server fails or is not ready in time
     */
    void awaitReady(Duration limit, List<Pattern> fatal, Consumer<String> messages)
            throws ServerFailedException, InterruptedException {
        FatalLineSearch search = new FatalLineSearch(replica.log(), fatal);
        long start = System.nanoTime();
        long lastMessage = start;
        Optional<String> problem = Optional.empty();
        do {
            boolean alive = process.isAlive();
            requireNoFatalLine(search);
            require(alive);
            if (problem.isPresent() && since(start).compareTo(limit) >= 0) {
                throw failed("was not ready after " + seconds(limit) + ": " + problem.get());
            }
            problem = page.problem(CHECK_LIMIT);
            if (problem.isEmpty()) {
                require(process.isAlive());
                messages.accept("Ready: " + replica + ", after " + seconds(since(start)));
                return;
            }
            if (since(lastMessage).compareTo(MESSAGE_INTERVAL) >= 0) {
                lastMessage = System.nanoTime();
                messages.accept("Waiting for " + replica + ", " + seconds(since(start)) + " so far: " + problem.get()
                        + replica.lastLines(1, mask::line).stream()
                                .map(line -> "; last log line: " + line)
                                .findFirst()
                                .orElse(""));
            }
        } while (!isStopped(POLL_INTERVAL));
    }

    /** Waits for a failure of a server that was ready. Returns empty if monitoring ends first. */
    Optional<ServerFailedException> awaitFailure() throws InterruptedException {
        while (!isStopped(heartbeat)) {
            Optional<ServerFailedException> failure = check();
            if (failure.isPresent()) {
                return isStopped(Duration.ZERO) ? Optional.empty() : failure;
            }
        }
        return Optional.empty();
    }

    private Optional<ServerFailedException> check() throws InterruptedException {
        long start = System.nanoTime();
        Optional<String> problem;
        do {
            if (!process.isAlive()) {
                return Optional.of(exitFailure());
            }
            problem = page.problem(heartbeat);
            if (problem.isEmpty()) {
                return Optional.empty();
            }
        } while (since(start).compareTo(heartbeat) < 0 && !isStopped(POLL_INTERVAL));
        return Optional.of(failed("does not respond: " + problem.get()));
    }

    /** Returns true if the first process is running. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** Returns an exception that reports the exit of the first process. The process must have ended. */
    ServerFailedException exitFailure() {
        Optional<String> beforeStart = replica.lastLines(TAIL, mask::line).stream()
                .filter(each -> each.startsWith(Launch.FAILED_BEFORE_START))
                .reduce((first, last) -> last);
        if (beforeStart.isPresent()) {
            return failed("did not start: " + beforeStart.get());
        }
        int code = process.exitValue();
        int signal = code - KILLED;
        return failed(
                signal >= 1 && signal <= LAST_SIGNAL ? "was killed by signal " + signal : "exited with code " + code);
    }

    private void require(boolean alive) throws ServerFailedException {
        if (!alive) {
            throw exitFailure();
        }
    }

    private void requireNoFatalLine(FatalLineSearch search) throws ServerFailedException {
        for (int chunk = 0; chunk < MAX_CHUNKS && !search.isAtEnd(); chunk++) {
            Optional<String> line = search.next();
            if (line.isPresent()) {
                throw failed("failed to start: " + mask.line(line.get()));
            }
        }
    }

    private ServerFailedException failed(String what) {
        return new ServerFailedException(
                replica + " " + what + " (log: " + replica.log() + ")", replica.lastLines(TAIL, mask::line));
    }

    private boolean isStopped(Duration wait) throws InterruptedException {
        return stopping.await(wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static String seconds(Duration time) {
        return time.toSeconds() + " s";
    }
}
