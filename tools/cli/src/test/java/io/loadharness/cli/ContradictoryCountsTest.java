// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs against servers that contradict themselves. */
@Timeout(600)
class ContradictoryCountsTest {

    private static final String SCHEDULE = "--load constant --rate 1000 --requests 5";
    private static final String LOADGEN = "--scenario single-stream --min-duration 10ms";
    private static final String CONSISTENT = "role token token finish usage:2";
    private static final String FINDING = "responses have contradictory token counts: different counts in one response,"
            + " fewer tokens than chunks with tokens, or another number than that of the token ids";
    private static final String WARNING = "5 of 5 " + FINDING + ". Do not rely on the token metrics.";

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(
            strings = {
                "token token finish usage:2 usage:50",
                "token token token finish usage:2",
                "token token token token finish usage:2",
                "token usage:2 token usage:3 finish usage:2",
            })
    void areAWarningNextToTheVerdictOfASchedule(String events) throws IOException {
        Session session = run(events, SCHEDULE);

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).containsPattern("\\*\\*VALID\\*\\*.*\\n\\n- \\Q" + WARNING + "\\E\\n");
        for (String file : List.of("result.json", "report.html", "summary.md")) {
            assertThat(folder.resolve(file)).content().contains(WARNING);
        }
        assertThat(Session.of("report", folder.toString()).out()).containsOnlyOnce(WARNING);
        for (String file : List.of("", "result.json")) {
            String path = folder.resolve(file).toString();
            assertThat(Session.of("compare", path, path).out()).contains("- " + WARNING);
        }
        assertThat(Session.of("export", folder.toString()).exitCode()).isEqualTo(ExitCode.OK);
        assertThat(folder.resolve("requests.csv")).content().contains(",contradictory_usage,");
    }

    @Test
    void areInvalidIfRequired() throws IOException {
        Session session = run("token token token finish usage:2", SCHEDULE + " --require contradictory_counts<=0");

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.UNMET);
        assertThat(session.out())
                .contains("required: contradictory_counts<=0, but contradictory_counts is 5")
                .contains(WARNING);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                LOADGEN,
                "--scenario offline --target-qps 100 --rules datacenter --require samples>=1 --require duration>=10ms"
            })
    void areInvalidByTheRulesOfMlperf(String options) throws IOException {
        Session session = run("token token token finish usage:2", options);

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.INVALID);
        assertThat(session.out()).contains("**INVALID**").contains(FINDING);
        assertThat(Files.readString(result())).contains("\"CONTRADICTORY_COUNTS\"");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                CONSISTENT,
                "token token token finish usage:9",
                "role usage:0 token usage:1 token usage:3 finish usage:4 usage:4",
                "token token finish usage:2 usage:2",
            })
    void aConsistentServerIsValid(String events) throws IOException {
        Session session = run(events, LOADGEN);

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).doesNotContain("contradictory");
    }

    @Test
    void aChunkOfAnotherResponseFailsTheSample() throws IOException {
        Session session = run("token token token:other finish usage:3", SCHEDULE + " --warm-up 0");

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.INVALID);
        assertThat(session.out())
                .contains(
                        "- 5 × MALFORMED_RESPONSE: `the response has chunks with different ids, so it contains chunks of"
                                + " another response`");
    }

    @ParameterizedTest
    @ValueSource(strings = {SCHEDULE, LOADGEN, LOADGEN + " --on local --workers 1"})
    void anIdPerChunkIsOneWarning(String options) throws IOException {
        Session session = run("token:1 token:2 token:3 finish:4 usage:3", options);

        assertThat(session.exitCode()).as(session.out() + session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out()).containsOnlyOnce(" sent a different id in each chunk of a response (");
    }

    /** Runs against a server that responds to the first request consistently, and to all other requests with the given events. */
    private Session run(String events, String options) throws IOException {
        HttpServer server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        AtomicBoolean isProbed = new AtomicBoolean();
        server.createContext(
                "/v1/models", exchange -> answer(exchange, "application/json", "{\"data\":[{\"id\":\"m\"}]}"));
        server.createContext("/health", exchange -> answer(exchange, "text/plain", ""));
        server.createContext(
                "/v1/chat/completions",
                exchange ->
                        answer(exchange, "text/event-stream", stream(isProbed.getAndSet(true) ? events : CONSISTENT)));
        server.start();
        try {
            List<String> arguments = new ArrayList<>(List.of("run", "--dialect", "openai-chat", "--url"));
            arguments.add("http://127.0.0.1:" + server.getAddress().getPort());
            arguments.addAll(List.of("--output-dir", folder.toString()));
            arguments.addAll(LenientClient.OPTIONS);
            arguments.addAll(List.of(options.split(" ", -1)));
            return Session.of(arguments.toArray(String[]::new));
        } finally {
            server.stop(0);
        }
    }

    private Path result() throws IOException {
        try (var files = Files.walk(folder)) {
            return files.filter(each -> each.endsWith("result.json"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    private static void answer(HttpExchange exchange, String contentType, String text) throws IOException {
        try (exchange) {
            exchange.getRequestBody().readAllBytes();
            byte[] body = text.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", contentType);
            exchange.sendResponseHeaders(200, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    /** Returns the stream of events such as {@code token}, {@code token:id}, {@code finish} and {@code usage:3}. */
    private static String stream(String events) {
        StringBuilder stream = new StringBuilder();
        for (String each : events.split(" ", -1)) {
            String name = each.replaceFirst(":.*", "");
            String value = each.substring(name.length()).replace(":", "");
            String choice =
                    switch (name) {
                        case "role" -> "{\"delta\":{\"role\":\"assistant\",\"content\":\"\"}}";
                        case "token" -> "{\"delta\":{\"content\":\"x\"}}";
                        case "finish" -> "{\"delta\":{},\"finish_reason\":\"stop\"}";
                        default -> "";
                    };
            boolean isUsage = name.equals("usage");
            String id = isUsage ? "" : "\"id\":\"" + (value.isEmpty() ? "c" : value) + "\",";
            String usage = isUsage ? ",\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":" + value + "}" : "";
            stream.append("data: {" + id + "\"choices\":[" + choice + "]" + usage + "}\n\n");
        }
        return stream.append("data: [DONE]\n\n").toString();
    }
}
