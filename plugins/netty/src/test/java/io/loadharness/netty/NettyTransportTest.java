// SPDX-License-Identifier: Apache-2.0
package io.loadharness.netty;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.RequestHead;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TransportOptions;
import io.loadharness.testkit.RecordedExchange;
import io.loadharness.testkit.ScriptedServer;
import io.netty.channel.epoll.Epoll;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class NettyTransportTest {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final TransportOptions ONE_THREAD =
            TransportOptions.builder().threads(1).build();

    @Test
    void isTheDefaultTransport() {
        try (HttpTransport transport = HttpTransport.open(TransportOptions.DEFAULTS)) {
            assertThat(transport.name()).isEqualTo(Epoll.isAvailable() ? "netty-epoll" : "netty-nio");
        }
    }

    @Test
    void reusesTheConnectionForARequestSentByTheListener() throws Exception {
        try (ScriptedServer server = ScriptedServer.responding(OK);
                HttpTransport transport = HttpTransport.open("netty", ONE_THREAD)) {
            RecordedExchange second = new RecordedExchange();
            RecordedExchange first =
                    new RecordedExchange(() -> transport.send(post(server.url()), new byte[] {1}, second));

            transport.send(post(server.url()), new byte[] {1}, first);

            assertThat(first.await().body()).isEqualTo("ok");
            assertThat(second.await().body()).isEqualTo("ok");
            assertThat(server.connections()).isEqualTo(1);
        }
    }

    @Test
    void closesKeptConnections() throws Exception {
        CountDownLatch closed = new CountDownLatch(1);
        try (ScriptedServer server = ScriptedServer.start((connection, number) -> {
            while (connection.readRequest() != null) {
                connection.write(OK);
            }
            closed.countDown();
        })) {
            try (HttpTransport transport = HttpTransport.open("netty", ONE_THREAD)) {
                RecordedExchange exchange = new RecordedExchange();
                transport.send(post(server.url()), new byte[] {1}, exchange);
                assertThat(exchange.await().body()).isEqualTo("ok");
            }

            closed.await();
        }
    }

    @Test
    void closesAndCountsConnectionsWithUnexpectedBytes() throws Exception {
        try (ScriptedServer server = ScriptedServer.responding(OK + "more");
                HttpTransport transport = HttpTransport.open("netty", ONE_THREAD)) {
            for (int i = 0; i < 3; i++) {
                RecordedExchange exchange = new RecordedExchange();
                transport.send(post(server.url()), new byte[] {1}, exchange);
                assertThat(exchange.await().body()).isEqualTo("ok");
            }

            assertThat(server.connections()).isEqualTo(3);
            assertThat(transport.counts().unexpectedBytes()).isEqualTo(3);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"Content-Length", "host", "Transfer-Encoding", "connection"})
    void rejectsHeadersThatItSetsItself(String header) throws Exception {
        RecordedExchange exchange =
                exchange(ONE_THREAD, post("http://127.0.0.1:1").with(header, "x"));

        assertThat(exchange.kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
        assertThat(exchange.failure().message()).contains("the header " + header + " is set by the transport");
    }

    @Test
    void requestsATunnelFromTheProxyForHttps() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.respondingOnce("HTTP/1.1 200 Ready\r\n\r\n")) {
            RecordedExchange exchange = exchange(through(proxy), post("https://no-such-host.invalid/x"));

            assertThat(proxy.requests().get(0).head())
                    .startsWith("connect no-such-host.invalid:443 http/1.1\nhost: no-such-host.invalid:443");
            assertThat(exchange.kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
            assertThat(exchange.failure().message()).startsWith("TLS with no-such-host.invalid");
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HTTP/1.1 200 Ready\r\n\r\nno TLS",
                "HTTP/1.1 407 Who are you?\r\nContent-Length: 0\r\n\r\n",
                "what?\r\n\r\n",
                ""
            })
    void failsWithAConnectionErrorIfTheProxyOpensNoTunnel(String response) throws Exception {
        try (ScriptedServer proxy = ScriptedServer.respondingOnce(response)) {
            RecordedExchange exchange = exchange(through(proxy), post("https://no-such-host.invalid:8443/x"));

            assertThat(exchange.kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
            assertThat(exchange.failure().message()).startsWith("the proxy did not open a tunnel");
        }
    }

    @Test
    void namesDataAfterTheResponseOfAProxy() throws Exception {
        try (ScriptedServer proxy = ScriptedServer.respondingOnce("HTTP/1.1 200 Ready\r\n\r\nno TLS")) {
            RecordedExchange exchange = exchange(through(proxy), post("https://no-such-host.invalid/x"));

            assertThat(exchange.message())
                    .isEqualTo("the proxy did not open a tunnel: data follows the response to CONNECT");
        }
    }

    @Test
    void namesTheTimeLimitOfAConnection() throws Exception {
        try (ScriptedServer silent = ScriptedServer.start((connection, number) -> connection.awaitClose())) {
            TransportOptions options = TransportOptions.builder()
                    .threads(1)
                    .limits(TimeLimits.DEFAULTS.withConnect(Duration.ofMillis(200)))
                    .build();
            RecordedExchange exchange = exchange(options, post("https://localhost:" + silent.port() + "/x"));

            assertThat(exchange.kind()).isEqualTo(Failure.Kind.TIMEOUT);
            assertThat(exchange.message()).isEqualTo("no connection to localhost:" + silent.port() + " within 200 ms");
        }
    }

    private static TransportOptions through(ScriptedServer proxy) {
        return TransportOptions.builder()
                .proxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()))
                .build();
    }

    private static RequestHead post(String url) {
        return RequestHead.of("POST", URI.create(url));
    }

    private static RecordedExchange exchange(TransportOptions options, RequestHead head) throws InterruptedException {
        RecordedExchange exchange = new RecordedExchange();
        try (HttpTransport transport = HttpTransport.open("netty", options)) {
            transport.send(head, new byte[] {1}, exchange);
            return exchange.await();
        }
    }
}
