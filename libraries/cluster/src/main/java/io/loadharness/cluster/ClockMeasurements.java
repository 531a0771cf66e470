// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * The measured clocks of workers.
 *
 * @param offsets the offsets by the numbers of the workers
 * @param failures the errors of the workers that were lost or did not reply in time, in the order of the workers
 */
record ClockMeasurements(Map<Integer, ClockOffset> offsets, List<IOException> failures) {

    /** The maximum number of clocks that are measured at the same time, because each needs a thread. */
    private static final int MAX_THREADS = 256;

    ClockMeasurements {
        offsets = Map.copyOf(offsets);
        failures = List.copyOf(failures);
    }

    /**
     * Measures the clocks of all workers at the same time, because a measurement mostly waits for replies: with many workers, separate
     * measurements would delay the start by many round trips for each worker.
     */
    static ClockMeasurements of(List<WorkerLink> links) throws InterruptedException {
        List<Callable<ClockOffset>> tasks = new ArrayList<>();
        links.forEach(each -> tasks.add(() -> ClockOffset.measure(each)));
        ExecutorService threads = Executors.newFixedThreadPool(
                Math.max(1, Math.min(MAX_THREADS, tasks.size())), ClockMeasurements::daemon);
        try {
            List<Future<ClockOffset>> measured = threads.invokeAll(tasks);
            Map<Integer, ClockOffset> offsets = new HashMap<>();
            List<IOException> failures = new ArrayList<>();
            for (int i = 0; i < measured.size(); i++) {
                try {
                    offsets.put(links.get(i).identity().rank(), measured.get(i).get());
                } catch (ExecutionException e) {
                    if (e.getCause() instanceof IOException failure) {
                        failures.add(failure);
                    } else {
                        throw new IllegalStateException(e.getCause());
                    }
                }
            }
            return new ClockMeasurements(offsets, failures);
        } finally {
            threads.shutdownNow();
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "loadharness-coordinator-clock");
        thread.setDaemon(true);
        return thread;
    }
}
