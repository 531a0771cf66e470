// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Pattern;

/** One replica while somebody looks after it: until it is ready, and from beat to beat then. */
final class ReplicaMonitor {

    private static final int TAIL = 20;
    private static final int MOST_CHUNKS = 64;
    private static final Duration BETWEEN_LOOKS = Duration.ofMillis(100);
    private static final Duration BETWEEN_WORDS = Duration.ofSeconds(5);
    private static final int KILLED = 128;
    private static final int LAST_SIGNAL = 64;

    private final Replica replica;
    private final Process process;
    private final HealthPage page;
    private final Duration beat;
    private final CountDownLatch stopping;

    /**
     * Looks after a process.
     *
     * @param beat from one look to the next, and how long one may take
     * @param stopping open when nobody wants to know any more
     */
    ReplicaMonitor(Replica replica, Process process, HealthPage page, Duration beat, CountDownLatch stopping) {
        this.replica = replica;
        this.process = process;
        this.page = page;
        this.beat = beat;
        this.stopping = stopping;
    }

    /**
     * Returns when it is ready, or nobody wants to know any more.
     *
     * @param fatal lines of its log after which it will not be
     * @param words takes a sentence now and then
     * @throws ServerFailedException if it will not be ready, or not in time
     */
    void awaitReady(Duration limit, List<Pattern> fatal, Consumer<String> words)
            throws ServerFailedException, InterruptedException {
        FatalLineSearch search = new FatalLineSearch(replica.log(), fatal);
        long begin = System.nanoTime();
        long spoken = begin;
        do {
            boolean alive = process.isAlive();
            requireNoFatalLine(search);
            require(alive);
            long left = limit.toNanos() - (System.nanoTime() - begin);
            if (left <= 0) {
                throw failed("was not ready after " + seconds(limit) + ": "
                        + page.complaint(BETWEEN_LOOKS).orElse("it became ready just now"));
            }
            Optional<String> complaint = page.complaint(shorter(Duration.ofNanos(left), Duration.ofSeconds(2)));
            if (complaint.isEmpty()) {
                require(process.isAlive());
                words.accept("Ready: " + replica + ", after " + seconds(since(begin)));
                return;
            }
            if (since(spoken).compareTo(BETWEEN_WORDS) >= 0) {
                spoken = System.nanoTime();
                words.accept("Waiting for " + replica + " since " + seconds(since(begin)) + ": " + complaint.get()
                        + replica.lastLines(1).stream()
                                .map(line -> "; its log: " + line)
                                .findFirst()
                                .orElse(""));
            }
        } while (!isStopped(BETWEEN_LOOKS));
    }

    /** Returns when there is something wrong with a server that was ready; empty if nobody wants to know any more. */
    Optional<ServerFailedException> awaitTrouble() throws InterruptedException {
        while (!isStopped(beat)) {
            Optional<ServerFailedException> trouble = oneBeat();
            if (trouble.isPresent()) {
                return isStopped(Duration.ZERO) ? Optional.empty() : trouble;
            }
        }
        return Optional.empty();
    }

    private Optional<ServerFailedException> oneBeat() throws InterruptedException {
        long begin = System.nanoTime();
        Optional<String> complaint;
        do {
            if (!process.isAlive()) {
                return Optional.of(dead());
            }
            complaint = page.complaint(beat);
            if (complaint.isEmpty()) {
                return Optional.empty();
            }
        } while (since(begin).compareTo(beat) < 0 && !isStopped(BETWEEN_LOOKS));
        return Optional.of(failed("does not answer, " + complaint.get()));
    }

    /** Whether the first process lives. */
    boolean isAlive() {
        return process.isAlive();
    }

    /** Why the first process is no more. */
    ServerFailedException dead() {
        int code = process.exitValue();
        int signal = code - KILLED;
        return failed(
                signal >= 1 && signal <= LAST_SIGNAL
                        ? "was ended by signal " + signal
                        : "ended with exit code " + code);
    }

    private void require(boolean alive) throws ServerFailedException {
        if (!alive) {
            throw dead();
        }
    }

    private void requireNoFatalLine(FatalLineSearch search) throws ServerFailedException {
        for (int chunk = 0; chunk < MOST_CHUNKS && !search.isAtEnd(); chunk++) {
            Optional<String> line = search.next();
            if (line.isPresent()) {
                throw failed("will not be ready, it printed: " + line.get());
            }
        }
    }

    private ServerFailedException failed(String what) {
        return new ServerFailedException(
                replica + " " + what + " (log: " + replica.log() + ")", replica.lastLines(TAIL));
    }

    private boolean isStopped(Duration wait) throws InterruptedException {
        return stopping.await(wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static Duration since(long nanos) {
        return Duration.ofNanos(System.nanoTime() - nanos);
    }

    private static Duration shorter(Duration one, Duration other) {
        return one.compareTo(other) < 0 ? one : other;
    }

    private static String seconds(Duration time) {
        return time.toSeconds() + " s";
    }
}
