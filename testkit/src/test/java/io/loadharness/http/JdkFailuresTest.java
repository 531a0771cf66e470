// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.testkit.RecordedExchange;
import java.io.EOFException;
import java.io.IOException;
import java.net.BindException;
import java.net.ConnectException;
import java.net.NoRouteToHostException;
import java.net.ProtocolException;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpConnectTimeoutException;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.UnresolvedAddressException;
import java.time.Duration;
import java.util.concurrent.CompletionException;
import java.util.stream.Stream;
import javax.net.ssl.SSLHandshakeException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class JdkFailuresTest {

    static Stream<Arguments> exceptions() {
        return Stream.of(
                Arguments.of(
                        new ConnectException("Cannot assign requested address"),
                        Failure.Kind.CONNECTION_ERROR,
                        "no local port is free for a connection to host:8000"),
                Arguments.of(
                        causedBy(new ConnectException(), new BindException("Cannot assign requested address")),
                        Failure.Kind.CONNECTION_ERROR,
                        "no local port is free for a connection to host:8000"),
                Arguments.of(
                        causedBy(new ConnectException(), new ClosedChannelException()),
                        Failure.Kind.CONNECTION_ERROR,
                        "no connection to host:8000"),
                Arguments.of(
                        causedBy(new ConnectException(), new UnresolvedAddressException()),
                        Failure.Kind.CONNECTION_ERROR,
                        "the host of host:8000 is not known"),
                Arguments.of(
                        new SocketException("Too many open files"),
                        Failure.Kind.CONNECTION_ERROR,
                        "too many open files for another connection to host:8000: raise the limit (ulimit -n)"),
                Arguments.of(
                        new CompletionException(new InternalError(new SocketException("Too many open files"))),
                        Failure.Kind.CONNECTION_ERROR,
                        "too many open files for another connection to host:8000: raise the limit (ulimit -n)"),
                Arguments.of(
                        new CompletionException(new OutOfMemoryError("Java heap space")),
                        Failure.Kind.BACKEND_EXCEPTION,
                        "java.lang.OutOfMemoryError: Java heap space"),
                Arguments.of(
                        new HttpConnectTimeoutException("HTTP connect timed out"),
                        Failure.Kind.TIMEOUT,
                        "no connection to host:8000 within 10 s"),
                Arguments.of(
                        new SSLHandshakeException("no common cipher"),
                        Failure.Kind.CONNECTION_ERROR,
                        "TLS with host:8000 failed: no common cipher"),
                Arguments.of(
                        new IOException("HTTP/1.1 header parser received no bytes", new EOFException()),
                        Failure.Kind.CONNECTION_ERROR,
                        "the connection to host:8000 ended early: HTTP/1.1 header parser received no bytes"),
                Arguments.of(
                        new CompletionException(new IOException("Broken pipe")),
                        Failure.Kind.CONNECTION_ERROR,
                        "the connection to host:8000 ended early: Broken pipe"),
                Arguments.of(
                        new ProtocolException("Invalid status line"),
                        Failure.Kind.MALFORMED_RESPONSE,
                        "the response is not valid HTTP: Invalid status line"));
    }

    @ParameterizedTest
    @MethodSource("exceptions")
    void convertsAnExceptionToAFailure(Throwable thrown, Failure.Kind kind, String message) {
        RecordedExchange listener = new RecordedExchange();
        try (Deadlines deadlines = new Deadlines(TimeLimits.DEFAULTS)) {
            Exchange exchange = Exchange.start(listener, TransportOptions.DEFAULTS, deadlines);

            JdkFailures.of(thrown)
                    .end(
                            exchange,
                            RequestHead.of("POST", URI.create("http://host:8000/x")),
                            "host:8000",
                            Duration.ofSeconds(10));
        }

        assertThat(listener.failure()).isEqualTo(new Failure(kind, message));
        assertThat(listener.ends()).isEqualTo(1);
    }

    static Stream<Throwable> endsOfKeptConnections() {
        return Stream.of(
                new IOException("HTTP/1.1 header parser received no bytes", new EOFException()),
                new CompletionException(new IOException("Broken pipe")),
                new IOException("Connection reset by peer"),
                new SocketException("Connection reset"));
    }

    @ParameterizedTest
    @MethodSource("endsOfKeptConnections")
    void detectsAConnectionThatEndedBeforeItsResponse(Throwable thrown) {
        assertThat(JdkFailures.of(thrown).beforeFirstByte()).isTrue();
    }

    static Stream<Throwable> connectionsThatNeverWere() {
        return Stream.of(
                new ConnectException("Connection refused"),
                new BindException("Cannot assign requested address"),
                new NoRouteToHostException("No route to host"),
                new SocketException("Too many open files"),
                new InternalError(new SocketException("Too many open files")),
                new SSLHandshakeException("no common cipher"));
    }

    @ParameterizedTest
    @MethodSource("connectionsThatNeverWere")
    void doesNotTreatAFailedConnectAsAnEndedConnection(Throwable thrown) {
        assertThat(JdkFailures.of(thrown).beforeFirstByte()).isFalse();
    }

    private static Throwable causedBy(Throwable outer, Throwable cause) {
        return outer.initCause(cause);
    }
}
