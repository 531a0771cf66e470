// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.net.UnknownHostException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Creates messages for the exceptions of failed connection attempts. Often, only one of the causes of the exception contains the reason, in
 * its class or message.
 */
public final class ConnectFailures {

    private static final Pattern NO_PORT =
            Pattern.compile("(?i)cannot assign requested address|address already in use");
    private static final String UNKNOWN_HOST = " is not known";
    private static final Pattern WRONG_CERTIFICATE =
            Pattern.compile("(?i)TLS with \\S+ failed: .*(?:PKIX|certificat|subject alternative|no name matching)");
    private static final Pattern NO_FILE = Pattern.compile("(?i)too many open files");

    private ConnectFailures() {}

    /** Returns the failure of a request whose connection was not open within the time limit. */
    public static Failure timeout(String server, Duration limit) {
        return new Failure(Failure.Kind.TIMEOUT, "no connection to " + server + " within " + Seconds.of(limit));
    }

    /** Returns a sentence with the server and the reason; empty if this class does not recognize the exception. */
    public static Optional<String> describe(String server, Throwable thrown) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof UnknownHostException || each instanceof UnresolvedAddressException) {
                return Optional.of("the host of " + server + UNKNOWN_HOST);
            }
            if (matches(each, NO_PORT)) {
                return Optional.of("no local port is free for a connection to " + server);
            }
            if (matches(each, NO_FILE)) {
                return Optional.of(
                        "too many open files for another connection to " + server + ": raise the limit (ulimit -n)");
            }
        }
        return Optional.empty();
    }

    /** Returns true if the host name is not known. Another attempt may succeed, because a name can appear together with its server. */
    static boolean isUnknownHost(Failure failure) {
        return failure.kind() == Failure.Kind.CONNECTION_ERROR
                && failure.message().endsWith(UNKNOWN_HOST);
    }

    /** Returns true if a certificate is wrong. Another attempt fails in the same way. */
    static boolean isWrongCertificate(Failure failure) {
        return failure.kind() == Failure.Kind.CONNECTION_ERROR
                && WRONG_CERTIFICATE.matcher(failure.message()).find();
    }

    private static boolean matches(Throwable thrown, Pattern words) {
        return thrown.getMessage() != null && words.matcher(thrown.getMessage()).find();
    }
}
