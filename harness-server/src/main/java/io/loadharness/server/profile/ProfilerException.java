package io.loadharness.server.profile;

/** A profiler that did not do what it should; the message says which, what, and where its log is. */
final class ProfilerException extends Exception {

    private static final long serialVersionUID = 1;

    ProfilerException(String message) {
        super(message);
    }

    ProfilerException(String message, Throwable cause) {
        super(message, cause);
    }
}
