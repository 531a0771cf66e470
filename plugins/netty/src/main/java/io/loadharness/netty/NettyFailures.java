// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.ConnectFailures;
import io.netty.handler.ssl.NotSslRecordException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** Failure messages for exceptions of Netty. Often, only the message of a cause contains the reason. */
final class NettyFailures {

    private static final Pattern SYSTEM_CALL = Pattern.compile("^.*failed with error\\(-?\\d+\\): ");

    private NettyFailures() {}

    /** Returns the message for the loss of an open connection. */
    static String duringResponse(String server, @Nullable Throwable cause) {
        SSLException tls = tls(cause);
        return tls != null ? tlsFailed(server, tls) : "the connection to " + server + " ended early" + reason(cause);
    }

    /** Returns the message for a connection that cannot be opened. */
    static String duringConnect(String server, Throwable cause) {
        return ConnectFailures.describe(server, cause).orElse("no connection to " + server + reason(cause));
    }

    /** Returns the message for a failed TLS handshake. */
    static String duringHandshake(String server, @Nullable Throwable cause) {
        return tlsFailed(server, cause);
    }

    private static String tlsFailed(String server, @Nullable Throwable cause) {
        return "TLS with " + server + " failed" + reason(cause);
    }

    static String reason(@Nullable Throwable cause) {
        if (tls(cause) instanceof NotSslRecordException) {
            return ": the server does not use TLS"; // the message of the exception contains only the data in hex
        }
        return cause == null || cause.getMessage() == null
                ? ""
                : ": " + SYSTEM_CALL.matcher(cause.getMessage()).replaceFirst("");
    }

    private static @Nullable SSLException tls(@Nullable Throwable thrown) {
        for (@Nullable Throwable each = thrown; each != null; each = each.getCause()) {
            if (each instanceof SSLException tls) {
                return tls;
            }
        }
        return null;
    }
}
