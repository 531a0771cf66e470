// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.Failure;
import io.loadharness.http.HttpTransport;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.RequestHead;
import io.loadharness.http.TlsOptions;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.Health;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.file.Path;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLServerSocket;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Tests of a transport with TLS. The module of a transport extends this class and opens the transport. */
@Timeout(600)
public abstract class TlsContract {

    private static final String OK = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok";

    @TempDir
    static Path folder;

    private static TestIdentity server;
    private static TestIdentity otherHost;
    private static TestIdentity client;

    /** Opens the transport. */
    protected abstract HttpTransport open(TransportOptions options);

    @BeforeAll
    static void createCertificates() throws Exception {
        server = TestIdentity.create(folder, "server", "ip:127.0.0.1");
        otherHost = TestIdentity.create(folder, "elsewhere", "dns:elsewhere.invalid");
        client = TestIdentity.create(folder, "client", "dns:client.invalid");
    }

    @Test
    void rejectsAnUntrustedCertificate() throws Exception {
        RecordedExchange exchange = exchange(server, false, TlsOptions.VERIFIED);

        assertThat(exchange.kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
        assertThat(exchange.message()).contains("TLS");
    }

    @Test
    void trustsTheGivenCertificate() throws Exception {
        assertThat(exchange(server, false, TlsOptions.VERIFIED.withCa(server.certificate()))
                        .body())
                .isEqualTo("ok");
    }

    @Test
    void rejectsACertificateForAnotherName() throws Exception {
        RecordedExchange exchange = exchange(otherHost, false, TlsOptions.VERIFIED.withCa(otherHost.certificate()));

        assertThat(exchange.kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
    }

    @Test
    void aBackendIsNotUsableWithAWrongCertificate() throws Exception {
        assertThat(health(server, TlsOptions.VERIFIED).permanent()).isTrue();
        assertThat(health(otherHost, TlsOptions.VERIFIED.withCa(otherHost.certificate()))
                        .permanent())
                .isTrue();
    }

    private Health health(TestIdentity identity, TlsOptions options) throws Exception {
        try (ScriptedServer serving = ScriptedServer.start(
                        listen(identity, false), (connection, number) -> connection.readRequest());
                OpenAiBackend backend = OpenAiBackend.builder("https://127.0.0.1:" + serving.port())
                        .transport(open(TransportOptions.builder().tls(options).build()))
                        .build()) {
            return backend.health();
        }
    }

    @Test
    void trustsEveryCertificateIfVerificationIsOff() throws Exception {
        assertThat(exchange(otherHost, false, TlsOptions.VERIFIED.withoutVerification())
                        .body())
                .isEqualTo("ok");
    }

    @Test
    void sendsItsClientCertificate() throws Exception {
        TlsOptions trusting = TlsOptions.VERIFIED.withCa(server.certificate());

        assertThat(exchange(server, true, trusting.withClient(client.certificate(), client.key()))
                        .body())
                .isEqualTo("ok");
        assertThat(exchange(server, true, trusting).kind()).isNotNull();
    }

    @Test
    void failsAsAConnectionErrorIfTheServerDoesNotUseTls() throws Exception {
        try (ScriptedServer plain = ScriptedServer.start((connection, number) -> connection.write("what?\r\n\r\n"))) {
            assertThat(exchange(plain.port(), TlsOptions.VERIFIED).kind()).isEqualTo(Failure.Kind.CONNECTION_ERROR);
        }
    }

    private RecordedExchange exchange(TestIdentity identity, boolean asksForClient, TlsOptions options)
            throws Exception {
        try (ScriptedServer serving = ScriptedServer.start(listen(identity, asksForClient), (connection, number) -> {
            connection.readRequest();
            connection.write(OK);
            connection.awaitClose();
        })) {
            return exchange(serving.port(), options);
        }
    }

    private static ServerSocket listen(TestIdentity identity, boolean asksForClient) throws Exception {
        SSLContext context = identity.serving(client);
        SSLServerSocket socket = (SSLServerSocket)
                context.getServerSocketFactory().createServerSocket(0, 50, InetAddress.getLoopbackAddress());
        socket.setNeedClientAuth(asksForClient);
        return socket;
    }

    private RecordedExchange exchange(int port, TlsOptions tls) throws IOException, InterruptedException {
        RecordedExchange exchange = new RecordedExchange();
        try (HttpTransport transport = open(TransportOptions.builder().tls(tls).build())) {
            transport.send(RequestHead.of("POST", URI.create("https://127.0.0.1:" + port)), new byte[] {1}, exchange);
            return exchange.await();
        }
    }
}
