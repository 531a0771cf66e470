// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reports that a program, which was asked to stop, still makes progress with its results. A program that hangs makes no progress, and is
 * not reported. Thread-safe.
 */
final class WritingReporter implements AutoCloseable {

    private static final long PERIOD_MILLIS = TimeUnit.SECONDS.toMillis(1);

    private final LongSupplier work;
    private final Runnable report;
    private boolean hasReported; // guarded by this
    private long reported; // guarded by this
    private boolean isClosed; // guarded by this

    /**
     * Creates a reporter that is not started.
     *
     * @param work returns a measure of the work that the program has done; a program makes progress if it changes
     * @param report called for each progress
     */
    WritingReporter(LongSupplier work, Runnable report) {
        this.work = work;
        this.report = report;
    }

    void start() {
        Thread thread = new Thread(this::run, "loadharness-slice-writing");
        thread.setDaemon(true);
        thread.start();
    }

    private synchronized void run() {
        try {
            while (!isClosed) {
                tick();
                wait(PERIOD_MILLIS);
            }
        } catch (InterruptedException e) {
            // LoadHarness does not interrupt this thread
        }
    }

    /** Checks the progress once. Called every second. The first call always reports. */
    synchronized void tick() {
        long done = work.getAsLong();
        if (!isClosed && (!hasReported || done != reported)) {
            hasReported = true;
            reported = done;
            report.run();
        }
    }

    /** Ends the reports. After this call, no report follows. */
    @Override
    public synchronized void close() {
        isClosed = true;
        notifyAll();
    }
}
