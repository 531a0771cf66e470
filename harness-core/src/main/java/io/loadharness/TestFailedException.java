package io.loadharness;

import java.nio.file.Path;

/** A run that broke, so that it has no result. The cause, where there is one, is what a callback threw. */
public final class TestFailedException extends RuntimeException {

    private static final long serialVersionUID = 1L;

    private final transient Path logDirectory;

    /**
     * Tells why a run has no result.
     *
     * @param message one sentence for people
     * @param logDirectory where the logs of the run are, as far as it wrote them
     * @param cause what broke it, or null
     */
    public TestFailedException(String message, Path logDirectory, Throwable cause) {
        super(message, cause);
        this.logDirectory = logDirectory;
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
