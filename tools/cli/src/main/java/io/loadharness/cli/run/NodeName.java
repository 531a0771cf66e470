// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import io.loadharness.internal.HostName;

/** The name of this machine in result files. */
final class NodeName {

    private static final String VARIABLE = "NODE_NAME";

    private NodeName() {}

    /** Returns the source of the name. */
    static String source() {
        String given = System.getenv(VARIABLE);
        return given == null || given.isBlank() ? "host name" : "environment " + VARIABLE;
    }

    /** Returns the value of the environment variable {@code NODE_NAME}; the host name if the variable is not set. */
    static String ofThisMachine() {
        String given = System.getenv(VARIABLE);
        if (given != null && !given.isBlank()) {
            return given.strip();
        }
        return HostName.ofThisMachine();
    }
}
