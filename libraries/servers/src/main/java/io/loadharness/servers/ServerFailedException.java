// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.util.List;

/** Thrown if a started server fails or never becomes ready. The message names the replica, the reason and the log file. */
public final class ServerFailedException extends IOException {

    private static final long serialVersionUID = 1;

    private final transient List<String> tail;

    ServerFailedException(String reason, List<String> tail) {
        super(reason);
        this.tail = List.copyOf(tail);
    }

    /** Returns the last lines of the log. */
    public List<String> tail() {
        return tail;
    }
}
