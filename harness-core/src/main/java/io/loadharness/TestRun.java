// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.time.Duration;
import java.util.Optional;

/** A run that was started. Safe for any number of threads. */
public interface TestRun {

    /**
     * Ends the run early; its verdict becomes {@link Verdict#ABORTED}. Returns at once, does nothing after the end.
     *
     * @param reason what the result says about it
     */
    void abort(String reason);

    /**
     * Waits for the end.
     *
     * @throws TestFailedException if the run broke
     * @throws InterruptedException if the waiting thread is interrupted; the run goes on
     */
    TestResult await() throws InterruptedException;

    /** Whether the run has ended, well or not. */
    boolean isDone();

    /** Where the run stands. Cheap enough to be asked many times a second. */
    Progress progress();

    /**
     * Where a run stands.
     *
     * @param issued samples handed to the system under test
     * @param completed samples answered
     * @param failed samples that failed
     * @param elapsed time since the start, also that in which the queries are generated; stands still after the end
     * @param expected the length of the run that its settings imply, where they imply one
     */
    record Progress(long issued, long completed, long failed, Duration elapsed, Optional<Duration> expected) {}
}
