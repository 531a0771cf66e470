// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.http.HttpTransport;
import io.loadharness.http.RequestHead;
import io.loadharness.http.TransportCounts;
import io.loadharness.http.TransportOptions;
import io.loadharness.testkit.ScriptedServer.Connection;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of a transport after the server has closed kept-alive connections. If the transport sends a request on such a connection, it must
 * send the request again once, on a new connection.
 */
@Timeout(600)
public abstract class StaleConnectionContract extends SocketContract {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final byte[] BODY = {'a'};
    private static final int KEPT = 64;

    @ParameterizedTest
    @ValueSource(ints = {16, KEPT})
    void aRetryUsesANewConnection(int requests) throws Exception {
        AtomicInteger dropped = new AtomicInteger();
        CyclicBarrier allOpen = new CyclicBarrier(KEPT);
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            if (number <= KEPT) {
                allOpen.await();
                connection.write(OK);
                if (connection.readRequest() != null) {
                    dropped.incrementAndGet();
                }
            } else {
                answerOn(connection);
            }
        });
        HttpTransport transport = transport();
        sendAndAwait(transport, server, KEPT);

        sendAndAwait(transport, server, requests);

        assertThat(dropped.get()).isPositive();
        assertThat(transport.counts()).isEqualTo(new TransportCounts(KEPT + requests, dropped.get(), 0, 0, 0, 0));
        assertThat(server.requests()).hasSize(KEPT + requests + dropped.get());
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noRequestIsLostIfTheServerClosesKeptConnections(boolean withReset) throws Exception {
        List<Connection> open = new CopyOnWriteArrayList<>();
        ScriptedServer server = serve((connection, number) -> {
            open.add(connection);
            connection.readRequest();
            answerOn(connection);
        });
        HttpTransport transport = transport();
        sendAndAwait(transport, server, KEPT);

        for (int round = 0; round < 4; round++) {
            List<Connection> kept = List.copyOf(open);
            open.removeAll(kept);
            for (Connection each : kept) {
                if (withReset) {
                    each.reset();
                } else {
                    each.close();
                }
            }
            sendAndAwait(transport, server, KEPT);
        }

        assertThat(transport.counts().staleRetries()).isBetween(0L, 4L * KEPT);
    }

    /**
     * The listener blocks the transport's reading thread, so that this thread does not notice the reset of the other connection. The server
     * sends the response only after {@code send} has returned, because {@code send} may call the listener in the test's thread, and a
     * blocked test could not release the listener.
     */
    @Test
    void aRequestThatCannotBeWrittenIsSentAgain() throws Exception {
        CyclicBarrier bothOpen = new CyclicBarrier(2);
        List<Connection> open = new CopyOnWriteArrayList<>();
        CompletableFuture<Connection> busy = new CompletableFuture<>();
        CountDownLatch sent = new CountDownLatch(1);
        CountDownLatch halfSeen = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            if (number > 2) {
                answerOn(connection);
                return;
            }
            open.add(connection);
            bothOpen.await();
            connection.write(OK);
            connection.readRequest();
            busy.complete(connection);
            sent.await();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\no");
            goOn.await();
            connection.write("k");
            connection.awaitClose();
        });
        HttpTransport transport = transport();
        sendAndAwait(transport, server, 2);
        RecordedExchange blocking = new RecordedExchange(() -> {
            halfSeen.countDown();
            await(goOn);
        });
        transport.send(post(server), BODY, blocking);
        sent.countDown();
        halfSeen.await();
        for (Connection each : open) {
            if (each != busy.join()) {
                each.reset();
            }
        }

        RecordedExchange next = new RecordedExchange();
        transport.send(post(server), BODY, next);
        goOn.countDown();

        assertThat(blocking.await().body()).isEqualTo("ok");
        assertOk(next);
    }

    private static void answerOn(Connection connection) throws Exception {
        do {
            connection.write(OK);
        } while (connection.readRequest() != null);
    }

    private static void sendAndAwait(HttpTransport transport, ScriptedServer server, int requests) throws Exception {
        List<RecordedExchange> exchanges = new ArrayList<>();
        for (int i = 0; i < requests; i++) {
            RecordedExchange exchange = new RecordedExchange();
            exchanges.add(exchange);
            transport.send(post(server), BODY, exchange);
        }
        for (RecordedExchange each : exchanges) {
            assertOk(each);
        }
    }

    private static void assertOk(RecordedExchange exchange) throws InterruptedException {
        exchange.await();
        assertThat(exchange.failure()).isNull();
        assertThat(exchange.body()).isEqualTo("ok");
        assertThat(exchange.fault()).isNull();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    private HttpTransport transport() {
        return closeAfterTest(open(TransportOptions.builder().threads(1).build()));
    }

    private static RequestHead post(ScriptedServer server) {
        return RequestHead.of("POST", URI.create(server.url()));
    }
}
