// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Output;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.ResponseListener;
import io.loadharness.inference.Timeline;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.Socket;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class RequestBatchTest {

    private final AtomicLong now = new AtomicLong();

    /** Creates a connection that has received bytes. */
    private static FramedSocket received(byte... bytes) throws IOException {
        Socket socket = new Socket() {

            @Override
            public InputStream getInputStream() {
                return new ByteArrayInputStream(bytes);
            }

            @Override
            public OutputStream getOutputStream() {
                return OutputStream.nullOutputStream();
            }
        };
        return new FramedSocket(socket, socket);
    }

    private RequestBatch batch(FramedSocket socket) {
        RequestBatch batch = new RequestBatch(socket, now::get);
        batch.readHere();
        return batch;
    }

    private static void read(FramedSocket socket) throws IOException {
        assertThat(socket.read(10)).isNotNull();
    }

    private static boolean add(RequestBatch batch, int size) {
        return batch.add(request(), new byte[size]);
    }

    private static int size(RequestBatch batch) {
        return PendingRequest.frames(batch.take()).length;
    }

    @SuppressWarnings("NullAway") // the owner is not used
    private static PendingRequest request() {
        return new PendingRequest(1, null, InferenceRequest.of(0, Prompt.of("Hello")), new ResponseListener() {

            @Override
            public void firstToken(long nanos, Output first) {}

            @Override
            public void end(Response response) {}

            @Override
            public void failed(Failure failure, Timeline timeline) {}
        });
    }

    @Test
    void requestsOfResultsThatArrivedTogetherAreWrittenTogether() throws Exception {
        try (FramedSocket socket = received(new byte[] {0, 0, 0, 1, 7, 0, 0, 0, 0, 0, 0, 0, 2, 7, 7})) {
            RequestBatch batch = batch(socket);
            read(socket);
            assertThat(add(batch, 1)).isTrue();
            assertThat(batch.isDue()).isFalse();
            read(socket);
            assertThat(add(batch, 2)).isTrue();
            assertThat(add(batch, 3)).isTrue();
            assertThat(batch.isDue()).isFalse();
            read(socket);

            assertThat(batch.isDue()).isTrue();
            assertThat(size(batch)).isEqualTo(6);
            assertThat(batch.isDue()).isFalse();
        }
    }

    @Test
    void aRequestDoesNotWaitForTheRestOfAMessage() throws Exception {
        try (FramedSocket socket = received(new byte[] {0, 0, 0, 0, 0, 0, 0, 2, 7})) {
            RequestBatch batch = batch(socket);
            read(socket);
            add(batch, 1);

            assertThat(batch.isDue()).isTrue();
        }
    }

    @Test
    void aRequestWaitsForALimitedTime() throws Exception {
        try (FramedSocket socket = received(new byte[100])) {
            RequestBatch batch = batch(socket);
            read(socket);
            add(batch, 1);
            assertThat(batch.isFull()).isFalse();
            now.addAndGet(1_000_000);

            assertThat(batch.isFull()).isTrue();
            assertThat(batch.isDue()).isTrue();
        }
    }

    @Test
    void aLargeRequestDoesNotWait() throws Exception {
        try (FramedSocket socket = received(new byte[100])) {
            RequestBatch batch = batch(socket);
            read(socket);
            add(batch, 1 << 20);

            assertThat(batch.isFull()).isTrue();
        }
    }

    @Test
    void otherThreadsWriteTheirRequestsThemselves() throws Exception {
        try (FramedSocket socket = received()) {
            assertThat(add(new RequestBatch(socket, now::get), 1)).isFalse();
        }
    }
}
