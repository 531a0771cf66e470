// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Compares the server's counters with the observations of its clients. */
@Timeout(600)
class StatsTest {

    private static final int REQUESTS = 300;
    private static final TimingModel FAST = new TimingModel(
            Duration.ofNanos(100_000), Duration.ofNanos(10), Duration.ofNanos(50_000), Duration.ofNanos(100), 16);

    @Test
    void serverCountsMatchTwoConcurrentClients() {
        try (SimulatedServer server = SimulatedServer.start(SimulatorConfig.builder()
                .timing(FAST)
                .eventLoops(2)
                .fault(FaultRule.every(10, Fault.HTTP_500))
                .fault(FaultRule.every(7, Fault.MISSING_DONE))
                .fault(FaultRule.every(6, Fault.SEVERAL_TOKENS))
                .build())) {
            List<CompletableFuture<ClientView>> responses = new ArrayList<>();
            for (HttpClient client : List.of(HttpClient.newHttpClient(), HttpClient.newHttpClient())) {
                for (int i = 0; i < REQUESTS; i++) {
                    responses.add(ask(client, server, i));
                }
            }
            List<ClientView> seen =
                    responses.stream().map(CompletableFuture::join).toList();

            SimulatorStats stats = server.stats();
            long errors = seen.stream().filter(ClientView::isError).count();
            long withoutDone = seen.stream().filter(ClientView::lacksDone).count();
            assertThat(stats.requests()).isEqualTo(2 * REQUESTS);
            assertThat(errors).isEqualTo(60);
            assertThat(withoutDone).isEqualTo(600 / 7 - 600 / 70);
            assertThat(stats.faults())
                    .isEqualTo(Map.of(
                            Fault.HTTP_500, errors,
                            Fault.MISSING_DONE, withoutDone,
                            Fault.SEVERAL_TOKENS, 100L - 20 - 14 + 2));
            assertThat(stats.faulted()).isEqualTo(errors + withoutDone);
            assertThat(stats.succeeded()).isEqualTo(2 * REQUESTS - errors - withoutDone);
            assertThat(stats.cancelled() + stats.rejected()).isZero();
            assertThat(stats.running() + stats.waiting()).isZero();
            assertThat(stats.generationTokens())
                    .isEqualTo(seen.stream().mapToInt(ClientView::tokens).sum());
            assertThat(stats.events())
                    .isEqualTo(seen.stream().mapToInt(ClientView::events).sum());
            assertThat(stats.promptTokens()).isEqualTo(3 * (2 * REQUESTS - errors));
            assertThat(stats.firstTokenMean()).isGreaterThanOrEqualTo(Duration.ofNanos(100_030));
            assertThat(stats.cpu()).isPositive();
        }
    }

    @Test
    void disconnectedClientIsCountedAndFreesItsSlot() throws Exception {
        TimingModel endless = new TimingModel(Duration.ZERO, Duration.ZERO, Duration.ofMillis(1), Duration.ZERO, 1);
        try (SimulatedServer server =
                SimulatedServer.start(SimulatorConfig.builder().timing(endless).build())) {
            try (RawClient client = new RawClient(server)) {
                client.post(
                        "/v1/completions",
                        "{\"prompt\":[1],\"max_tokens\":100000,\"ignore_eos\":true,\"stream\":true}");
                client.readUpTo("data: ");
            }

            RawResponse next = RawClient.ask(server, "/v1/completions", "{\"prompt\":[1],\"max_tokens\":2}");

            assertThat(next.head()).startsWith("HTTP/1.1 200 ");
            assertThat(server.stats().cancelled()).isEqualTo(1);
            assertThat(server.stats().succeeded()).isEqualTo(1);
        }
    }

    @Test
    void seedDeterminesTheCompletions() throws Exception {
        String request = "{\"prompt\":\"tell me\",\"max_tokens\":20}";
        List<String> texts = new ArrayList<>();
        for (long seed : new long[] {1, 1, 2}) {
            try (SimulatedServer server =
                    SimulatedServer.start(SimulatorConfig.builder().seed(seed).build())) {
                texts.addAll(RawClient.ask(server, "/v1/completions", request).all("\"text\":\"([^\"]*)\""));
            }
        }

        assertThat(texts.get(0)).isEqualTo(texts.get(1)).isNotEqualTo(texts.get(2));
    }

    @Test
    void slowReaderGetsEverythingWithoutBuffering() throws Exception {
        try (SimulatedServer server =
                        SimulatedServer.start(SimulatorConfig.builder().build());
                RawClient client = new RawClient(server)) {
            client.post(
                    "/v1/completions", "{\"prompt\":[1],\"max_tokens\":100000,\"ignore_eos\":true,\"stream\":true}");
            client.readUpTo("data: ");

            assertThat(server.stats().generationTokens()).isBetween(1L, 99_999L); // the client does not read the rest

            assertThat(client.readUpTo("0\r\n\r\n").text()).endsWith("data: [DONE]\n\n\r\n0\r\n\r\n");
            assertThat(server.stats().generationTokens()).isEqualTo(100_000);
        }
    }

    private static CompletableFuture<ClientView> ask(HttpClient client, SimulatedServer server, int i) {
        String body = "{\"prompt\":[1,2," + i + "],\"max_tokens\":" + (1 + i % 20)
                + ",\"ignore_eos\":true,\"stream\":true,\"return_token_ids\":true}";
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.uri() + "/v1/completions"))
                .version(HttpClient.Version.HTTP_1_1)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.sendAsync(request, BodyHandlers.ofString())
                .thenApply(response -> new ClientView(response.statusCode(), response.body()));
    }

    private record ClientView(int status, String body) {

        boolean isError() {
            return status == 500;
        }

        boolean lacksDone() {
            return status == 200 && !body.contains("[DONE]");
        }

        int events() {
            return isError() ? 0 : body.split("\"text\":", -1).length - 1;
        }

        int tokens() {
            int tokens = 0;
            for (String part : body.split(",\"token_ids\":\\[", -1)) {
                tokens += part.startsWith("data: ") || isError()
                        ? 0
                        : part.substring(0, part.indexOf(']')).split(",", -1).length;
            }
            return tokens;
        }
    }
}
