// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.nio.ByteBuffer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FramedSocketTest {

    /** Writes bytes to a connection, and returns its other end. */
    private static FramedSocket received(byte[] bytes) throws IOException {
        try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress());
                Socket client = new Socket(server.getInetAddress(), server.getLocalPort())) {
            client.getOutputStream().write(bytes);
            client.shutdownOutput();
            Socket accepted = server.accept();
            return new FramedSocket(accepted, accepted);
        }
    }

    private static byte[] frame(int length, int sent) {
        return ByteBuffer.allocate(Integer.BYTES + sent).putInt(length).array();
    }

    @Test
    void allocatesOnlyForBytesThatArrived() throws Exception {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        try (FramedSocket socket = received(frame(FramedSocket.MAX_BYTES, 1000))) {
            long before = threads.getThreadAllocatedBytes(Thread.currentThread().getId());
            String message = "";
            try {
                socket.read(FramedSocket.MAX_BYTES);
            } catch (IOException e) {
                message = e.getMessage();
            }
            long allocated =
                    threads.getThreadAllocatedBytes(Thread.currentThread().getId()) - before;

            assertThat(message).isEqualTo("the connection ended within a message");
            assertThat(allocated).isLessThan(FramedSocket.MAX_BYTES / 16);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {Integer.MIN_VALUE, -1, FramedSocket.MAX_HANDSHAKE_BYTES + 1, Integer.MAX_VALUE})
    void refusesOtherLengths(int length) throws Exception {
        try (FramedSocket socket = received(frame(length, 10))) {
            assertThatThrownBy(() -> socket.read(FramedSocket.MAX_HANDSHAKE_BYTES))
                    .isInstanceOf(IOException.class)
                    .hasMessage("a message has " + Integer.toUnsignedString(length)
                            + " bytes, but the limit is 65536 bytes");
        }
    }

    @Test
    void readsEmptyAndLargeMessages() throws Exception {
        try (FramedSocket socket = received(frame(0, 0))) {
            assertThat(socket.read(10)).isEmpty();
            assertThat(socket.read(10)).isNull();
        }
        try (FramedSocket socket = received(frame(300_000, 300_000))) {
            assertThat(socket.read(FramedSocket.MAX_BYTES)).hasSize(300_000);
        }
    }
}
