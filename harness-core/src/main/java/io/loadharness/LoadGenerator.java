// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/**
 * Issues queries to a {@link SystemUnderTest} and judges the answers. Safe for any number of threads; any number of runs may go
 * on at the same time.
 */
public interface LoadGenerator extends AutoCloseable {

    /**
     * Starts a run and returns at once.
     *
     * @throws IllegalArgumentException if the settings, the library or a configuration file cannot be run; nothing was started
     */
    TestRun start(SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings logs);

    /**
     * What a run would be, without starting it.
     *
     * @throws IllegalArgumentException if the settings, the library or a configuration file cannot be run
     */
    default LoadPlan plan(QuerySampleLibrary library, TestSettings settings) {
        return LoadPlan.UNKNOWN;
    }

    /**
     * Runs to the end on the calling thread. If that thread is interrupted, the run is aborted, and its result is returned
     * with the interrupt still set.
     *
     * @throws TestFailedException if the run broke
     */
    default TestResult run(SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings logs) {
        TestRun run = start(sut, library, settings, logs);
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return run.await();
                } catch (InterruptedException e) {
                    interrupted = true;
                    run.abort("the thread that ran it was interrupted");
                }
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** Aborts the runs that still go on and waits for their end. */
    @Override
    void close();
}
