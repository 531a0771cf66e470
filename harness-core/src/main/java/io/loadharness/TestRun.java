// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.time.Duration;
import java.util.Optional;

/**
 * A handle for a run that was started. Thread-safe.
 *
 * <pre>{@code
 * TestRun run = generator.start(sut, library, settings, LogSettings.in(Path.of("logs")));
 * System.out.println(run.progress().completed() + " samples completed");
 * TestResult result = run.await();
 * }</pre>
 */
public interface TestRun {

    /**
     * Aborts the run; its verdict becomes {@link Verdict#ABORTED}. Returns immediately. Does nothing after the end of the run.
     *
     * @param reason the reason to report in the result
     */
    void abort(String reason);

    /**
     * Waits for the end of the run and returns its result.
     *
     * @throws TestFailedException if the run failed
     * @throws InterruptedException if the waiting thread is interrupted; the run continues
     */
    TestResult await() throws InterruptedException;

    /** Returns true if the run has ended, with or without a result. */
    boolean isDone();

    /** Returns the current progress. A caller may call this method many times per second, because the call is cheap. */
    Progress progress();

    /**
     * The progress of a run.
     *
     * @param issued the number of samples handed to the system under test
     * @param completed the number of completed samples
     * @param failed the number of failed samples
     * @param elapsed the time since the start of the run, including the generation of queries; constant after the end of the run
     * @param expected the duration of the run according to its settings; empty if the settings do not determine it
     */
    record Progress(long issued, long completed, long failed, Duration elapsed, Optional<Duration> expected) {}
}
