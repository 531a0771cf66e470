// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(600)
class EndpointTest {

    private static final String IDS = "\"token_ids\":\\[([0-9,]+)\\]";

    private SimulatedServer server = SimulatedServer.start(config().build());

    private static SimulatorConfig.Builder config() {
        return SimulatorConfig.builder().seed(3).outputLength(OutputLength.fixed(6));
    }

    @AfterEach
    void close() {
        server.close();
    }

    private void restart(SimulatorConfig.Builder config) {
        server.close();
        server = SimulatedServer.start(config.build());
    }

    @Test
    void completionStreamHasTokensThenUsageThenDone() throws Exception {
        RawResponse response = RawClient.ask(
                server,
                "/v1/completions",
                "{\"prompt\":\"once upon\",\"max_tokens\":4,\"stream\":true,"
                        + "\"stream_options\":{\"include_usage\":true},\"return_token_ids\":true}");

        List<String> data = response.data();
        assertThat(response.head()).startsWith("HTTP/1.1 200 OK\r\n").contains("content-type: text/event-stream");
        assertThat(data).hasSize(6).endsWith("[DONE]");
        assertThat(data.get(0)).contains("\"finish_reason\":null", "\"prompt_token_ids\":[");
        assertThat(data.get(3)).contains("\"finish_reason\":\"length\"").doesNotContain("prompt_token_ids");
        assertThat(data.get(4))
                .contains("\"choices\":[]")
                .contains("\"usage\":{\"prompt_tokens\":4,\"total_tokens\":8,\"completion_tokens\":4}");
        assertThat(ids(response, IDS)).hasSize(4);
        assertThat(SimulatedVocabulary.encode(String.join("", response.all("\"text\":\"([^\"]*)\""))))
                .containsExactly(
                        ids(response, IDS).stream().mapToInt(Integer::intValue).toArray());
    }

    @Test
    void imagesCountAsPromptTokens() throws Exception {
        String png = "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAADgAAAAd"; // 56 x 29 pixels
        long words = promptTokens("{\"type\":\"text\",\"text\":\"what\"}");

        assertThat(promptTokens(
                        "{\"type\":\"text\",\"text\":\"what\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"" + png
                                + "\",\"detail\":\"low\"}}"))
                .isEqualTo(words + 2 * 2);
        assertThat(
                        promptTokens(
                                "{\"type\":\"text\",\"text\":\"what\"},{\"type\":\"image_url\",\"image_url\":{\"url\":\"http://a\"}}"))
                .isEqualTo(words + 256);
        assertThat(server.stats().images()).isEqualTo(2);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"url\":\"a.png\"}|The url of an image must be an http, https or data URL.",
                "{\"url\":\"data:image/png;base64,*\"}|The data URL of an image is not valid base64",
                "{\"url\":\"data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAAAAAAd\"}|An image of 0 x 29 pixels is not a valid PNG",
                "{}|The field image_url must be an object with a url.",
                "1|The field image_url must be an object with a url.",
            })
    void invalidImageIsRejected(String image, String message) throws Exception {
        assertThat(askWithContent("{\"type\":\"image_url\",\"image_url\":" + image + "}")
                        .body())
                .contains(message);
        assertThat(server.stats().images()).isZero();
        assertThat(server.stats().rejected()).isEqualTo(1);
    }

    private RawResponse askWithContent(String parts) throws Exception {
        return RawClient.ask(
                server,
                "/v1/chat/completions",
                "{\"messages\":[{\"role\":\"user\",\"content\":[" + parts + "]}],\"max_tokens\":1}");
    }

    private long promptTokens(String parts) throws Exception {
        return askWithContent(parts).all("\"prompt_tokens\":(\\d+)").stream()
                .mapToLong(Long::parseLong)
                .sum();
    }

    @Test
    void unstreamedResponseHasTheSameTokens() throws Exception {
        String request = "{\"prompt\":[5,6],\"max_tokens\":5,\"return_token_ids\":true,\"stream\":";

        RawResponse whole = RawClient.ask(server, "/v1/completions", request + "false}");
        RawResponse stream = RawClient.ask(server, "/v1/completions", request + "true}");

        assertThat(whole.isChunked()).isFalse();
        assertThat(whole.head())
                .contains("content-length: " + whole.body().getBytes(StandardCharsets.UTF_8).length + "\r\n");
        assertThat(whole.all("\"text\":\"([^\"]*)\""))
                .containsExactly(String.join("", stream.all("\"text\":\"([^\"]*)\"")));
        assertThat(ids(whole, IDS)).isEqualTo(ids(stream, IDS)).hasSize(5);
    }

    @Test
    void severalPromptsGiveSeveralChoices() throws Exception {
        RawResponse response =
                RawClient.ask(server, "/v1/completions", "{\"prompt\":[[1],[2,3]],\"max_tokens\":2,\"stream\":true}");

        assertThat(response.all("\"index\":(\\d)")).containsExactlyInAnyOrder("0", "0", "1", "1");
    }

    @Test
    void chatStartsWithARoleAndHasNoDefaultLimit() throws Exception {
        RawResponse response = RawClient.ask(
                server,
                "/v1/chat/completions",
                "{\"messages\":[{\"role\":\"user\",\"content\":\"hi\"}],\"stream\":true}");

        assertThat(response.data()).hasSize(1 + 6 + 1).endsWith("[DONE]");
        assertThat(response.data().get(0)).contains("\"delta\":{\"role\":\"assistant\",\"content\":\"\"}");
        assertThat(response.data().get(6)).contains("\"finish_reason\":\"stop\"");
    }

    @Test
    void messagesAndPartsAreRenderedAndTokenized() throws Exception {
        String parts = "{\"messages\":[{\"role\":\"user\",\"content\":[{\"type\":\"text\",\"text\":\"hi\"}]}]}";

        RawResponse tokens = RawClient.ask(server, "/tokenize", parts);

        assertThat(ids(tokens, "\"tokens\":\\[([0-9,]+)\\]").stream()
                        .mapToInt(Integer::intValue)
                        .toArray())
                .isEqualTo(SimulatedVocabulary.encode("user: hi\nassistant:"));
        assertThat(RawClient.ask(server, "/v1/chat/completions", parts).body())
                .contains("\"prompt_tokens\":" + SimulatedVocabulary.encode("user: hi\nassistant:").length);
    }

    @Test
    void reasoningHasASeparateFieldAndCount() throws Exception {
        restart(config().reasoningShare(0.5).tokensPerEvent(2));

        RawResponse response = RawClient.ask(
                server,
                "/v1/chat/completions",
                "{\"messages\":[{\"content\":\"hi\"}],\"stream\":true,\"stream_options\":{\"include_usage\":true},"
                        + "\"return_token_ids\":true}");

        assertThat(response.all("\"(reasoning_content|content)\""))
                .containsExactly("content", "reasoning_content", "reasoning_content", "content", "content");
        assertThat(response.body())
                .contains("\"completion_tokens\":6,\"completion_tokens_details\":{\"reasoning_tokens\":3}");
    }

    @Test
    void sglangRepeatsAllIdsInEachEvent() throws Exception {
        RawResponse response = RawClient.ask(
                server,
                "/generate",
                "{\"input_ids\":[1,2],\"sampling_params\":{\"max_new_tokens\":3,\"ignore_eos\":true},\"stream\":true}");

        List<String> ids = response.all("\"output_ids\":\\[([0-9,]+)\\]");
        assertThat(response.data()).hasSize(4).endsWith("[DONE]");
        assertThat(ids.get(2))
                .startsWith(ids.get(1))
                .hasSizeGreaterThan(ids.get(1).length());
        assertThat(response.data().get(2))
                .contains("\"finish_reason\":{\"type\":\"length\",\"length\":3}")
                .contains("\"prompt_tokens\":2,\"completion_tokens\":3");
    }

    @Test
    void llamaCppEndsWithAStopEventWithoutDone() throws Exception {
        RawResponse response =
                RawClient.ask(server, "/completion", "{\"prompt\":\"ab\",\"n_predict\":-1,\"stream\":true}");

        assertThat(response.data()).hasSize(7);
        assertThat(response.all("\"tokens\":\\[(\\d+)\\]")).hasSize(6);
        assertThat(response.data().get(6)).contains("\"stop\":true", "\"stop_type\":\"eos\"", "\"tokens_predicted\":6");
    }

    @Test
    void connectionHandlesPipelinedRequests() throws Exception {
        try (RawClient client = new RawClient(server)) {
            for (int i = 0; i < 3; i++) {
                client.post("/v1/completions", "{\"prompt\":[7],\"max_tokens\":1,\"stream\":true}");
            }
            for (int i = 0; i < 3; i++) {
                assertThat(client.readUpTo("0\r\n\r\n").data()).hasSize(2);
            }
        }
        assertThat(server.stats().connections()).isEqualTo(1);
    }

    @Test
    void expectContinueIsAnsweredWith100() throws Exception {
        String body = "{\"prompt\":[1],\"max_tokens\":1}";
        try (RawClient client = new RawClient(server)) {
            client.send("POST /v1/completions HTTP/1.1\r\nexpect: 100-continue\r\nconnection: close\r\ncontent-length: "
                    + body.length() + "\r\n\r\n");
            client.readUpTo("HTTP/1.1 100 Continue\r\n\r\n");
            client.send(body);
            assertThat(client.readToEnd().head()).startsWith("HTTP/1.1 200 OK\r\n");
        }
    }

    @Test
    void http10ResponseHasNoChunks() throws Exception {
        try (RawClient client = new RawClient(server)) {
            String body = "{\"prompt\":[1],\"stream\":true}";
            client.send("POST /v1/completions HTTP/1.0\r\ncontent-length: " + body.length() + "\r\n\r\n" + body);
            RawResponse response = client.readToEnd();
            assertThat(response.isChunked()).isFalse();
            assertThat(response.data()).hasSize(7).endsWith("[DONE]");
        }
    }

    @Test
    void stampsContainReceiveAndSendTimes() throws Exception {
        long before = System.nanoTime();
        RawResponse response = RawClient.ask(
                server, "/v1/completions", "{\"prompt\":[1],\"stream\":true}", "x-loadharness-stamps: true");
        long after = System.nanoTime();

        List<Long> received = response.all("\"received_ns\":(\\d+)").stream()
                .map(Long::valueOf)
                .toList();
        List<Long> sent =
                response.all("\"sent_ns\":(\\d+)").stream().map(Long::valueOf).toList();
        assertThat(received).hasSize(6).allSatisfy(time -> assertThat(time).isBetween(before, after));
        assertThat(sent).hasSize(6).isSorted().allSatisfy(time -> assertThat(time)
                .isBetween(received.get(0), after));
    }

    @Test
    void stampsAreOnlySentOnRequest() throws Exception {
        assertThat(RawClient.ask(server, "/v1/completions", "{\"prompt\":[1],\"stream\":true}")
                        .body())
                .doesNotContain("loadharness");
    }

    @Test
    void timingDoesNotChangeTokens() throws Exception {
        String request = "{\"prompt\":[9],\"stream\":true}";
        RawResponse free = RawClient.ask(server, "/v1/completions", request);
        restart(config().timing(new TimingModel(
                Duration.ofMillis(1), Duration.ofNanos(10), Duration.ofMillis(1), Duration.ofNanos(10), 4)));

        RawResponse timed = RawClient.ask(server, "/v1/completions", request);

        assertThat(timed.all("\"text\":\"([^\"]*)\"")).isEqualTo(free.all("\"text\":\"([^\"]*)\""));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            /v1/completions      | {"prompt":                                | 400 | The body is not JSON
            /v1/completions      | []                                        | 400 | The body must be a JSON object.
            /v1/completions      | {}                                        | 400 | The request has no prompt.
            /v1/completions      | {"prompt":""}                             | 400 | A prompt must have at least one token.
            /v1/completions      | {"prompt":[1,-1]}                         | 400 | a list of non-negative token ids
            /v1/completions      | {"prompt":[1],"max_tokens":0}             | 400 | The maximum number of tokens must be at least 1
            /v1/completions      | {"prompt":[1],"n":2}                      | 400 | per prompt: n must be 1
            /v1/completions      | {"prompt":[1],"stream":"yes"}             | 400 | The field stream must be true or false.
            /v1/completions      | {"prompt":[1],"model":"other"}            | 404 | The model `other` does not exist
            /v1/completions      | {"prompt":[1],"max_tokens":200000}        | 400 | The model supports at most 131072 tokens
            /v1/chat/completions | {"messages":[]}                           | 400 | a list of at least one message
            /completion          | {"prompt":["a","b"],"stream":true}        | 400 | can have only one prompt
            /v1/nothing          | {}                                        | 404 | Not Found
            /health              | {}                                        | 405 | Method Not Allowed
            """)
    void invalidRequestGetsADescriptiveError(String path, String body, int status, String message) throws Exception {
        RawResponse response = RawClient.ask(server, path, body);

        assertThat(response.head()).startsWith("HTTP/1.1 " + status + " ");
        assertThat(response.body())
                .startsWith("{\"error\":{\"message\":\"")
                .contains(message)
                .endsWith("\"param\":null,\"code\":" + status + "}}");
    }

    @Test
    void invalidHttpIsRejectedAndTheConnectionClosed() throws Exception {
        try (RawClient client = new RawClient(server)) {
            client.send("\u0016\u0003\u0001 what is this\r\n\r\n");
            assertThat(client.readToEnd().head()).startsWith("HTTP/1.1 400 Bad Request\r\n");
        }
    }

    @Test
    void apiKeyIsRequiredExceptForHealth() throws Exception {
        restart(config().apiKey("secret"));
        String request = "{\"prompt\":[1]}";

        assertThat(RawClient.ask(server, "/v1/completions", request).head()).startsWith("HTTP/1.1 401 ");
        assertThat(RawClient.ask(server, "/v1/completions", request, "Authorization: Bearer wrong")
                        .head())
                .startsWith("HTTP/1.1 401 ");
        assertThat(RawClient.ask(server, "/v1/completions", request, "Authorization: Bearer secret")
                        .head())
                .startsWith("HTTP/1.1 200 ");
        assertThat(get("/health").head()).startsWith("HTTP/1.1 200 ");
        assertThat(get("/v1/models").head()).startsWith("HTTP/1.1 401 ");
    }

    @Test
    void modelIsListed() throws Exception {
        assertThat(get("/v1/models").body()).contains("{\"id\":\"simulated\",\"object\":\"model\"");
    }

    @Test
    void idsAreDecodedToText() throws Exception {
        assertThat(RawClient.ask(server, "/detokenize", "{\"tokens\":[72,256]}").body())
                .isEqualTo("{\"prompt\":\"Ha\"}");
    }

    @Test
    void metricsHaveVllmNames() throws Exception {
        RawClient.ask(server, "/v1/completions", "{\"prompt\":[1,2],\"stream\":true}");
        RawClient.ask(server, "/v1/completions", "{\"prompt\":[1,2],\"max_tokens\":2}");

        String metrics = get("/metrics").body();

        String labels = "{model_name=\"simulated\",engine=\"0\"";
        assertThat(metrics)
                .contains("vllm:prompt_tokens_total" + labels + "} 4\n")
                .contains("vllm:generation_tokens_total" + labels + "} 8\n")
                .contains("vllm:num_requests_running" + labels + "} 0\n")
                .contains("vllm:num_requests_waiting" + labels + "} 0\n")
                .contains("vllm:request_success_total" + labels + ",finished_reason=\"stop\"} 1\n")
                .contains("vllm:request_success_total" + labels + ",finished_reason=\"length\"} 1\n")
                .contains("vllm:time_to_first_token_seconds_bucket" + labels + ",le=\"+Inf\"} 1\n")
                .contains("vllm:time_to_first_token_seconds_count" + labels + "} 1\n")
                .contains("vllm:e2e_request_latency_seconds_count" + labels + "} 2\n");
        assertThat(metrics.lines().filter(line -> !line.startsWith("#")))
                .allMatch(line -> line.matches("vllm:[a-z0-9_]+\\{[^}]+\\} [0-9.]+"));
    }

    private RawResponse get(String path) throws Exception {
        try (RawClient client = new RawClient(server)) {
            client.send("GET " + path + " HTTP/1.1\r\nhost: t\r\nconnection: close\r\n\r\n");
            return client.readToEnd();
        }
    }

    private static List<Integer> ids(RawResponse response, String regex) {
        String joined = response.all(regex).stream().collect(Collectors.joining(","));
        return Arrays.stream(joined.split(",", -1)).map(Integer::valueOf).toList();
    }
}
