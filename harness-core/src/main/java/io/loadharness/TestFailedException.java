// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/** A run that broke, so that it has no result. The cause, where there is one, is what a callback threw. */
public final class TestFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Reason reason;
    private final transient Path logDirectory;

    /**
     * An exception whose message is the text of the reason and the directory of the logs.
     *
     * @param logDirectory where the logs of the run are, as far as it wrote them
     * @param cause what broke it, or null
     */
    public TestFailedException(Reason reason, Path logDirectory, @Nullable Throwable cause) {
        super(reason.text() + " (logs in " + logDirectory + ")", cause);
        this.reason = reason;
        this.logDirectory = logDirectory;
    }

    /** Returns why the run has no result. */
    public Reason reason() {
        return reason;
    }

    /** Where the logs of the run are, as far as it wrote them. */
    public Path logDirectory() {
        return logDirectory;
    }

    /** Always {@link Verdict#FAILED}. */
    public Verdict verdict() {
        return Verdict.FAILED;
    }
}
