// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.RequestHead;
import io.loadharness.http.TlsOptions;
import io.loadharness.http.TransportOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Tests of a transport that reaches a TLS server through a proxy. A test in the module of the transport extends this class and
 * opens the transport.
 */
@Timeout(600)
public abstract class TunnelContract {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @TempDir
    Path folder;

    /** Opens the transport. */
    protected abstract HttpTransport open(TransportOptions options);

    @Test
    void tunnelsTlsThroughAProxy() throws Exception {
        TestIdentity identity = TestIdentity.create(folder, "server", "dns:behind.invalid");
        ServerSocket listening = identity.serving(identity)
                .getServerSocketFactory()
                .createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        try (ScriptedServer server = ScriptedServer.start(listening, (connection, number) -> {
                    while (connection.readRequest() != null) {
                        connection.write(OK);
                    }
                });
                ServerSocket proxy = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            start(() -> relay(proxy, server.port()));
            TransportOptions options = TransportOptions.builder()
                    .threads(1)
                    .tls(TlsOptions.VERIFIED.withCa(identity.certificate()))
                    .proxy(new InetSocketAddress(proxy.getInetAddress(), proxy.getLocalPort()))
                    .build();

            try (HttpTransport transport = open(options)) {
                assertThat(exchange(transport).body()).isEqualTo("ok");
                assertThat(exchange(transport).body()).isEqualTo("ok");
            }

            assertThat(server.connections()).isEqualTo(1);
            assertThat(server.requests().get(1).head())
                    .startsWith("post /x http/1.1\n")
                    .contains("\nhost: behind.invalid\n");
        }
    }

    @Test
    void namesAnUnreachableProxy() throws Exception {
        try (Socket taken = new Socket()) {
            taken.bind(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0)); // no process listens there
            TransportOptions options = TransportOptions.builder()
                    .threads(1)
                    .proxy(new InetSocketAddress(InetAddress.getLoopbackAddress(), taken.getLocalPort()))
                    .build();
            try (HttpTransport transport = open(options)) {
                RecordedExchange exchange = exchange(transport);

                assertThat(exchange.kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
                assertThat(exchange.message())
                        .startsWith("no connection to the proxy localhost:" + taken.getLocalPort()
                                + " on the way to behind.invalid");
            }
        }
    }

    private static RecordedExchange exchange(HttpTransport transport) throws InterruptedException {
        RecordedExchange exchange = new RecordedExchange();
        transport.send(RequestHead.of("POST", URI.create("https://behind.invalid/x")), new byte[] {1}, exchange);
        return exchange.await();
    }

    /** Accepts one request for a tunnel, and relays its bytes to the given port. Ignores the target of the request. */
    private static void relay(ServerSocket proxy, int port) throws IOException {
        Socket client = proxy.accept();
        Socket server = new Socket(InetAddress.getLoopbackAddress(), port);
        int newLines = 0;
        while (newLines < 2) {
            int b = client.getInputStream().read();
            newLines = b == '\n' ? newLines + 1 : b == '\r' ? newLines : 0;
        }
        client.getOutputStream().write("HTTP/1.1 200 Here you are\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
        start(() -> pump(client.getInputStream(), server.getOutputStream()));
        pump(server.getInputStream(), client.getOutputStream());
    }

    private static void pump(InputStream in, OutputStream out) throws IOException {
        in.transferTo(out);
        out.close();
    }

    private interface Work {
        void run() throws IOException;
    }

    private static void start(Work work) {
        Thread thread = new Thread(() -> {
            try {
                work.run();
            } catch (IOException closed) {
                // tests check the result on the client side
            }
        });
        thread.setDaemon(true);
        thread.start();
    }
}
