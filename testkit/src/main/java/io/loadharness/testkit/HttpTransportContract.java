// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.http.Exchange;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.RequestHead;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TransportCounts;
import io.loadharness.http.TransportOptions;
import io.loadharness.testkit.ScriptedServer.Script;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of an {@link HttpTransport}. The module of a transport extends this class and opens the transport.
 *
 * <pre>{@code
 * class MyTransportTest extends HttpTransportContract {
 *     protected HttpTransport open(TransportOptions options) {
 *         return new MyTransport(options);
 *     }
 * }
 * }</pre>
 */
@Timeout(600)
public abstract class HttpTransportContract extends SocketContract {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final byte[] BODY = "abc".getBytes(StandardCharsets.UTF_8);

    @Test
    void exchangesARequestAndAResponse() throws Exception {
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            connection.write("HTTP/1.1 201 Created\r\nX-Thing: some\r\nContent-Length: 5\r\n\r\nhello");
        });

        RecordedExchange exchange =
                exchange(transport(), post(server.url() + "/some/path").with("X-Mine", "value"));

        assertThat(exchange.failure()).isNull();
        assertThat(exchange.head().status()).isEqualTo(201);
        assertThat(exchange.head().header("x-thing")).isEqualTo(Optional.of("some"));
        assertThat(exchange.body()).isEqualTo("hello");
        assertThat(exchange.stamps()).isSortedAccordingTo(Comparator.naturalOrder());
        assertThat(server.requests()).hasSize(1);
        assertThat(server.requests().get(0).head())
                .startsWith("post /some/path http/1.1")
                .contains("x-mine: value");
        assertThat(server.requests().get(0).body()).isEqualTo("abc");
    }

    @Test
    void sendsARequestWithoutABody() throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.responding(OK));

        RecordedExchange exchange = new RecordedExchange();
        transport().send(RequestHead.of("GET", URI.create(server.url() + "/health")), new byte[0], exchange);

        assertThat(exchange.await().body()).isEqualTo("ok");
        assertThat(exchange.isSent()).isTrue();
        assertThat(server.requests().get(0).head()).startsWith("get /health http/1.1");
    }

    @Test
    void decodesAChunkedResponse() throws Exception {
        RecordedExchange exchange = answeredBy(
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\n\r\n");

        assertThat(exchange.failure()).isNull();
        assertThat(exchange.body()).isEqualTo("abc0123456789");
    }

    @Test
    void readsAnHttp10ResponseUntilItsConnectionIsClosed() throws Exception {
        RecordedExchange exchange = answeredBy("HTTP/1.0 200 OK\r\n\r\nuntil the end");

        assertThat(exchange.failure()).isNull();
        assertThat(exchange.body()).isEqualTo("until the end");
    }

    @Test
    void ignores100Continue() throws Exception {
        RecordedExchange exchange = answeredBy("HTTP/1.1 100 Continue\r\n\r\n" + OK);

        assertThat(exchange.head().status()).isEqualTo(200);
        assertThat(exchange.body()).isEqualTo("ok");
    }

    @Test
    void doesNotFollowARedirect() throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.responding(
                "HTTP/1.1 307 Temporary Redirect\r\nLocation: /elsewhere\r\nContent-Length: 0\r\n\r\n"));

        assertThat(exchange(transport(), post(server.url())).head().status()).isEqualTo(307);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void passesOnEachPartBeforeTheNextArrives() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\na");
            seen.await();
            connection.write("b");
        });
        RecordedExchange exchange = new RecordedExchange(seen::countDown);

        transport().send(post(server.url()), BODY, exchange);

        assertThat(exchange.await().body()).isEqualTo("ab");
        assertThat(exchange.stamps()).hasSize(4);
    }

    @Test
    void keepsAConnectionForTheNextRequest() throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.responding(OK));
        HttpTransport transport = transport();

        for (int i = 0; i < 10; i++) {
            assertThat(exchange(transport, post(server.url())).body()).isEqualTo("ok");
        }

        assertThat(server.requests()).hasSize(10);
        assertThat(server.connections()).isLessThanOrEqualTo(2);
        assertThat(transport.counts()).isEqualTo(new TransportCounts(10, 0, 0, 0, 0, 0));
    }

    @Test
    void acceptsACompleteResponseWithExtraBytesAfterIt() throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.responding(OK + "more"));
        HttpTransport transport = transport();

        for (int i = 0; i < 3; i++) {
            assertThat(exchange(transport, post(server.url())).body()).isEqualTo("ok");
        }
    }

    @Test
    void limitsConnectionsAndCountsWaitingRequests() throws Exception {
        CountDownLatch allSent = new CountDownLatch(1);
        ScriptedServer server = serve((connection, number) -> {
            while (connection.readRequest() != null) {
                allSent.await();
                connection.write(OK);
            }
        });
        HttpTransport transport = transport(
                TransportOptions.builder().threads(2).maxConnections(3).build());
        List<RecordedExchange> exchanges = new ArrayList<>();

        for (int i = 0; i < 100; i++) {
            RecordedExchange exchange = new RecordedExchange();
            exchanges.add(exchange);
            transport.send(post(server.url()), BODY, exchange);
        }
        allSent.countDown();

        for (RecordedExchange each : exchanges) {
            assertThat(each.await().body()).isEqualTo("ok");
        }
        assertThat(server.connections()).isBetween(1, 3);
        assertThat(transport.counts().connectionWaits()).isPositive();
        assertThat(transport.counts().connectionWaitNanos()).isPositive();
    }

    @Test
    void failsAWaitingRequestWhenItIsCancelled() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            asked.countDown();
            connection.awaitClose();
        });
        HttpTransport transport =
                transport(TransportOptions.builder().maxConnections(1).build());
        RecordedExchange first = new RecordedExchange();
        RecordedExchange second = new RecordedExchange();
        Exchange open = transport.send(post(server.url()), BODY, first);
        Exchange waiting = transport.send(post(server.url()), BODY, second);
        asked.await();

        waiting.cancel();
        open.cancel();

        assertThat(second.await().kind()).isEqualTo(Failure.Kind.CANCELLED);
        assertThat(first.await().kind()).isEqualTo(Failure.Kind.CANCELLED);
        assertThat(server.requests()).hasSize(1);
    }

    @Test
    void endsEachOfManyExchangesOnce() throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.responding(OK));
        HttpTransport transport = transport();
        List<RecordedExchange> exchanges = new ArrayList<>();

        for (int i = 0; i < 300; i++) {
            RecordedExchange exchange = new RecordedExchange();
            exchanges.add(exchange);
            transport.send(post(server.url()), BODY, exchange);
        }

        for (RecordedExchange each : exchanges) {
            assertThat(each.await().body()).isEqualTo("ok");
            assertThat(each.fault()).isNull();
        }
        assertThat(server.requests()).hasSize(300);
    }

    @Test
    void failsAsAConnectionErrorIfNoServerListens() throws Exception {
        String url = unreachableUrl();

        RecordedExchange exchange = exchange(transport(), post(url));

        assertThat(exchange.kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
        assertThat(exchange.message()).contains(URI.create(url).getAuthority());
    }

    @Test
    void failsAsAConnectionErrorIfTheHostIsUnknown() throws Exception {
        RecordedExchange exchange = exchange(transport(), post("http://no-such-host.invalid:8000"));

        assertThat(exchange.kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
        assertThat(exchange.message()).contains("no-such-host.invalid").contains("not known");
    }

    @Test
    void failsAsATimeoutIfConnectingTakesTooLong() throws Exception {
        try (ServerSocket full = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            List<Socket> fillers = fill(full);
            HttpTransport transport = transport(limits(each -> each.withConnect(Duration.ofMillis(200))));

            RecordedExchange exchange = exchange(transport, post("http://127.0.0.1:" + full.getLocalPort()));

            assertThat(exchange.kind()).isEqualTo(Failure.Kind.TIMEOUT);
            assertThat(exchange.message()).contains("no connection");
            for (Socket each : fillers) {
                each.close();
            }
        }
    }

    /** Opens connections to a server that never accepts connections, until its backlog is full. */
    private static List<Socket> fill(ServerSocket listening) throws IOException {
        List<Socket> fillers = new ArrayList<>();
        try {
            while (fillers.size() < 64) {
                Socket socket = new Socket();
                fillers.add(socket);
                socket.connect(new InetSocketAddress(listening.getInetAddress(), listening.getLocalPort()), 200);
            }
        } catch (IOException full) {
            return fillers;
        }
        throw new AssertionError("the backlog is not full");
    }

    @Test
    void failsAsAConnectionErrorIfANewConnectionIsClosedWithoutAResponse() throws Exception {
        ScriptedServer server = serve((connection, number) -> connection.readRequest());
        HttpTransport transport = transport();

        assertThat(exchange(transport, post(server.url())).kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);

        assertThat(server.requests()).hasSize(1);
        assertThat(transport.counts().staleRetries()).isZero();
    }

    @Test
    void failsAsAConnectionErrorIfANewConnectionIsResetWithoutAResponse() throws Exception {
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            connection.reset();
        });

        assertThat(exchange(transport(), post(server.url())).kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);

        assertThat(server.requests()).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void retriesARequestOnAStaleConnection(boolean withReset) throws Exception {
        ScriptedServer server = serve(closingBeforeTheSecondAnswer(withReset, 1));
        HttpTransport transport = transport();

        assertThat(exchange(transport, post(server.url())).body()).isEqualTo("ok");
        RecordedExchange second = exchange(transport, post(server.url()));

        assertThat(second.failure()).isNull();
        assertThat(second.body()).isEqualTo("ok");
        assertThat(second.fault()).isNull();
        assertThat(server.requests()).hasSize(3);
        assertThat(server.connections()).isEqualTo(2);
        assertThat(transport.counts()).isEqualTo(new TransportCounts(2, 1, 0, 0, 0, 0));
    }

    @Test
    void retriesOnlyOnce() throws Exception {
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            if (number == 1) {
                connection.write(OK);
                connection.readRequest();
            }
        });
        HttpTransport transport = transport();

        assertThat(exchange(transport, post(server.url())).body()).isEqualTo("ok");
        assertThat(exchange(transport, post(server.url())).kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);

        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void doesNotRetryIfThatIsSwitchedOff() throws Exception {
        ScriptedServer server = serve(closingBeforeTheSecondAnswer(true, 1));
        HttpTransport transport = transport(
                TransportOptions.builder().threads(1).retryStale(false).build());

        assertThat(exchange(transport, post(server.url())).body()).isEqualTo("ok");
        assertThat(exchange(transport, post(server.url())).kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);

        assertThat(server.requests()).hasSize(2);
        assertThat(transport.counts().staleRetries()).isZero();
    }

    private static Script closingBeforeTheSecondAnswer(boolean withReset, int lastBadConnection) {
        return (connection, number) -> {
            connection.readRequest();
            connection.write(OK);
            while (connection.readRequest() != null) {
                if (number <= lastBadConnection) {
                    if (withReset) {
                        connection.reset();
                    }
                    return;
                }
                connection.write(OK);
            }
        };
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Content-Length: 10\r\n\r\nhalf",
                "Transfer-Encoding: chunked\r\n\r\n4\r\nhalf\r\n",
                "Transfer-Encoding: chunked\r\n\r\nA\r\nhalf"
            })
    void failsAsTruncatedIfTheConnectionIsClosedDuringTheResponse(String rest) throws Exception {
        RecordedExchange exchange = answeredBy("HTTP/1.1 200 OK\r\n" + rest);

        assertThat(exchange.kind()).isEqualTo(Failure.Kind.TRUNCATED_STREAM);
        assertThat(exchange.body()).isEqualTo("half");
    }

    @Test
    void failsAsTruncatedIfTheConnectionIsResetDuringTheResponse() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
            seen.await();
            connection.reset();
        });
        RecordedExchange exchange = new RecordedExchange(seen::countDown);

        transport().send(post(server.url()), BODY, exchange);

        assertThat(exchange.await().kind()).isEqualTo(Failure.Kind.TRUNCATED_STREAM);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "HELLO\r\n\r\n",
                "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\nok\r\n",
                "HTTP/1.1 200 OK\r\nContent-Length: many\r\n\r\nok"
            })
    void failsAsMalformedIfItIsNotHttp(String answer) throws Exception {
        assertThat(answeredBy(answer).kind()).isEqualTo(Failure.Kind.MALFORMED_RESPONSE);
    }

    @Test
    void failsAsATimeoutIfNoResponseStarts() throws Exception {
        ScriptedServer server = serve((connection, number) -> connection.awaitClose());

        RecordedExchange exchange =
                exchange(transport(limits(each -> each.withFirstByte(Duration.ofMillis(100)))), post(server.url()));

        assertThat(exchange.kind()).isEqualTo(Failure.Kind.TIMEOUT);
        assertThat(exchange.message()).isEqualTo("no response started within 100 ms");
    }

    @Test
    void failsAsATimeoutIfAResponseStops() throws Exception {
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nhalf");
            connection.awaitClose();
        });

        Duration limit = Duration.ofMinutes(1);
        FakeTimeTransport transport =
                closeAfterTest(new FakeTimeTransport(open(limits(each -> each.withBetweenBytes(limit)))));
        RecordedExchange exchange = new RecordedExchange();

        transport.send(post(server.url()), BODY, exchange);
        transport.passWhen(() -> exchange.body().equals("half"), limit);

        assertThat(exchange.await().kind()).isEqualTo(Failure.Kind.TIMEOUT);
        assertThat(exchange.message()).isEqualTo("no byte of the response arrived for 60 s");
        assertThat(exchange.body()).isEqualTo("half");
        assertThat(exchange.fault()).isNull();
    }

    @Test
    void failsAsATimeoutIfAResponseDoesNotEnd() throws Exception {
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                connection.write("drop ");
                TimeUnit.MILLISECONDS.sleep(5); // a pause is the subject: a response of small parts that does not end
            }
        });

        RecordedExchange exchange =
                exchange(transport(limits(each -> each.withTotal(Duration.ofMillis(200)))), post(server.url()));

        assertThat(exchange.kind()).isEqualTo(Failure.Kind.TIMEOUT);
        assertThat(exchange.message()).isEqualTo("the response is not complete after 200 ms");
    }

    @Test
    void failsAsMalformedIfAResponseIsTooLarge() throws Exception {
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\n\r\n");
            while (true) {
                connection.write(new byte[1 << 16]);
            }
        });
        HttpTransport transport =
                transport(TransportOptions.builder().maxBodyBytes(1 << 20).build());

        RecordedExchange exchange = exchange(transport, post(server.url()));

        assertThat(exchange.kind()).isEqualTo(Failure.Kind.MALFORMED_RESPONSE);
        assertThat(exchange.body()).hasSizeLessThanOrEqualTo(1 << 20);
    }

    @Test
    void cancellingFailsOnceAndClosesTheConnection() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        CountDownLatch closed = new CountDownLatch(1);
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            asked.countDown();
            connection.awaitClose();
            closed.countDown();
        });
        RecordedExchange listener = new RecordedExchange();
        Exchange exchange = transport().send(post(server.url()), BODY, listener);
        asked.await();

        exchange.cancel();
        exchange.cancel();

        assertThat(listener.await().kind()).isEqualTo(Failure.Kind.CANCELLED);
        assertThat(closed.await(300, TimeUnit.SECONDS)).isTrue();
        assertThat(listener.fault()).isNull();
    }

    @Test
    void closingFailsExchangesInFlightAndLaterOnes() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            asked.countDown();
            connection.awaitClose();
        });
        HttpTransport transport = transport();
        RecordedExchange open = new RecordedExchange();
        transport.send(post(server.url()), BODY, open);
        asked.await();

        transport.close();

        assertThat(open.await().kind()).isEqualTo(Failure.Kind.CANCELLED);
        assertThat(exchange(transport, post(server.url())).kind()).isEqualTo(Failure.Kind.CANCELLED);
    }

    @Test
    void failsIfTheListenerThrows() throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.responding(OK));
        RecordedExchange exchange = new RecordedExchange(() -> {
            throw new IllegalStateException("the listener failed");
        });
        HttpTransport transport = transport();

        transport.send(post(server.url()), BODY, exchange);

        assertThat(exchange.await().kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
        assertThat(exchange.message()).contains("the listener failed");
        assertThat(exchange(transport, post(server.url())).body()).isEqualTo("ok");
        assertThat(exchange.ends()).isEqualTo(1);
    }

    @Test
    void sendsRequestsThroughAProxy() throws Exception {
        ScriptedServer proxy = closeAfterTest(ScriptedServer.responding(OK));
        HttpTransport transport = transport(TransportOptions.builder()
                .proxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), proxy.port()))
                .build());

        assertThat(exchange(transport, post("http://no-such-host.invalid:8000/x"))
                        .body())
                .isEqualTo("ok");
        assertThat(proxy.requests().get(0).head()).startsWith("post http://no-such-host.invalid:8000/x http/1.1");
    }

    /** Opens the transport under test and closes it after the test. */
    protected final HttpTransport transport(TransportOptions options) {
        return closeAfterTest(open(options));
    }

    private HttpTransport transport() {
        return transport(TransportOptions.builder().threads(1).build());
    }

    private static TransportOptions limits(UnaryOperator<TimeLimits> change) {
        return TransportOptions.builder()
                .limits(change.apply(TimeLimits.DEFAULTS))
                .build();
    }

    private RecordedExchange answeredBy(String answer) throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.respondingOnce(answer));
        return exchange(transport(), post(server.url()));
    }

    private static RequestHead post(String url) {
        return RequestHead.of("POST", URI.create(url));
    }

    private static RecordedExchange exchange(HttpTransport transport, RequestHead head) throws InterruptedException {
        RecordedExchange exchange = new RecordedExchange();
        transport.send(head, BODY, exchange);
        exchange.await();
        assertThat(exchange.fault()).isNull();
        return exchange;
    }
}
