// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import io.loadharness.Failure;
import java.io.EOFException;
import java.io.IOException;
import java.net.ConnectException;
import java.net.SocketException;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletionException;
import java.util.regex.Pattern;
import javax.net.ssl.SSLException;

/**
 * Maps exceptions of {@code java.net.http} to failures. One exception class has many meanings, and often only the cause or the message
 * gives the reason.
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

    /** Returns true if an open connection was closed before the first byte of the response. */
    boolean beforeFirstByte() {
        return thrown instanceof IOException
                && !(thrown instanceof ConnectException)
                && !has(SSLException.class)
                && ConnectFailures.describe("", thrown).isEmpty()
                && (matches(NO_BYTE) || thrown.getClass() == SocketException.class || thrown instanceof EOFException);
    }

    /**
     * Fails the exchange.
     *
     * @param firstHop the peer of the connection: the server or a proxy
     * @param limit the time limit for a connection
     */
    void end(Exchange exchange, RequestHead head, String firstHop, Duration limit) {
        long now = System.nanoTime();
        String server = head.authority();
        Optional<String> noConnection = ConnectFailures.describe(firstHop, thrown);
        if (thrown instanceof CancellationException) {
            exchange.cancel();
        } else if (has(HttpConnectTimeoutException.class)) {
            exchange.failed(now, ConnectFailures.timeout(firstHop, limit));
        } else if (noConnection.isPresent()) {
            exchange.broken(now, noConnection.get());
        } else if (thrown instanceof Error) {
            exchange.failed(now, Failure.of(thrown));
        } else if (matches(NO_STREAM)) {
            exchange.failed(
                    now,
                    new Failure(
                            Failure.Kind.BACKEND_EXCEPTION,
                            "java.net.http opens only one HTTP/2 connection, and " + server
                                    + " allows no more streams on it: use the transport \"netty\""));
        } else if (has(SSLException.class)) {
            exchange.broken(now, "TLS with " + server + " failed: " + thrown.getMessage());
        } else if (thrown instanceof ConnectException) {
            exchange.broken(now, "no connection to " + firstHop + reason());
        } else if (has(EOFException.class)
                || has(SocketException.class)
                || has(ClosedChannelException.class)
                || matches(BROKEN)) {
            exchange.broken(now, "the connection to " + server + " ended early" + reason());
        } else {
            exchange.failed(
                    now, new Failure(Failure.Kind.MALFORMED_RESPONSE, "the response is not valid HTTP" + reason()));
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

    private boolean matches(Pattern words) {
        for (Throwable each = thrown; each != null; each = each.getCause()) {
            if (each.getMessage() != null && words.matcher(each.getMessage()).find()) {
                return true;
            }
        }
        return false;
    }
}
