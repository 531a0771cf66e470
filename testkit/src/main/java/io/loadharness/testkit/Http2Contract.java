// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.loadharness.Failure;
import io.loadharness.http.Exchange;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.HttpVersion;
import io.loadharness.http.RequestHead;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TlsOptions;
import io.loadharness.http.TransportCounts;
import io.loadharness.http.TransportOptions;
import io.loadharness.testkit.ScriptedServer.Script;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import javax.net.ssl.SSLParameters;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests of a transport that supports HTTP/2. The module of a transport extends this class and opens the transport. */
@Timeout(600)
public abstract class Http2Contract extends SocketContract {

    private static final byte[] BODY = "abc".getBytes(StandardCharsets.UTF_8);

    /** The action of a server for each request. */
    private interface RequestHandler {
        void answer(Http2Peer peer, Http2Peer.Event request) throws Exception;
    }

    @TempDir
    static Path folder;

    /**
     * Returns true if the transport tracks the streams of a connection. Such a transport records the maximum number of streams and the
     * streams that the server has processed, and rejects streams that the server opens. If the result is false, the tests of these features
     * are skipped.
     */
    protected boolean seesStreams() {
        return true;
    }

    @Test
    void exchangesARequestAndAResponse() throws Exception {
        ScriptedServer server = serving((peer, request) -> {
            peer.head(request.stream(), 201);
            peer.body(request.stream(), "hello " + request.body(), true);
        });
        HttpTransport transport = transport();

        RecordedExchange exchange = exchange(transport, server);

        assertThat(exchange.failure()).isNull();
        assertThat(exchange.head().status()).isEqualTo(201);
        assertThat(exchange.head().header("Content-Type")).isEqualTo(Optional.of("text"));
        assertThat(exchange.body()).isEqualTo("hello abc");
        assertThat(exchange.stamps()).isSortedAccordingTo(Comparator.naturalOrder());
        assertThat(transport.counts()).isEqualTo(new TransportCounts(1, 0, 1, 0, 0, 0));
    }

    @Test
    void passesOnEachPartBeforeTheNextArrives() throws Exception {
        CountDownLatch seen = new CountDownLatch(1);
        ScriptedServer server = serving((peer, request) -> {
            peer.head(request.stream(), 200);
            peer.body(request.stream(), "a", false);
            seen.await();
            peer.body(request.stream(), "b", true);
        });
        RecordedExchange exchange = new RecordedExchange(seen::countDown);

        transport().send(post(server.url()), BODY, exchange);

        assertThat(exchange.await().body()).isEqualTo("ab");
    }

    @Test
    void negotiatesHttp2UnderTls() throws Exception {
        AtomicInteger asked = new AtomicInteger();
        RecordedExchange exchange = exchangeUnderTls("h2", (connection, number) -> {
            Http2Peer peer = Http2Peer.accept(connection);
            asked.incrementAndGet();
            peer.answer(peer.nextStream(), "ok");
            peer.next();
        });

        assertThat(exchange.body()).isEqualTo("ok");
        assertThat(asked).hasValue(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"http/1.1", ""})
    void usesHttp11IfTheServerDoesNotOfferHttp2UnderTls(String offered) throws Exception {
        RecordedExchange exchange = exchangeUnderTls(offered, (connection, number) -> {
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            connection.awaitClose();
        });

        assertThat(exchange.body()).isEqualTo("ok");
    }

    @ParameterizedTest
    @ValueSource(strings = {"400 Bad Request\r\nConnection: close", "200 OK", "505 HTTP Version Not Supported"})
    void usesHttp11IfTheServerDoesNotSupportHttp2(String responseToHttp2) throws Exception {
        ScriptedServer server = serve((connection, number) -> {
            for (ScriptedServer.Request request = connection.readRequest();
                    request != null;
                    request = connection.readRequest()) {
                boolean understands = request.head().contains("http/1.1");
                connection.write(
                        "HTTP/1.1 " + (understands ? "200 OK" : responseToHttp2) + "\r\nContent-Length: 2\r\n\r\nok");
            }
        });
        HttpTransport transport = transport();

        assertThat(exchange(transport, server).body()).isEqualTo("ok");
        assertThat(exchange(transport, server).body()).isEqualTo("ok");

        assertThat(server.requests().stream().filter(each -> each.body().equals("abc")))
                .hasSize(2);
        assertThat(transport.counts()).isEqualTo(new TransportCounts(2, 0, 0, 0, 0, 0));
    }

    @Test
    void runsManyExchangesAtTheSameTimeOnOneConnection() throws Exception {
        List<Integer> open = new ArrayList<>();
        ScriptedServer server = serving((peer, request) -> {
            peer.head(request.stream(), 200);
            peer.body(request.stream(), "begin ", false);
            open.add(request.stream());
            if (request.number() == 1 || open.size() == 50) {
                for (int stream : open) {
                    peer.body(stream, "end", true);
                }
                open.clear();
            }
        });
        HttpTransport transport = transport();
        exchange(transport, server);

        List<RecordedExchange> exchanges = sendMany(transport, server, 50);

        for (RecordedExchange each : exchanges) {
            assertThat(each.await().body()).isEqualTo("begin end");
            assertThat(each.fault()).isNull();
        }
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void opensAtMostAsManyStreamsAsTheServerAllows() throws Exception {
        AtomicInteger most = new AtomicInteger();
        ScriptedServer server = serve((connection, number) -> {
            Http2Peer peer = Http2Peer.accept(connection, 10, 65_535);
            List<Integer> open = new ArrayList<>();
            for (Http2Peer.Event first = peer.next(); first != null; first = peer.next()) {
                for (Http2Peer.Event each = first; each != null; each = peer.poll()) {
                    open.add(each.stream());
                }
                most.accumulateAndGet(open.size(), Math::max);
                for (int stream : open) {
                    peer.answer(stream, "ok");
                }
                open.clear();
            }
        });
        HttpTransport transport = transport();
        exchange(transport, server);

        for (RecordedExchange each : sendMany(transport, server, 10)) {
            assertThat(each.await().failure()).isNull();
        }
        assertThat(server.connections()).isEqualTo(1);
        for (RecordedExchange each : sendMany(transport, server, 40)) {
            if (seesStreams() || each.await().failure() == null) {
                assertThat(each.await().body()).isEqualTo("ok");
            } else {
                assertThat(each.kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
            }
        }
        assertThat(most.get()).isBetween(1, 10);
    }

    @Test
    void respectsTheWindowOfTheServer() throws Exception {
        AtomicInteger largest = new AtomicInteger();
        ScriptedServer server = serve((connection, number) -> {
            Http2Peer peer = Http2Peer.accept(connection, 100, 10);
            for (Http2Peer.Event request = peer.next(); request != null; request = peer.next()) {
                largest.set(peer.largestFrame());
                peer.answer(request.stream(), "" + request.body().length());
            }
        });
        HttpTransport transport = transport();
        exchange(transport, server);
        RecordedExchange exchange = new RecordedExchange();

        transport.send(post(server.url()), new byte[1000], exchange);

        assertThat(exchange.await().body()).isEqualTo("1000");
        assertThat(largest.get()).isBetween(1, 10);
    }

    @Test
    void failsAsAConnectionErrorIfTheStreamIsResetBeforeTheResponse() throws Exception {
        ScriptedServer server = serving(onSecond((peer, stream) -> peer.reset(stream, Http2Peer.INTERNAL_ERROR)));
        HttpTransport transport = transport();
        exchange(transport, server);

        RecordedExchange given = exchange(transport, server);
        assertThat(given.kind()).as(given.message()).isEqualTo(Failure.Kind.CONNECTION_ERROR);

        assertThat(exchange(transport, server).body()).isEqualTo("ok");
        assertThat(transport.counts().staleRetries()).isZero();
    }

    /**
     * The server sends the reset only after the client has received the first half of the response, because java.net.http may drop data
     * that arrives right before a reset.
     */
    @Test
    void failsAsTruncatedIfTheStreamIsResetDuringTheResponse() throws Exception {
        Semaphore seen = new Semaphore(0);
        ScriptedServer server = serving(onSecond((peer, stream) -> {
            peer.head(stream, 200);
            peer.body(stream, "half", false);
            seen.acquire();
            peer.reset(stream, Http2Peer.INTERNAL_ERROR);
        }));
        HttpTransport transport = transport();
        exchange(transport, server);

        assertThat(exchange(transport, server, seen::release).kind()).isEqualTo(Failure.Kind.TRUNCATED_STREAM);

        assertThat(exchange(transport, server).body()).isEqualTo("ok");
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void failsAllResponsesAsTruncatedIfTheConnectionIsClosed() throws Exception {
        Semaphore seen = new Semaphore(0);
        ScriptedServer server = serve((connection, number) -> {
            Http2Peer peer = Http2Peer.accept(connection);
            peer.answer(peer.nextStream(), "ok");
            for (int i = 0; i < 10; i++) {
                int stream = peer.nextStream();
                peer.head(stream, 200);
                peer.body(stream, "half", false);
            }
            seen.acquire(10);
        });
        HttpTransport transport = transport();
        exchange(transport, server);
        List<RecordedExchange> open = new ArrayList<>();

        for (int i = 0; i < 10; i++) {
            open.add(send(transport, server, seen::release));
        }

        for (RecordedExchange each : open) {
            assertThat(each.await().kind()).isEqualTo(Failure.Kind.TRUNCATED_STREAM);
            assertThat(each.fault()).isNull();
        }
    }

    @Test
    void failsAsMalformedIfTheServerUsesAnotherProtocol() throws Exception {
        ScriptedServer server = serve((connection, number) -> {
            Http2Peer peer = Http2Peer.accept(connection);
            peer.answer(peer.nextStream(), "ok");
            peer.next();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok");
            connection.awaitClose();
        });
        HttpTransport transport = transport();
        exchange(transport, server);

        assertThat(exchange(transport, server).kind()).isEqualTo(Failure.Kind.MALFORMED_RESPONSE);
    }

    /**
     * The server sends GOAWAY only after the client has received the response, because java.net.http may drop data that arrives right
     * before it. Java versions with the fix of JDK-8335181 do not drop data, but keep their side of the connection open for half a minute
     * (JDK-8385131).
     */
    @Test
    void opensANewConnectionAfterGoAway() throws Exception {
        Semaphore answered = new Semaphore(0);
        Semaphore left = new Semaphore(0);
        ScriptedServer server = serve((connection, number) -> {
            Http2Peer peer = Http2Peer.accept(connection);
            int stream = peer.nextStream();
            peer.answer(stream, "ok");
            answered.acquire();
            peer.goAway(stream, Http2Peer.NO_ERROR);
            if (seesStreams()) {
                peer.next();
            } else {
                peer.awaitRead();
            }
            left.release();
            connection.awaitClose();
        });
        HttpTransport transport = transport();

        for (int i = 0; i < 3; i++) {
            assertThat(exchange(transport, server).body()).isEqualTo("ok");
            answered.release();
            left.acquire();
        }

        assertThat(server.connections()).isEqualTo(3);
    }

    @Test
    void retriesRequestsThatGoAwayLeftUnread() throws Exception {
        assumeTrue(seesStreams());
        ScriptedServer server = serve((connection, number) -> {
            Http2Peer peer = Http2Peer.accept(connection);
            int stream = peer.nextStream();
            peer.answer(stream, "ok");
            if (number == 1) {
                peer.next();
                peer.goAway(stream, Http2Peer.NO_ERROR);
            }
            peer.next();
        });
        HttpTransport transport = transport();

        assertThat(exchange(transport, server).body()).isEqualTo("ok");
        assertThat(exchange(transport, server).body()).isEqualTo("ok");

        assertThat(server.connections()).isEqualTo(2);
        assertThat(transport.counts().staleRetries()).isEqualTo(1);
    }

    @Test
    void cancellingAnExchangeResetsItsStreamAndKeepsTheConnection() throws Exception {
        CountDownLatch asked = new CountDownLatch(2);
        AtomicInteger resetWith = new AtomicInteger(-1);
        ScriptedServer server = serve((connection, number) -> {
            Http2Peer peer = Http2Peer.accept(connection);
            for (Http2Peer.Event event = peer.next(); event != null; event = peer.next()) {
                asked.countDown();
                if (event.isReset()) {
                    resetWith.set(event.code());
                } else if (event.number() != 2) {
                    peer.answer(event.stream(), "ok");
                }
            }
        });
        HttpTransport transport = transport();
        exchange(transport, server);
        RecordedExchange listener = new RecordedExchange();
        Exchange exchange = transport.send(post(server.url()), BODY, listener);
        asked.await();

        exchange.cancel();
        exchange.cancel();

        assertThat(listener.await().kind()).isEqualTo(Failure.Kind.CANCELLED);
        assertThat(exchange(transport, server).body()).isEqualTo("ok");
        assertThat(resetWith).hasValue(Http2Peer.CANCEL);
        assertThat(listener.ends()).isEqualTo(1);
        assertThat(server.connections()).isEqualTo(1);
    }

    @Test
    void failsAsATimeoutIfAResponseStops() throws Exception {
        ScriptedServer server = serving((peer, request) -> peer.startAnswer(request.stream(), "half"));
        Duration limit = Duration.ofMinutes(1);
        FakeTimeTransport transport = closeAfterTest(new FakeTimeTransport(
                open(http2().limits(TimeLimits.DEFAULTS.withBetweenBytes(limit)).build())));

        RecordedExchange exchange = send(transport, server, () -> {});
        transport.passWhen(() -> exchange.body().equals("half"), limit);

        assertThat(exchange.await().kind()).isEqualTo(Failure.Kind.TIMEOUT);
        assertThat(exchange.body()).isEqualTo("half");
        assertThat(exchange.fault()).isNull();
    }

    @Test
    void closingFailsExchangesInFlightAndLaterOnes() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        ScriptedServer server = serving((peer, request) -> asked.countDown());
        HttpTransport transport = transport();
        RecordedExchange open = new RecordedExchange();
        transport.send(post(server.url()), BODY, open);
        asked.await();

        transport.close();

        assertThat(open.await().kind()).isEqualTo(Failure.Kind.CANCELLED);
        assertThat(exchange(transport, server).kind()).isEqualTo(Failure.Kind.CANCELLED);
    }

    @Test
    void failsAsAConnectionErrorIfNoServerListens() throws Exception {
        RecordedExchange exchange = new RecordedExchange();

        transport().send(post(unreachableUrl()), BODY, exchange);

        assertThat(exchange.await().kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
    }

    /** Starts an HTTP/2 server that calls a handler for each request. */
    final ScriptedServer serving(RequestHandler handler) throws IOException {
        return serve((connection, number) -> {
            Http2Peer peer = Http2Peer.accept(connection);
            for (Http2Peer.Event request = peer.next(); request != null; request = peer.next()) {
                if (!request.isReset()) {
                    handler.answer(peer, request);
                }
            }
        });
    }

    private interface StreamHandler {
        void answer(Http2Peer peer, int stream) throws Exception;
    }

    private static RequestHandler onSecond(StreamHandler handler) {
        return (peer, request) -> {
            if (request.number() == 2) {
                handler.answer(peer, request.stream());
            } else {
                peer.answer(request.stream(), "ok");
            }
        };
    }

    private RecordedExchange exchangeUnderTls(String offered, Script script) throws Exception {
        TestIdentity identity = TestIdentity.create(folder, "server" + offered.length(), "ip:127.0.0.1");
        SSLServerSocket socket = (SSLServerSocket) identity.serving(identity)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        if (!offered.isEmpty()) {
            SSLParameters parameters = socket.getSSLParameters();
            parameters.setApplicationProtocols(new String[] {offered});
            socket.setSSLParameters(parameters);
        }
        closeAfterTest(ScriptedServer.start(socket, script));
        HttpTransport transport = closeAfterTest(open(
                http2().tls(TlsOptions.VERIFIED.withCa(identity.certificate())).build()));
        RecordedExchange exchange = new RecordedExchange();
        transport.send(post("https://127.0.0.1:" + socket.getLocalPort()), BODY, exchange);
        exchange.await();
        assertThat(transport.counts().overHttp2()).isEqualTo(offered.equals("h2") ? 1 : 0);
        return exchange;
    }

    final List<RecordedExchange> sendMany(HttpTransport transport, ScriptedServer server, int count) {
        List<RecordedExchange> exchanges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            RecordedExchange exchange = new RecordedExchange();
            exchanges.add(exchange);
            transport.send(post(server.url()), BODY, exchange);
        }
        return exchanges;
    }

    /** Returns options for HTTP/2 on one thread. */
    protected static TransportOptions.Builder http2() {
        return TransportOptions.builder().version(HttpVersion.HTTP_2).threads(1);
    }

    final HttpTransport transport() {
        return closeAfterTest(open(http2().build()));
    }

    private static RequestHead post(String url) {
        return RequestHead.of("POST", URI.create(url));
    }

    static RecordedExchange exchange(HttpTransport transport, ScriptedServer server) throws InterruptedException {
        return exchange(transport, server, () -> {});
    }

    private static RecordedExchange exchange(HttpTransport transport, ScriptedServer server, Runnable onBody)
            throws InterruptedException {
        RecordedExchange exchange = send(transport, server, onBody).await();
        assertThat(exchange.fault()).isNull();
        return exchange;
    }

    private static RecordedExchange send(HttpTransport transport, ScriptedServer server, Runnable onBody) {
        RecordedExchange exchange = new RecordedExchange(onBody);
        transport.send(post(server.url()), BODY, exchange);
        return exchange;
    }
}
