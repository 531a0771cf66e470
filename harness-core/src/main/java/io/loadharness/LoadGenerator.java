// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/**
 * Issues queries to a {@link SystemUnderTest} and evaluates the results. Thread-safe; any number of runs may be active at the same time.
 *
 * <pre>{@code
 * TestSettings settings = TestSettings.builder(Scenario.OFFLINE).offlineExpectedQps(100).build();
 * TestResult result = generator.run(sut, library, settings, LogSettings.in(Path.of("logs")));
 * System.out.println(result.verdict() + ", " + result.completedSamplesPerSecond() + " samples/s");
 * }</pre>
 */
public interface LoadGenerator extends AutoCloseable {

    /**
     * Starts a run and returns immediately.
     *
     * @throws IllegalArgumentException if the settings, the library or a configuration file cannot be used; no run was started
     */
    TestRun start(SystemUnderTest sut, QuerySampleLibrary library, TestSettings settings, LogSettings logs);

    /**
     * Returns the expected size of a run without starting it.
     *
     * @throws IllegalArgumentException if the settings, the library or a configuration file cannot be used
     */
    default LoadPlan plan(QuerySampleLibrary library, TestSettings settings) {
        return LoadPlan.UNKNOWN;
    }

    /**
     * Starts a run and waits for its end. If the calling thread is interrupted, this method aborts the run, sets the interrupt flag again
     * and returns the result.
     *
     * @throws TestFailedException if the run failed
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

    /** Aborts the active runs and waits for their end. */
    @Override
    void close();
}
