// SPDX-License-Identifier: Apache-2.0
package io.loadharness.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Failure;
import io.loadharness.testkit.HttpTransportContract;
import io.loadharness.testkit.RecordedExchange;
import io.loadharness.testkit.ScriptedServer;
import java.lang.management.ManagementFactory;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class JdkTransportTest extends HttpTransportContract {

    private static final String SILENT_RETRIES = "jdk.httpclient.enableAllMethodRetry";
    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";
    private static final int RESPONSES = 200;

    @Override
    protected HttpTransport open(TransportOptions options) {
        return HttpTransport.open("jdk", options);
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", ""})
    void rejectsAutomaticRetriesOfTheJdk(String value) {
        System.setProperty(SILENT_RETRIES, value);
        try {
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> open(TransportOptions.DEFAULTS))
                    .withMessageContaining("-D" + SILENT_RETRIES)
                    .withMessageContaining("remove the property");
        } finally {
            System.clearProperty(SILENT_RETRIES);
        }
    }

    @Test
    void worksWhileTheCommonPoolIsBlocked() throws Exception {
        CountDownLatch blocked = new CountDownLatch(1);
        for (int i = 0; i < ForkJoinPool.getCommonPoolParallelism(); i++) {
            ForkJoinPool.commonPool().execute(() -> awaitQuietly(blocked));
        }
        try (ScriptedServer server = ScriptedServer.start((connection, number) -> {
            for (int i = 0; i < RESPONSES; i++) {
                connection.readRequest();
                connection.write(OK);
            }
            connection.readRequest();
            connection.write("HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\nok");
        })) {
            List<RecordedExchange> exchanges = onOneConnection(server, RESPONSES + 1);

            for (RecordedExchange each : exchanges.subList(0, RESPONSES)) {
                assertThat(each.await().body()).isEqualTo("ok");
            }
            assertThat(exchanges.get(RESPONSES).await().kind()).isEqualTo(Failure.Kind.TRUNCATED_STREAM);
            assertThat(server.connections()).isEqualTo(1);
        } finally {
            blocked.countDown();
        }
    }

    @Test
    void startsNoThreadPerResponse() throws Exception {
        try (ScriptedServer server = ScriptedServer.responding(OK)) {
            onOneConnection(server, 1).get(0).await();
            long before = ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();

            for (RecordedExchange each : onOneConnection(server, RESPONSES)) {
                assertThat(each.await().body()).isEqualTo("ok");
            }

            assertThat(ManagementFactory.getThreadMXBean().getTotalStartedThreadCount() - before)
                    .isLessThan(RESPONSES / 2);
        }
    }

    private List<RecordedExchange> onOneConnection(ScriptedServer server, int count) {
        HttpTransport transport =
                transport(TransportOptions.builder().maxConnections(1).build());
        List<RecordedExchange> exchanges = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            exchanges.add(new RecordedExchange());
            transport.send(RequestHead.of("POST", URI.create(server.url())), new byte[] {1}, exchanges.get(i));
        }
        return exchanges;
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void usesHttp11IfTheServerDoesNotSupportHttp2() throws Exception {
        HttpTransport transport =
                transport(TransportOptions.builder().version(HttpVersion.HTTP_2).build());
        RecordedExchange exchange = new RecordedExchange();

        try (ScriptedServer server = ScriptedServer.responding(OK)) {
            transport.send(RequestHead.of("POST", URI.create(server.url())), new byte[] {1}, exchange);

            assertThat(exchange.await().body()).isEqualTo("ok");
        }
    }
}
