// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import org.jspecify.annotations.Nullable;

/** A profiler that did not do what it should; the message says which, what, and where its log is. */
final class ProfilerException extends Exception {

    private static final long serialVersionUID = 1;

    private final boolean mayWatch;

    ProfilerException(String message) {
        this(message, null);
    }

    ProfilerException(String message, @Nullable Throwable cause) {
        this(message, cause, false);
    }

    /**
     * The same where nobody knows.
     *
     * @param mayWatch whether it may watch the server all the same
     */
    ProfilerException(String message, @Nullable Throwable cause, boolean mayWatch) {
        super(message, cause);
        this.mayWatch = mayWatch;
    }

    boolean mayWatch() {
        return mayWatch;
    }
}
