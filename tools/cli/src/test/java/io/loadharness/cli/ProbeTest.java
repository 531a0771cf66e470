// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.loadharness.simulator.Fault;
import io.loadharness.simulator.FaultRule;
import io.loadharness.simulator.Pace;
import io.loadharness.simulator.SimulatedServer;
import io.loadharness.simulator.SimulatorConfig;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@Timeout(600)
class ProbeTest {

    private static final Pace PACE = new Pace(Duration.ofMillis(5), Duration.ofMillis(1));

    @Test
    void choosesTheDialectWithTokenIds() {
        try (SimulatedServer server = server(SimulatorConfig.builder())) {
            Session session = probe(server);

            assertThat(session.err()).isEmpty();
            assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut())
                    .containsPattern("(?m)^vllm-chat +yes +yes +yes +yes +\\d.* +\\d.* +7$")
                    .containsPattern("(?m)^vllm-completions +yes +yes +yes +yes ")
                    .containsPattern("(?m)^sglang-generate +yes +yes +yes +yes ")
                    .containsPattern("(?m)^llama-cpp +yes +yes +yes ")
                    .containsPattern("(?m)^openai-chat +yes +yes +no +yes ")
                    .containsPattern("(?m)^openai-completions +yes +yes +no +yes ")
                    .containsPattern(
                            "Use --dialect vllm-chat\\. A completion of 7 tokens for a prompt of \\d+ tokens takes"
                                    + " \\d.*, with the first token after \\d.*\\.\\R$");
        }
    }

    @Test
    void reportsReasonsIfNoDialectWorks() {
        SimulatorConfig.Builder broken = SimulatorConfig.builder().fault(FaultRule.every(1, Fault.HTTP_500));
        try (SimulatedServer server = server(broken)) {
            Session session = probe(server, "--dialect", "openai-chat");

            assertThat(session.exitCode()).isEqualTo(ExitCode.FAILED);
            assertThat(session.plainOut())
                    .containsPattern("(?m)^openai-chat +no +no +no +no +- +- +-$")
                    .containsPattern("(?m)^openai-chat: HTTP_ERROR, HTTP status 500")
                    .contains("The server supports no known dialect.");
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"missing-done", "missing-end"})
    void usesCompleteResponsesIfStreamsAreTruncated(String fault) {
        SimulatorConfig.Builder broken = SimulatorConfig.builder().fault(FaultRule.parse(fault + "=every:1"));
        try (SimulatedServer server = server(broken)) {
            Session session = probe(server, "--dialect", "vllm-completions");

            assertThat(session.plainOut()).containsPattern("(?m)^vllm-completions +no ");
        }
    }

    @Test
    void acceptsTokenIdsWithoutUsage() {
        SimulatorConfig.Builder silent = SimulatorConfig.builder().fault(FaultRule.every(1, Fault.MISSING_USAGE));
        try (SimulatedServer server = server(silent)) {
            Session session = probe(server);

            assertThat(session.plainOut())
                    .containsPattern("(?m)^vllm-chat +yes +yes +yes +no ")
                    .containsPattern("(?m)^openai-chat +yes +yes +no +no +\\d.* +\\d.* +-$");
        }
    }

    @Test
    void tokenizerCountsIfTheServerDoesNot() {
        SimulatorConfig.Builder silent = SimulatorConfig.builder().fault(FaultRule.every(1, Fault.MISSING_USAGE));
        try (SimulatedServer server = server(silent)) {
            Session session = probe(
                    server,
                    "--dialect",
                    "openai-chat",
                    "--tokenizer",
                    "../../plugins/tokenizers/src/test/resources/io/loadharness/tokenizers/byte-level-bpe");

            assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut())
                    .containsPattern("(?m)^openai-chat +yes +yes +no +no +\\d.* +\\d.* +\\d+$")
                    .containsPattern("A completion of \\d+ tokens, counted by the tokenizer, takes ");
        }
    }

    @Test
    void reportsUsageOnlyWithoutStreaming() throws IOException {
        String choice = "{\"choices\":[{\"index\":0,\"%s\":{\"content\":\"Yes\"},\"finish_reason\":\"stop\"}]%s}";
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", exchange -> {
            String asked = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            boolean streamed = asked.contains("\"stream\":true");
            String answer = streamed
                    ? "data: " + choice.formatted("delta", "") + "\n\ndata: [DONE]\n\n"
                    : choice.formatted("message", ",\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":1}");
            exchange.getResponseHeaders().add("Content-Type", streamed ? "text/event-stream" : "application/json");
            exchange.sendResponseHeaders(200, answer.length());
            exchange.getResponseBody().write(answer.getBytes(StandardCharsets.UTF_8));
            exchange.close();
        });
        server.start();
        try {
            Session session = Session.of(
                    "probe", "--url", "http://127.0.0.1:" + server.getAddress().getPort(), "--dialect", "openai-chat");

            assertThat(session.exitCode()).isEqualTo(ExitCode.OK);
            assertThat(session.plainOut())
                    .containsPattern("(?m)^openai-chat +yes +yes +no +whole +\\d.* +\\d.* +-$")
                    .containsPattern(
                            "A response takes \\d.*, with the first token after \\d.*\\. The server returns token counts"
                                    + " only without streaming: run with --no-streaming or --tokenizer\\.\\R$");
        } finally {
            server.stop(0);
        }
    }

    private static SimulatedServer server(SimulatorConfig.Builder config) {
        return SimulatedServer.start(config.pace(PACE).build());
    }

    private static Session probe(SimulatedServer server, String... more) {
        String[] first = {"probe", "--url", server.uri().toString(), "--max-tokens", "7", "--ready-timeout", "1m"};
        return Session.of(Stream.of(first, more).flatMap(Arrays::stream).toArray(String[]::new));
    }
}
