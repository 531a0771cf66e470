// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.util.Optional;
import java.util.regex.Pattern;

/** Why a transport has no connection, where an exception tells. The reason is often only in the class or in the words of a cause. */
public final class NoConnection {

    private static final Pattern NO_PORT =
            Pattern.compile("(?i)cannot assign requested address|address already in use");
    private static final Pattern NO_FILE = Pattern.compile("(?i)too many open files");

    private NoConnection() {}

    /** The reason as a sentence about a server; empty if it is none that is known here. */
    public static Optional<String> why(String server, Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof UnknownHostException || each instanceof UnresolvedAddressException) {
                return Optional.of("the host of " + server + " is not known");
            }
            if (says(each, NO_PORT)) {
                return Optional.of("no local port is free for a connection to " + server);
            }
            if (says(each, NO_FILE)) {
                return Optional.of("this process has too many open files for another connection to " + server);
            }
        }
        return Optional.empty();
    }

    private static boolean says(Throwable thrown, Pattern words) {
        return thrown.getMessage() != null && words.matcher(thrown.getMessage()).find();
    }
}
