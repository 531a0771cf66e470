// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.security.KeyStore;
import java.security.cert.CertificateFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLHandshakeException;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(600)
class TlsTest {

    @Test
    void onlyAClientThatTrustsTheCertificateConnects() throws Exception {
        try (SimulatedServer server = SimulatedServer.start(
                SimulatorConfig.builder().tls(Tls.SELF_SIGNED).build())) {
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(server.uri() + "/health")).build();
            HttpClient trusting = HttpClient.newBuilder()
                    .sslContext(trusting(server.certificatePem().orElseThrow()))
                    .build();

            assertThat(server.uri().getScheme()).isEqualTo("https");
            assertThat(trusting.send(request, BodyHandlers.ofString()).statusCode())
                    .isEqualTo(200);
            assertThatThrownBy(() -> HttpClient.newHttpClient().send(request, BodyHandlers.ofString()))
                    .isInstanceOf(SSLHandshakeException.class);
        }
    }

    @Test
    void handshakeCanFail() throws Exception {
        try (SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder()
                .tls(Tls.SELF_SIGNED)
                .fault(FaultRule.every(1, Fault.TLS_FAILURE))
                .build())) {
            HttpClient client = HttpClient.newBuilder()
                    .sslContext(trusting(server.certificatePem().orElseThrow()))
                    .build();
            HttpRequest request =
                    HttpRequest.newBuilder(URI.create(server.uri() + "/health")).build();

            assertThatThrownBy(() -> client.send(request, BodyHandlers.ofString()))
                    .isInstanceOf(SSLHandshakeException.class)
                    .hasMessageContaining("handshake_failure");
            assertThat(server.stats().faults(Fault.TLS_FAILURE)).isPositive();
        }
    }

    private static SSLContext trusting(String pem) throws Exception {
        KeyStore store = KeyStore.getInstance(KeyStore.getDefaultType());
        store.load(null, null);
        try (InputStream in = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII))) {
            store.setCertificateEntry(
                    "simulator", CertificateFactory.getInstance("X.509").generateCertificate(in));
        }
        TrustManagerFactory factory = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        factory.init(store);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, factory.getTrustManagers(), null);
        return context;
    }
}
