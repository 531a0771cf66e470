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
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(60)
class PrometheusEndpointTest {

    @Test
    void theMetersOfEachScenarioAreServedUntilTheEndpointIsClosed() throws Exception {
        HttpRequest scrape;
        HttpClient client = HttpClient.newHttpClient();
        try (PrometheusEndpoint endpoint = PrometheusEndpoint.start(0)) {
            scrape = HttpRequest.newBuilder(URI.create(endpoint.url())).build();
            assertThat(endpoint.observer(Scenario.SERVER)).isSameAs(endpoint.observer(Scenario.SERVER));
            endpoint.observer(Scenario.SERVER).sending(InferenceRequest.of(0, Prompt.of(1)), "a");
            endpoint.observer(Scenario.OFFLINE).sending(InferenceRequest.of(0, Prompt.of(1)), "a");

            HttpResponse<String> answer = client.send(scrape, HttpResponse.BodyHandlers.ofString());

            assertThat(answer.statusCode()).isEqualTo(200);
            assertThat(answer.headers().firstValue("Content-Type"))
                    .contains("text/plain; version=0.0.4; charset=utf-8");
            assertThat(answer.body())
                    .contains("loadharness_requests_open{endpoint=\"a\",scenario=\"Server\"} 1.0")
                    .contains("loadharness_requests_open{endpoint=\"a\",scenario=\"Offline\"} 1.0");
        }
        assertThatIOException()
                .isThrownBy(() -> client.send(scrape, HttpResponse.BodyHandlers.ofString()))
                .isInstanceOf(ConnectException.class);
    }

    @Test
    void aPortThatIsTakenIsNamed() throws IOException {
        try (ServerSocket taken = new ServerSocket(0)) {
            assertThatIOException()
                    .isThrownBy(() -> PrometheusEndpoint.start(taken.getLocalPort()))
                    .withMessageStartingWith("nothing can listen on port " + taken.getLocalPort() + ": ");
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {-1, 65_536})
    void aNumberThatIsNotAPortIsRefused(int port) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> PrometheusEndpoint.start(port))
                .withMessage("the port must be from 0 to 65535: got " + port);
    }
}
