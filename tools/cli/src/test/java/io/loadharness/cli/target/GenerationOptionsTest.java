// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.loadharness.cli.ExitCode;
import io.loadharness.cli.LenientClient;
import io.loadharness.cli.Session;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GenerationOptionsTest {

    private static final String RESPONSE = """
            {"choices": [{"index": 0, "text": "a b", "finish_reason": "stop"}],
            "usage": {"prompt_tokens": 1, "completion_tokens": 2, "total_tokens": 3}}""";

    private final List<String> bodies = new CopyOnWriteArrayList<>();
    private HttpServer server;

    @TempDir
    Path folder;

    @BeforeEach
    void start() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.createContext("/", this::respond);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    private void respond(HttpExchange exchange) throws IOException {
        try (exchange) {
            bodies.add(new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] response = RESPONSE.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().add("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, response.length);
            exchange.getResponseBody().write(response);
        }
    }

    private Session run(String... options) {
        String[] common = {
            "run",
            "--url",
            "http://127.0.0.1:" + server.getAddress().getPort(),
            "--model",
            "m",
            "--dialect",
            "openai-completions",
            "--no-streaming",
            "--warm-up",
            "0",
            "--load",
            "constant",
            "--rate",
            "100",
            "--requests",
            "1",
            "--output-dir",
            folder.toString(),
            "--no-enable-metrics"
        };
        return Session.of(Stream.of(Stream.of(common), LenientClient.OPTIONS.stream(), Stream.of(options))
                .flatMap(each -> each)
                .toArray(String[]::new));
    }

    @Test
    void generationOptionsAreFieldsOfEachRequest() {
        Session session = run(
                "--ignore-eos",
                "--stop",
                "###",
                "--stop",
                "a, b",
                "--extra-body",
                "{\"min_p\": 0.10, \"guided\": {\"big\": 12345678901234567890, \"none\": null, \"list\": [true]}}");

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        assertThat(bodies.get(bodies.size() - 1))
                .contains("\"ignore_eos\":true", "\"stop\":[\"###\",\"a, b\"]", "\"min_p\":0.10")
                .contains("\"guided\":{\"big\":12345678901234567890,\"none\":null,\"list\":[true]}");
    }

    @Test
    void withoutTheseOptionsTheServerDecides() {
        run();

        assertThat(bodies.get(bodies.size() - 1)).doesNotContain("ignore_eos", "stop\"", "min_p");
    }
}
