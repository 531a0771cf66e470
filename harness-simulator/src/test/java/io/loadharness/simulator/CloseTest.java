package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.Socket;
import java.net.SocketException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class CloseTest {

    private final List<Socket> connected = new CopyOnWriteArrayList<>();

    @RepeatedTest(20)
    void aServerClosesAlsoTheConnectionsThatComeMeanwhile() throws Exception {
        SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder().build());
        Thread connecting = new Thread(() -> connectUntilRefused(server));
        connecting.start();
        while (server.stats().connections() < 20) {
            Thread.onSpinWait();
        }

        server.close();

        connecting.join();
        for (Socket each : connected) {
            assertThat(isEnded(each)).isTrue();
            each.close();
        }
    }

    private void connectUntilRefused(SimulatedServer server) {
        try {
            while (true) {
                connected.add(new Socket(
                        server.address().getAddress(), server.address().getPort()));
            }
        } catch (IOException refused) {
            // the server is closed
        }
    }

    /** Waits for the end of a connection, and no longer than the test may take. */
    private static boolean isEnded(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() < 0;
        } catch (SocketException reset) {
            return true;
        }
    }
}
