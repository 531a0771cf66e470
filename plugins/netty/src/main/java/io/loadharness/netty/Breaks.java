// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import io.loadharness.http.NoConnection;
import io.netty.handler.ssl.NotSslRecordException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;
import org.jspecify.annotations.Nullable;

/** What broken connections are called. The reason is often only in the words of a cause. */
final class Breaks {

    private static final Pattern SYSTEM_CALL = Pattern.compile("^.*failed with error\\(-?\\d+\\): ");

    private Breaks() {}

    /** A connection that was made and is gone. */
    static String inAnswer(String server, @Nullable Throwable cause) {
        SSLException tls = tls(cause);
        return tls != null
                ? "no TLS with " + server + reason(tls)
                : "the connection to " + server + " ended early" + reason(cause);
    }

    /** A connection that cannot be made. */
    static String inConnect(String server, Throwable cause) {
        return NoConnection.why(server, cause).orElse("no connection to " + server + reason(cause));
    }

    /** A connection on which no TLS can be agreed. */
    static String inHandshake(String server, @Nullable Throwable cause) {
        return "no TLS with " + server + reason(cause);
    }

    static String reason(@Nullable Throwable cause) {
        if (tls(cause) instanceof NotSslRecordException) {
            return ": it does not speak TLS"; // its own words are what was read, in hex
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
