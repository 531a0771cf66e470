// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class CloseTest {

    @RepeatedTest(20)
    void closeEndsAllConnections() throws Exception {
        SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder().build());
        List<Socket> connected = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            connected.add(
                    new Socket(server.address().getAddress(), server.address().getPort()));
        }
        while (server.stats().connections() < connected.size()) {
            Thread.onSpinWait();
        }

        server.close();

        for (Socket each : connected) {
            each.setSoTimeout(60_000);
            assertThat(isEnded(each)).isTrue();
            each.close();
        }
    }

    /** Waits for the end of a connection, limited by the socket's timeout. */
    private static boolean isEnded(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }
}
