// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.RequestObserver;
import io.loadharness.inference.ResponseListener;
import io.loadharness.report.Quantity;
import io.loadharness.servers.profiler.Profiling;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Profiles the servers during a part of one run. A separate thread starts and stops the profilers, so that the threads that send requests
 * never wait for them.
 */
final class ProfiledRun implements RequestObserver {

    private final String name;
    private final ProfileWindow window;
    private final Profiling profiling;
    private final AtomicLong sent = new AtomicLong();
    private final List<String> warnings = new ArrayList<>();
    private final Thread thread = new Thread(this::watch, "server-profile");
    private long first;
    private boolean started;
    private boolean over;
    private boolean stopped;
    private boolean watched = true;

    ProfiledRun(String name, ProfileWindow window, Profiling profiling) {
        this.name = name;
        this.window = window;
        this.profiling = profiling;
        thread.setDaemon(true);
        thread.start();
    }

    @Override
    public @Nullable ResponseListener sending(InferenceRequest request, String endpoint) {
        long number = sent.incrementAndGet();
        if (number == 1
                || number == window.fromRequest()
                || number == window.toRequest().orElse(0)) {
            reached(number);
        }
        return null;
    }

    private synchronized void reached(long number) {
        if (number == 1) {
            first = System.nanoTime();
            started = true;
        }
        notifyAll();
    }

    /** Ends the run. Waits until the profilers have stopped, and returns the warnings. */
    List<String> end() {
        synchronized (this) {
            over = true;
            notifyAll();
        }
        try {
            thread.join();
        } catch (InterruptedException e) {
            thread.interrupt();
            Thread.currentThread().interrupt();
            return List.of("The profiler '" + name + "' may still be running: the wait for its end was interrupted.");
        }
        return warnings;
    }

    /** Returns true if the profilers started and stopped for at least one server. Valid after {@link #end}. */
    boolean isStopped() {
        return stopped;
    }

    /** Returns true if a profiler may have been active on a server during this run. Valid after {@link #end}. */
    boolean isWatched() {
        return watched;
    }

    private void watch() {
        try {
            profile();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            warnings.add("The profiler '" + name + "' failed: " + e.getMessage());
        }
    }

    private void profile() throws InterruptedException {
        if (!awaitStart()) {
            watched = profiling.mayWatch();
            warnings.add("The profiler '" + name + "' was not started: " + window.missedBy(sent.get()) + ".");
            return;
        }
        List<String> failures = profiling.start();
        watched = profiling.mayWatch();
        warnings.addAll(failures);
        if (failures.size() == profiling.servers().size()) {
            return;
        }
        String start = elapsed();
        awaitEnd(System.nanoTime());
        String end = elapsed();
        List<String> atEnd = profiling.stop();
        warnings.addAll(atEnd);
        stopped = failures.size() + atEnd.size() < profiling.servers().size();
        warnings.add("The profiler '" + name + (stopped ? "' was active from " : "' should have been active from ")
                + start + " to " + end + ".");
    }

    /** Waits for the start of the window. Returns false if the run ended first. */
    private synchronized boolean awaitStart() throws InterruptedException {
        while (!over) {
            long left = started && sent.get() >= window.fromRequest()
                    ? first + window.after().toNanos() - System.nanoTime()
                    : Long.MAX_VALUE;
            if (left <= 0) {
                return true;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return false;
    }

    private synchronized void awaitEnd(long start) throws InterruptedException {
        while (!over && sent.get() < window.toRequest().orElse(Long.MAX_VALUE)) {
            long left = window.duration()
                    .map(length -> start + length.toNanos() - System.nanoTime())
                    .orElse(Long.MAX_VALUE);
            if (left <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private synchronized String elapsed() {
        return Quantity.duration(Duration.ofNanos(System.nanoTime() - first)) + " ("
                + ProfileWindow.requests(sent.get()) + " sent)";
    }
}
