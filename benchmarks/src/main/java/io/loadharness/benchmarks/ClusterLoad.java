// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import com.sun.management.OperatingSystemMXBean;
import io.loadharness.Failure;
import io.loadharness.inference.InferenceBackend;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** Sends the same request to a backend repeatedly, at a constant rate or with a constant number of requests in flight. */
final class ClusterLoad {

    private static final long LIMIT_SECONDS = 60;

    /** The maximum number of requests in flight at a constant rate. Without a maximum, an overload would use all sockets. */
    private static final int MAX_IN_FLIGHT = 1000;

    private final InferenceBackend backend;
    private final InferenceRequest request;

    ClusterLoad(InferenceBackend backend, InferenceRequest request) {
        this.backend = backend;
        this.request = request;
    }

    /**
     * The result of a load.
     *
     * @param perSecond the completed requests per second
     * @param cpuMicros the CPU time of this process per request
     * @param times the times of each request
     */
    record Result(double perSecond, double cpuMicros, List<Timeline> times) {}

    /** Sends requests at a constant rate, with at most {@link #MAX_IN_FLIGHT} in flight, and waits for all responses. */
    Result paced(double rate, Duration length) throws IOException, InterruptedException {
        int count = (int) (rate * length.toNanos() / 1e9);
        BlockingQueue<Object> ended = new LinkedBlockingQueue<>();
        Semaphore slots = new Semaphore(MAX_IN_FLIGHT);
        Filter release = result -> {
            slots.release();
            return true;
        };
        long cpu = cpuNanos();
        long start = System.nanoTime();
        for (int i = 0; i < count; i++) {
            long scheduled = start + (long) (i * 1e9 / rate);
            for (long wait = scheduled - System.nanoTime(); wait > 0; wait = scheduled - System.nanoTime()) {
                LockSupport.parkNanos(wait);
            }
            if (!slots.tryAcquire(LIMIT_SECONDS, TimeUnit.SECONDS)) {
                throw new IOException("no response arrived within " + LIMIT_SECONDS + " s");
            }
            backend.send(request, new Listener(ended, release));
        }
        List<Timeline> times = new ArrayList<>();
        while (times.size() < count) {
            times.add(timeline(ended.poll(LIMIT_SECONDS, TimeUnit.SECONDS)));
        }
        long last = times.stream().mapToLong(Timeline::done).max().orElse(start);
        return new Result(count * 1e9 / (last - start), (cpuNanos() - cpu) / 1e3 / count, times);
    }

    /** Keeps requests in flight: the thread that receives a response sends the next request. */
    Result closed(int inFlight, Duration length) throws IOException, InterruptedException {
        BlockingQueue<Object> ended = new LinkedBlockingQueue<>();
        AtomicLong completed = new AtomicLong();
        AtomicReference<@Nullable Object> failure = new AtomicReference<>();
        long cpu = cpuNanos();
        long start = System.nanoTime();
        long deadline = start + length.toNanos();
        Runnable[] next = new Runnable[1];
        next[0] = () -> backend.send(request, new Listener(ended, result -> {
            if (result instanceof Timeline) {
                completed.incrementAndGet();
            } else {
                failure.set(result);
            }
            if (System.nanoTime() - deadline < 0 && failure.get() == null) {
                next[0].run();
                return false;
            }
            return true;
        }));
        for (int i = 0; i < inFlight; i++) {
            next[0].run();
        }
        for (int i = 0; i < inFlight; i++) {
            timeline(ended.poll(LIMIT_SECONDS, TimeUnit.SECONDS));
        }
        long nanos = System.nanoTime() - start;
        return new Result(
                completed.get() * 1e9 / nanos, (cpuNanos() - cpu) / 1e3 / Math.max(1, completed.get()), List.of());
    }

    static long cpuNanos() {
        return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime();
    }

    private static Timeline timeline(@Nullable Object result) throws IOException {
        if (result instanceof Timeline times) {
            return times;
        }
        throw new IOException(
                result == null ? "a response did not arrive within " + LIMIT_SECONDS + " s" : String.valueOf(result));
    }

    /** Called at the end of a request. Decides if the listener adds the result to the queue. */
    private interface Filter {

        boolean isLast(Object result);
    }

    /** A listener that adds the timeline of a response, or the failure, to a queue. */
    private record Listener(BlockingQueue<Object> ended, Filter filter) implements ResponseListener {

        @Override
        public void firstToken(long nanos, Output first) {
            // the timeline contains this time
        }

        @Override
        public void end(Response response) {
            add(response.timeline());
        }

        @Override
        public void failed(Failure failure, Timeline timeline) {
            add(failure);
        }

        private void add(Object result) {
            if (filter.isLast(result)) {
                ended.add(result);
            }
        }
    }
}
