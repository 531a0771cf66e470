// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.run;

import java.net.InetAddress;
import java.net.UnknownHostException;

/** What this machine is called in result files. */
final class NodeName {

    private static final String VARIABLE = "NODE_NAME";

    private NodeName() {}

    /** As the environment says, or as the machine calls itself. */
    static String ofThisMachine() {
        String given = System.getenv(VARIABLE);
        if (given != null && !given.isBlank()) {
            return given.strip();
        }
        try {
            return InetAddress.getLocalHost().getHostName();
        } catch (UnknownHostException e) {
            return "localhost";
        }
    }
}
