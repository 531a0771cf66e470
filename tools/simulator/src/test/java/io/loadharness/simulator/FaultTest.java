// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.net.SocketException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Tests the bytes that a client receives for each fault. */
@Timeout(600)
class FaultTest {

    private static final String PATH = "/v1/completions";
    private static final String STREAM = request(true);
    private static final String WHOLE = request(false);

    private final SimulatedServer server = SimulatedServer.start(
            SimulatorConfig.builder().slowPause(Duration.ofMillis(1)).build());
    private final String correct = askStream("").body();
    private final String correctWhole = askWhole("").body();

    FaultTest() throws IOException {}

    private static String request(boolean stream) {
        return "{\"prompt\":[1,2],\"max_tokens\":6,\"ignore_eos\":true,\"stream\":" + stream
                + (stream ? ",\"stream_options\":{\"include_usage\":true}}" : "}");
    }

    @AfterEach
    void close() {
        server.close();
    }

    @ParameterizedTest
    @EnumSource(names = "HTTP_\\d+", mode = Mode.MATCH_ALL)
    void statusHasAnErrorInOpenAiFormat(Fault fault) throws Exception {
        RawResponse response = askStream(fault.label());

        assertThat(response.head()).startsWith("HTTP/1.1 " + fault.label().substring(5) + " ");
        assertThat(response.head().contains("retry-after: 1\r\n"))
                .isEqualTo(fault == Fault.HTTP_429 || fault == Fault.HTTP_503);
        assertThat(response.body()).startsWith("{\"error\":{\"message\":").endsWith("}}");
        assertFaulted(fault);
    }

    @Test
    void redirectLeadsToACorrectResponse() throws Exception {
        RawResponse response = askStream("redirect");

        assertThat(response.head()).startsWith("HTTP/1.1 307 ").contains("location: " + PATH + "?redirected\r\n");
        assertThat(masked(RawClient.ask(server, PATH + "?redirected", STREAM, "x-loadharness-fault: redirect")
                        .body()))
                .isEqualTo(masked(correct));
        assertFaulted(Fault.REDIRECT);
    }

    @Test
    void hangBeforeSendsNothing() throws Exception {
        try (RawClient client = post("hang-before", STREAM)) {
            while (server.stats().faulted() == 0) {
                Thread.onSpinWait();
            }
            assertThat(client.isSilent()).isTrue();
        }
        assertFaulted(Fault.HANG_BEFORE);
    }

    @Test
    void hangInStreamStopsAfterHalfOfTheTokens() throws Exception {
        try (RawClient client = post("hang-in-stream", STREAM)) {
            for (int i = 0; i < 3; i++) {
                assertThat(events(client.readUpTo("\n\n\r\n"))).isEqualTo(1);
            }
            assertThat(client.isSilent()).isTrue();
        }
        assertFaulted(Fault.HANG_IN_STREAM);
    }

    @Test
    void hangInBodyStopsAfterHalfOfTheBytes() throws Exception {
        try (RawClient client = post("hang-in-stream", WHOLE)) {
            assertThat(client.readUpTo("\r\n\r\n").head()).startsWith("HTTP/1.1 200 ");
            assertThat(client.read(bytes(correctWhole) / 2).text()).startsWith("{\"id\":");
            assertThat(client.isSilent()).isTrue();
        }
        assertFaulted(Fault.HANG_IN_STREAM);
    }

    @Test
    void finBeforeClosesWithoutAResponse() throws Exception {
        assertThat(askStream("fin-before").bytes()).isEmpty();
        assertFaulted(Fault.FIN_BEFORE);
    }

    @Test
    void rstBeforeResetsWithoutAResponse() {
        assertThatThrownBy(() -> askStream("rst-before")).isInstanceOf(SocketException.class);
        assertFaulted(Fault.RST_BEFORE);
    }

    @Test
    void finInStreamClosesTheConnection() throws Exception {
        RawResponse response = askStream("fin-in-stream");

        assertThat(events(response)).isEqualTo(3);
        assertThat(response.text()).endsWith("\n\n\r\n");
        assertFaulted(Fault.FIN_IN_STREAM);
    }

    @Test
    void finInBodyClosesTheConnection() throws Exception {
        RawResponse response = askWhole("fin-in-stream");

        assertThat(response.head()).contains("content-length: " + bytes(correctWhole) + "\r\n");
        assertThat(response.bytes().length - response.head().length()).isEqualTo(bytes(correctWhole) / 2);
    }

    @Test
    void rstInStreamResetsTheConnection() {
        assertThatThrownBy(() -> askStream("rst-in-stream")).isInstanceOf(SocketException.class);
        assertThatThrownBy(() -> askWhole("rst-in-stream")).isInstanceOf(SocketException.class);
        assertThat(server.stats().faults()).isEqualTo(Map.of(Fault.RST_IN_STREAM, 2L));
    }

    @Test
    void errorEventIsTheLastBeforeDone() throws Exception {
        List<String> data = askStream("error-event").data();

        assertThat(data).hasSize(5).endsWith("[DONE]");
        assertThat(data.get(3)).startsWith("{\"error\":{");
        assertFaulted(Fault.ERROR_EVENT);
    }

    @Test
    void errorInABodyHasStatus200() throws Exception {
        RawResponse response = askWhole("error-event");

        assertThat(response.head()).startsWith("HTTP/1.1 200 ");
        assertThat(response.body()).startsWith("{\"error\":{").endsWith("}}");
    }

    @Test
    void malformedJsonIsTruncated() throws Exception {
        List<String> data = askStream("malformed-json").data();

        assertThat(data).hasSize(6 + 1 + 1 + 1).endsWith("[DONE]");
        assertThat(data.get(3)).isEqualTo("{\"id\":\"broken o");
        RawResponse whole = askWhole("malformed-json");
        assertThat(whole.head()).contains("content-length: " + bytes(whole.body()) + "\r\n");
        assertThat(masked(correctWhole)).startsWith(masked(whole.body()));
        assertThat(bytes(whole.body())).isEqualTo(bytes(correctWhole) / 2);
    }

    @ParameterizedTest
    @EnumSource
    void malformedChunkHasNoSize(Streaming mode) throws Exception {
        RawResponse response = ask(mode.request, "malformed-chunk");

        assertThat(response.head()).contains("transfer-encoding: chunked");
        assertThat(response.text()).contains("\r\nno size\r\n");
        assertFaulted(Fault.MALFORMED_CHUNK);
    }

    @Test
    void missingDoneLeavesTheRestComplete() throws Exception {
        assertThat(masked(askStream("missing-done").body() + "data: [DONE]\n\n"))
                .isEqualTo(masked(correct));
        assertFaulted(Fault.MISSING_DONE);
    }

    @Test
    void missingEndOmitsTheLastChunk() throws Exception {
        RawResponse response = askStream("missing-end");

        assertThat(response.text()).endsWith("data: [DONE]\n\n\r\n");
        assertFaulted(Fault.MISSING_END);
    }

    @Test
    void missingEndOmitsTheLastByteOfABody() throws Exception {
        RawResponse response = askWhole("missing-end");

        assertThat(response.head()).contains("content-length: " + bytes(correctWhole) + "\r\n");
        assertThat(masked(response.body() + "}")).isEqualTo(masked(correctWhole));
    }

    @Test
    void missingUsageOmitsTheCounts() throws Exception {
        assertThat(correct).contains("usage");
        assertThat(askStream("missing-usage").body()).doesNotContain("usage").endsWith("data: [DONE]\n\n");
        assertThat(askWhole("missing-usage").body()).doesNotContain("usage").endsWith("}");
        assertThat(server.stats().faults(Fault.MISSING_USAGE)).isEqualTo(2);
    }

    @Test
    void missingUsageNeedsRequestedUsage() throws Exception {
        RawResponse response =
                RawClient.ask(server, PATH, "{\"prompt\":[1],\"stream\":true}", "x-loadharness-fault: missing-usage");

        assertThat(response.head()).startsWith("HTTP/1.1 400 ");
        assertThat(response.body()).contains("The fault missing-usage is not possible for this request.");
    }

    @Test
    void wrongContentTypeIsHtml() throws Exception {
        assertThat(askStream("wrong-content-type").head()).contains("content-type: text/html\r\n");
        assertThat(askWhole("wrong-content-type").head()).contains("content-type: text/html\r\n");
    }

    @Test
    void oversizedEventIsOneExtraLineOfAMillionBytes() throws Exception {
        RawResponse response = askStream("oversized-event");
        List<String> data = response.data();

        assertThat(data).hasSize(6 + 1 + 1 + 1);
        assertThat(data.get(2))
                .startsWith("{\"padding\":\"xxx")
                .contains("\"text\":\"\"")
                .hasSizeGreaterThan(1_000_000);
        assertThat(String.join("", response.all("\"text\":\"([^\"]*)\""))).isEqualTo(texts(correct));
        assertFaulted(Fault.OVERSIZED_EVENT);
    }

    @Test
    void oversizedBodyIsOtherwiseCorrect() throws Exception {
        RawResponse response = askWhole("oversized-event");

        assertThat(response.head()).contains("content-length: " + bytes(response.body()) + "\r\n");
        assertThat(masked(response.body().replaceFirst("\"padding\":\"x{1000000}\",", "")))
                .isEqualTo(masked(correctWhole));
    }

    @ParameterizedTest
    @EnumSource
    void hugeResponseHasAHundredMillionBytes(Streaming mode) throws Exception {
        assertThat(ask(mode.request, "huge-response").bytes().length).isBetween(100_000_000, 100_100_000);
        assertFaulted(Fault.HUGE_RESPONSE);
    }

    @Test
    void extraBytesFollowTheResponse() throws Exception {
        assertThat(askStream("extra-bytes").text())
                .endsWith("data: [DONE]\n\n\r\n0\r\n\r\n\r\nextra bytes after the response\r\n");
        assertThat(askWhole("extra-bytes").text()).endsWith("}}\r\nextra bytes after the response\r\n");
    }

    @Test
    void emptyStreamIsWellFormed() throws Exception {
        RawResponse response = askStream("empty-stream");

        assertThat(response.data()).hasSize(3).endsWith("[DONE]");
        assertThat(response.data().get(0)).contains("\"text\":\"\"", "\"finish_reason\":\"stop\"");
        assertThat(response.data().get(1)).contains("\"completion_tokens\":0");
        assertThat(askWhole("empty-stream").body()).contains("\"text\":\"\"", "\"completion_tokens\":0");
        assertThat(server.stats().faults(Fault.EMPTY_STREAM)).isEqualTo(2);
    }

    @Test
    void slowLorisSendsTheSameBytesOneByOne() throws Exception {
        assertThat(masked(askStream("slow-loris").body())).isEqualTo(masked(correct));
        assertFaulted(Fault.SLOW_LORIS);
    }

    @Test
    void linesCanEndWithCr() throws Exception {
        assertThat(masked(askStream("framing-cr").body()))
                .isEqualTo(masked(correct).replace('\n', '\r'));
        assertLegal(Fault.FRAMING_CR);
    }

    @Test
    void linesCanEndWithCrLf() throws Exception {
        assertThat(masked(askStream("framing-crlf").body()))
                .isEqualTo(masked(correct).replace("\n", "\r\n"));
        assertLegal(Fault.FRAMING_CRLF);
    }

    @Test
    void commentsAndOtherFieldsAreBetweenTheData() throws Exception {
        String body = askStream("comments").body();

        assertThat(body).startsWith(": comment\n:\n\nid: 1\nevent: message\nretry: 1000\ndata: {");
        assertThat(masked(body.replaceAll("(?m)^(:.*|id: .*|event: .*|retry: .*)\n(?=.)|^:\n\n", "")))
                .isEqualTo(masked(correct));
        assertLegal(Fault.COMMENTS);
    }

    @Test
    void streamCanStartWithAByteOrderMark() throws Exception {
        assertThat(masked(askStream("bom").body())).isEqualTo("\uFEFF" + masked(correct));
        assertLegal(Fault.BOM);
    }

    @Test
    void dataCanHaveSeveralLines() throws Exception {
        String body = askStream("multi-line-data").body();

        assertThat(body).startsWith("data: {\ndata: \"id\":");
        assertThat(masked(body.replace("{\ndata: ", "{"))).isEqualTo(masked(correct));
        assertLegal(Fault.MULTI_LINE_DATA);
    }

    @ParameterizedTest
    @EnumSource
    void http10EndsWithTheConnection(Streaming mode) throws Exception {
        RawResponse response = ask(mode.request, "http-1.0");

        assertThat(response.head())
                .startsWith("HTTP/1.0 200 OK\r\n")
                .contains("connection: close")
                .doesNotContain("chunked", "content-length");
        assertThat(masked(response.body())).isEqualTo(masked(mode == Streaming.STREAMED ? correct : correctWhole));
        assertLegal(Fault.HTTP_1_0);
    }

    @Test
    void status100CanComeFirst() throws Exception {
        assertThat(askStream("interim-100").text()).startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n");
        assertLegal(Fault.INTERIM_100);
    }

    @Test
    void eventCanContainSeveralTokens() throws Exception {
        RawResponse response = askStream("several-tokens");

        assertThat(response.data()).hasSize(2 + 1 + 1);
        assertThat(String.join("", response.all("\"text\":\"([^\"]*)\""))).isEqualTo(texts(correct));
        assertLegal(Fault.SEVERAL_TOKENS);
    }

    @ParameterizedTest
    @EnumSource
    void chunksAreSplitAnywhere(Streaming mode) throws Exception {
        RawResponse response = ask(mode.request, "split-writes");

        assertThat(masked(response.body())).isEqualTo(masked(mode == Streaming.STREAMED ? correct : correctWhole));
        assertThat(response.text().split("\r\n", -1).length).isGreaterThan(40);
        assertLegal(Fault.SPLIT_WRITES);
    }

    @Test
    void variantsCombineWithOneFault() throws Exception {
        String body = askStream("bom, framing-crlf, split-writes, missing-done").body();

        assertThat(masked(body + "data: [DONE]\r\n\r\n"))
                .isEqualTo("\uFEFF" + masked(correct).replace("\n", "\r\n"));
        assertThat(server.stats().faults().keySet())
                .containsExactlyInAnyOrder(Fault.BOM, Fault.FRAMING_CRLF, Fault.SPLIT_WRITES, Fault.MISSING_DONE);
        assertThat(askStream("missing-done,extra-bytes").body())
                .contains("At most one requested fault may make the response incorrect");
        assertThat(askStream("missing-don").body()).contains("the nearest is missing-done");
        assertThat(askWhole("missing-done").body()).contains("is not possible for this request");
    }

    @Test
    void tlsFailureSendsAnAlert() throws Exception {
        try (SimulatedServer failing = SimulatedServer.start(SimulatorConfig.builder()
                .fault(FaultRule.every(2, Fault.TLS_FAILURE))
                .build())) {
            assertThat(RawClient.ask(failing, PATH, WHOLE).head()).startsWith("HTTP/1.1 200 ");
            assertThat(RawClient.ask(failing, PATH, WHOLE).bytes()).containsExactly(21, 3, 3, 0, 2, 2, 40);
            assertThat(failing.stats().faults()).isEqualTo(Map.of(Fault.TLS_FAILURE, 1L));
        }
    }

    @Test
    void llamaCppWithoutDoneOmitsTheStopEvent() throws Exception {
        String request = "{\"prompt\":[1],\"n_predict\":2,\"stream\":true}";

        assertThat(RawClient.ask(server, "/completion", request).body()).contains("\"stop\":true");
        assertThat(RawClient.ask(server, "/completion", request, "x-loadharness-fault: missing-done")
                        .body())
                .doesNotContain("\"stop\":true");
    }

    private enum Streaming {
        STREAMED(STREAM),
        WHOLE(FaultTest.WHOLE);

        private final String request;

        Streaming(String request) {
            this.request = request;
        }
    }

    private RawResponse askStream(String fault) throws IOException {
        return ask(STREAM, fault);
    }

    private RawResponse askWhole(String fault) throws IOException {
        return ask(WHOLE, fault);
    }

    private RawResponse ask(String request, String fault) throws IOException {
        return fault.isEmpty()
                ? RawClient.ask(server, PATH, request)
                : RawClient.ask(server, PATH, request, "x-loadharness-fault: " + fault);
    }

    private RawClient post(String fault, String request) throws IOException {
        RawClient client = new RawClient(server);
        client.post(PATH, request, "x-loadharness-fault: " + fault);
        return client;
    }

    private void assertFaulted(Fault fault) {
        SimulatorStats stats = server.stats();
        assertThat(stats.faults()).isEqualTo(Map.of(fault, 1L));
        assertThat(stats.faulted()).isEqualTo(1);
    }

    private void assertLegal(Fault fault) {
        SimulatorStats stats = server.stats();
        assertThat(stats.faults()).isEqualTo(Map.of(fault, 1L));
        assertThat(stats.faulted()).isZero();
        assertThat(stats.succeeded()).isEqualTo(3);
    }

    private static int events(RawResponse response) {
        return response.text().split("\"text\":\"", -1).length - 1;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    private static String texts(String body) {
        StringBuilder all = new StringBuilder();
        for (String part : body.split("\"text\":\"", -1)) {
            all.append(part.startsWith("data: ") ? "" : part.substring(0, part.indexOf('"')));
        }
        return all.toString();
    }

    /** Replaces the ids and times that differ between two responses to the same request. */
    private static String masked(String body) {
        return body.replaceAll("cmpl-[0-9a-f]{16}", "cmpl-ID").replaceAll("\"created\":\\d+", "\"created\":0");
    }
}
