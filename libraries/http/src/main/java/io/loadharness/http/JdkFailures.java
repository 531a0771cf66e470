// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * What an exception of {@code java.net.http} means. It throws one class for many things, and the reason is often only in the cause or
 * in the words.
 */
final class JdkFailures {

    private static final Pattern BROKEN =
            Pattern.compile("(?i)reset|broken pipe|closed|EOF|end of stream|RST_STREAM|GOAWAY");
    private static final Pattern NO_BYTE = Pattern.compile("(?i)received no bytes|reset|broken pipe|GOAWAY");
    private static final Pattern NO_STREAM = Pattern.compile("too many concurrent streams");

    private final Throwable thrown;

    private JdkFailures(Throwable thrown) {
        this.thrown = thrown;
    }

    static JdkFailures of(Throwable thrown) {
        Throwable inner = thrown;
        while (inner instanceof CompletionException && inner.getCause() != null) {
            inner = inner.getCause();
        }
        return new JdkFailures(inner);
    }

    /** Whether a connection was there and ended without a byte of the answer. */
    boolean beforeFirstByte() {
        return thrown instanceof IOException
                && !(thrown instanceof ConnectException)
                && !has(SSLException.class)
                && NoConnection.why("", thrown).isEmpty()
                && (says(NO_BYTE) || thrown.getClass() == SocketException.class || thrown instanceof EOFException);
    }

    /** Ends the exchange that failed; the first hop is what its connection leads to. */
    void end(Exchange exchange, RequestHead head, String firstHop) {
        long now = System.nanoTime();
        String server = head.authority();
        Optional<String> noConnection = NoConnection.why(firstHop, thrown);
        if (thrown instanceof CancellationException) {
            exchange.cancel();
        } else if (has(HttpConnectTimeoutException.class)) {
            exchange.failed(now, new Failure(Failure.Kind.TIMEOUT, "no connection to " + firstHop + " in time"));
        } else if (noConnection.isPresent()) {
            exchange.broken(now, noConnection.get());
        } else if (thrown instanceof Error) {
            exchange.failed(now, Failure.of(thrown));
        } else if (says(NO_STREAM)) {
            exchange.failed(
                    now,
                    new Failure(
                            Failure.Kind.BACKEND_EXCEPTION,
                            "java.net.http asks for no more at a time over HTTP/2 than " + server
                                    + " allows on one connection; the transport \"netty\" opens more"));
        } else if (has(SSLException.class)) {
            exchange.broken(now, "no TLS with " + server + ": " + thrown.getMessage());
        } else if (thrown instanceof ConnectException) {
            exchange.broken(now, "no connection to " + firstHop + reason());
        } else if (has(EOFException.class)
                || has(SocketException.class)
                || has(ClosedChannelException.class)
                || says(BROKEN)) {
            exchange.broken(now, "the connection to " + server + " ended early" + reason());
        } else {
            exchange.failed(now, new Failure(Failure.Kind.MALFORMED_RESPONSE, "this is not HTTP" + reason()));
        }
    }

    private String reason() {
        return thrown.getMessage() == null ? "" : ": " + thrown.getMessage();
    }

    private boolean has(Class<? extends Throwable> type) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (type.isInstance(each)) {
                return true;
            }
        }
        return false;
    }

    private boolean says(Pattern words) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each.getMessage() != null && words.matcher(each.getMessage()).find()) {
                return true;
            }
        }
        return false;
    }
}
