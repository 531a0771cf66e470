// SPDX-License-Identifier: Apache-2.0
package io.loadharness.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.Scenario;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.net.ConnectException;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.SocketException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PrometheusEndpointTest {

    @Test
    void servesMetersOfEachScenarioUntilItIsClosed() throws Exception {
        HttpRequest scrape;
        HttpClient client = HttpClient.newHttpClient();
        try (PrometheusEndpoint endpoint = PrometheusEndpoint.start("127.0.0.1", 0)) {
            scrape = HttpRequest.newBuilder(URI.create(endpoint.url())).build();
            assertThat(endpoint.observer(Scenario.SERVER)).isSameAs(endpoint.observer(Scenario.SERVER));
            endpoint.observer(Scenario.SERVER).sending(InferenceRequest.of(0, Prompt.of(1)), "a");
            endpoint.observer(Scenario.OFFLINE).sending(InferenceRequest.of(0, Prompt.of(1)), "a");

            HttpResponse<String> response = client.send(scrape, HttpResponse.BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(200);
            assertThat(response.headers().firstValue("Content-Type"))
                    .contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(response.body())
                    .contains("loadharness_requests_in_flight{endpoint=\"a\",scenario=\"Server\"} 1.0")
                    .contains("loadharness_requests_in_flight{endpoint=\"a\",scenario=\"Offline\"} 1.0");
        }
        assertThatIOException()
                .isThrownBy(() -> client.send(scrape, HttpResponse.BodyHandlers.ofString()))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void moreSilentClientsThanThreadsDoNotBlockScrapes() throws Exception {
        List<Socket> silent = new ArrayList<>();
        try (PrometheusEndpoint endpoint = PrometheusEndpoint.start("127.0.0.1", 0)) {
            URI uri = URI.create(endpoint.url());
            for (int i = 0; i < ScrapeThreads.MAX + 1; i++) {
                Socket each = new Socket(uri.getHost(), uri.getPort());
                silent.add(each);
                each.getOutputStream().write('G');
            }
            // Without an end of its connection, the oldest client would hold its thread for ten seconds.
            assertThat(isEnded(silent.get(0))).isTrue();
            for (int i = 0; i < 3; i++) {
                assertThat(HttpClient.newHttpClient()
                                .send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                                .statusCode())
                        .isEqualTo(200);
            }
        } finally {
            for (Socket each : silent) {
                each.close();
            }
        }
    }

    /** Waits for the end of a connection. If the server had not read the request yet, the end is a reset. */
    private static boolean isEnded(Socket socket) throws IOException {
        try {
            return socket.getInputStream().read() == -1;
        } catch (SocketException e) {
            return true;
        }
    }

    @ParameterizedTest
    @CsvSource({
        "GET, /metrics?x=1, 200",
        "HEAD, /metrics, 200",
        "POST, /metrics, 405",
        "GET, /metricsfoo, 404",
        "GET, /, 404"
    })
    void answersOnlyScrapes(String method, String path, int status) throws Exception {
        try (PrometheusEndpoint endpoint = PrometheusEndpoint.start("127.0.0.1", 0)) {
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create(endpoint.url()).resolve(path))
                    .method(method, HttpRequest.BodyPublishers.noBody())
                    .build();

            HttpResponse<String> response =
                    HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());

            assertThat(response.statusCode()).isEqualTo(status);
            assertThat(response.headers().firstValue("Allow"))
                    .isEqualTo(Optional.of("GET, HEAD").filter(x -> status == 405));
        }
    }

    @Test
    void loopbackAddressIsNotReachableOverOtherAddresses() throws IOException {
        try (PrometheusEndpoint endpoint = PrometheusEndpoint.start("127.0.0.1", 0);
                PrometheusEndpoint open = PrometheusEndpoint.start("0.0.0.0", 0)) {
            int port = URI.create(endpoint.url()).getPort();

            assertThat(endpoint.url()).startsWith("http://127.0.0.1:");
            assertThat(open.url()).startsWith("http://localhost:");
            assertThatIOException().isThrownBy(() -> new Socket("127.0.0.2", port).close());
        }
    }

    @Test
    void rejectsUnknownHost() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrometheusEndpoint.start("no.such.host.invalid", 0))
                .withMessage("the host 'no.such.host.invalid' is unknown");
    }

    @Test
    void namesPortThatIsInUse() throws IOException {
        try (ServerSocket occupied = new ServerSocket(0)) {
            assertThatIOException()
                    .isThrownBy(() -> PrometheusEndpoint.start("127.0.0.1", occupied.getLocalPort()))
                    .withMessageStartingWith("cannot listen on port " + occupied.getLocalPort() + " of 127.0.0.1: ");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536})
    void rejectsInvalidPort(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrometheusEndpoint.start("127.0.0.1", port))
                .withMessage("the port must be from 0 to 65535: got " + port);
    }
}
