// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers.profiler;

import org.jspecify.annotations.Nullable;

/** Thrown if a profiler fails. The message is a complete sentence for users, and contains the server and the cause. */
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
     * Creates an exception that also describes the state of the profiler.
     *
     * @param mayWatch true if the profiler may be active despite the failure
     */
    ProfilerException(String message, @Nullable Throwable cause, boolean mayWatch) {
        super(message, cause);
        this.mayWatch = mayWatch;
    }

    boolean mayWatch() {
        return mayWatch;
    }
}
