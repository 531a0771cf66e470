// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** Thrown if a run failed and has no result. If a callback threw an exception, this exception is the cause. */
public final class TestFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Reason reason;
    private final transient Path logDirectory;

    /**
     * Creates an exception. Its message contains the text of the reason and the directory of the logs.
     *
     * @param logDirectory the directory of the logs, which may be incomplete
     * @param cause the cause of the failure, or null
     */
    public TestFailedException(Reason reason, Path logDirectory, @Nullable Throwable cause) {
        super(reason.text() + " (logs in " + logDirectory + ")", cause);
        this.reason = reason;
        this.logDirectory = logDirectory;
    }

    /** Returns the reason why the run has no result. */
    public Reason reason() {
        return reason;
    }

    /** Returns the directory of the logs, which may be incomplete. */
    public Path logDirectory() {
        return logDirectory;
    }

    /** Returns {@link Verdict#FAILED}. */
    public Verdict verdict() {
        return Verdict.FAILED;
    }
}
