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

/** One run whose servers are profiled for a part of it, by a thread of its own, so that nothing that sends waits. */
final class ProfiledRun implements RequestObserver {

    private final String name;
    private final ProfileWindow window;
    private final Profiling profiling;
    private final AtomicLong sent = new AtomicLong();
    private final List<String> remarks = new ArrayList<>();
    private final Thread thread = new Thread(this::watch, "server-profile");
    private long first;
    private boolean begun;
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
            begun = true;
        }
        notifyAll();
    }

    /** The run is over; returns when the profilers are stopped. */
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
            return List.of("The profiler " + name + " may still run: its end was not waited for.");
        }
        return remarks;
    }

    /** Whether the profilers did what they should at one server at least; after the end. */
    boolean isStopped() {
        return stopped;
    }

    /** Whether a profiler may have watched a server in this run, as far as anybody knows; after the end. */
    boolean isWatched() {
        return watched;
    }

    private void watch() {
        try {
            profile();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            remarks.add("The profiler " + name + " broke: " + e.getMessage());
        }
    }

    private void profile() throws InterruptedException {
        if (!awaitBeginning()) {
            watched = profiling.mayWatch();
            remarks.add("The profiler " + name + " was not started: " + window.missedBy(sent.get()) + ".");
            return;
        }
        List<String> troubles = profiling.start();
        watched = profiling.mayWatch();
        remarks.addAll(troubles);
        if (troubles.size() == profiling.servers().size()) {
            return;
        }
        String begin = moment();
        awaitEnd(System.nanoTime());
        String end = moment();
        List<String> atEnd = profiling.stop();
        remarks.addAll(atEnd);
        stopped = troubles.size() + atEnd.size() < profiling.servers().size();
        remarks.add("The profiler " + name + (stopped ? " watched from " : " should have watched from ") + begin
                + " to " + end + ".");
    }

    /** Whether the beginning came before the end of the run. */
    private synchronized boolean awaitBeginning() throws InterruptedException {
        while (!over) {
            long left = begun && sent.get() >= window.fromRequest()
                    ? first + window.after().toNanos() - System.nanoTime()
                    : Long.MAX_VALUE;
            if (left <= 0) {
                return true;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
        return false;
    }

    private synchronized void awaitEnd(long begin) throws InterruptedException {
        while (!over && sent.get() < window.toRequest().orElse(Long.MAX_VALUE)) {
            long left = window.duration()
                    .map(length -> begin + length.toNanos() - System.nanoTime())
                    .orElse(Long.MAX_VALUE);
            if (left <= 0) {
                return;
            }
            TimeUnit.NANOSECONDS.timedWait(this, left);
        }
    }

    private synchronized String moment() {
        return Quantity.duration(Duration.ofNanos(System.nanoTime() - first)) + " ("
                + ProfileWindow.requests(sent.get()) + " sent)";
    }
}
