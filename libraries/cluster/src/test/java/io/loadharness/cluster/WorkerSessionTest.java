// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.cluster.protocol.ClusterProtocol;
import io.loadharness.http.Exchange;
import io.loadharness.http.ExchangeListener;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.RequestHead;
import io.loadharness.http.TransportCounts;
import io.loadharness.inference.Output;
import io.loadharness.inference.Response;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Arrays;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class WorkerSessionTest {

    private final CountDownLatch opening = new CountDownLatch(1);
    private final CountDownLatch closing = new CountDownLatch(1);
    private FramedSocket coordinator;
    private WorkerSession session;
    private CompletableFuture<Void> work;

    /** An HTTP client whose close takes long. */
    private final class SlowTransport implements HttpTransport {

        @Override
        public String name() {
            return "slow";
        }

        @Override
        public Exchange send(RequestHead head, byte[] body, ExchangeListener listener) {
            throw new IllegalStateException("the test sends no request");
        }

        @Override
        public TransportCounts counts() {
            return new TransportCounts(0, 0, 0, 0, 0, 0);
        }

        @Override
        public void close() {
            await(closing);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(60, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @BeforeEach
    void connect() throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            Socket client = new Socket(server.getInetAddress(), server.getLocalPort());
            client.setSoTimeout(30_000);
            coordinator = new FramedSocket(client, client);
            Socket accepted = server.accept();
            session = new WorkerSession(new FramedSocket(accepted, accepted), message -> {
                await(opening);
                return OpenAiBackend.builder("http://server:8000")
                        .model("model")
                        .transport(new SlowTransport())
                        .build();
            });
        }
        work = CompletableFuture.runAsync(() -> {
            try {
                session.work();
            } catch (IOException e) {
                throw new IllegalStateException(e.getMessage(), e);
            }
        });
    }

    @AfterEach
    void disconnect() {
        opening.countDown();
        closing.countDown();
        coordinator.close();
        work.exceptionally(e -> null).join();
        session.close();
    }

    private void write(ClusterProtocol.ToWorker.Builder message) throws IOException {
        coordinator.write(message.build());
    }

    private ClusterProtocol.ToCoordinator ping(long id) throws IOException {
        write(ClusterProtocol.ToWorker.newBuilder()
                .setPing(ClusterProtocol.Ping.newBuilder().setId(id)));
        return read();
    }

    private ClusterProtocol.ToCoordinator read() throws IOException {
        return ClusterProtocol.ToCoordinator.parseFrom(
                Objects.requireNonNull(coordinator.read(FramedSocket.MAX_BYTES), "the connection has ended"));
    }

    @Test
    void repliesToPingsWhileAnHttpClientIsOpenedOrClosed() throws Exception {
        write(ClusterProtocol.ToWorker.newBuilder()
                .setOpen(ClusterProtocol.OpenEndpoint.newBuilder().setEndpoint(1)));
        assertThat(ping(1).getPong().getId()).isEqualTo(1);
        opening.countDown();
        assertThat(read().getOpened().getTransport()).isEqualTo("slow");

        write(ClusterProtocol.ToWorker.newBuilder()
                .setClose(ClusterProtocol.CloseEndpoint.newBuilder().setEndpoint(1)));
        assertThat(ping(2).getPong().getId()).isEqualTo(2);
    }

    /** Pings would wait behind the request. */
    @Test
    void showsThatItReadsWhileALongRequestArrives() throws Exception {
        byte[] frame = FramedSocket.frame(ClusterProtocol.ToWorker.newBuilder()
                .setRequest(ClusterProtocol.Request.newBuilder().setId(5).setText("x".repeat(1 << 20)))
                .build());
        coordinator.write(Arrays.copyOf(frame, frame.length - 1));

        ClusterProtocol.ToCoordinator message = read();
        assertThat(message.hasReceived()).isTrue();
        assertThat(message.getReceived().getBytes()).isZero();
        coordinator.write(Arrays.copyOfRange(frame, frame.length - 1, frame.length));
        while (message.getReceived().getBytes() < frame.length) {
            message = read();
            assertThat(message.hasReceived() || message.getFailure().getId() == 5)
                    .as("%s", message)
                    .isTrue();
        }
    }

    @Test
    void aResponseThatIsLargerThanAMessageFails() throws Exception {
        Output tooLarge = Output.of("x".repeat(FramedSocket.MAX_BYTES + 1));
        long now = System.nanoTime();
        WorkerListener complete = new WorkerListener(session, new WorkerMonitor(), 7, now);
        complete.firstToken(now, Output.of("x"));
        complete.tokens(now, 0);
        complete.end(
                new Response(tooLarge, 0, TokenSource.NONE, Usage.UNKNOWN, Usage.NONE, "stop", Timeline.endedAt(now)));
        WorkerListener inOneChunk = new WorkerListener(session, new WorkerMonitor(), 8, now);
        inOneChunk.firstToken(now, tooLarge);
        inOneChunk.end(
                new Response(tooLarge, 0, TokenSource.NONE, Usage.UNKNOWN, Usage.NONE, "stop", Timeline.endedAt(now)));

        assertThat(read().getFirstToken().getId()).isEqualTo(7);
        for (long id : new long[] {7, 8}) {
            ClusterProtocol.RequestFailure failure = read().getFailure();
            assertThat(failure.getId()).isEqualTo(id);
            assertThat(failure.getKind()).isEqualTo("MALFORMED_RESPONSE");
            assertThat(failure.getMessage())
                    .isEqualTo("the response is larger than a message to the coordinator, 64 MiB");
            assertThat(failure.getTimes().hasDone()).isTrue();
            assertThat(failure.getChunkGapsList()).isEmpty();
        }
        assertThat(ping(1).getPong().getId()).isEqualTo(1);
    }

    @Test
    void namesTheReasonWhenTheCoordinatorIsLost() {
        session.lose("it has sent no message for 30 s");

        assertThatThrownBy(work::join).hasMessageContaining("the coordinator is lost: it has sent no message for 30 s");
    }
}
