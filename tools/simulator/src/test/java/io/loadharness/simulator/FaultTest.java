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

/** Each fault as the bytes that a client gets. */
@Timeout(600)
class FaultTest {

    private static final String PATH = "/v1/completions";
    private static final String STREAM = request(true);
    private static final String WHOLE = request(false);

    private final SimulatedServer server = SimulatedServer.start(
            SimulatorConfig.builder().slowPause(Duration.ofMillis(1)).build());
    private final String right = askStream("").body();
    private final String rightWhole = askWhole("").body();

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
    void aStatusComesWithAnErrorInOpenAisForm(Fault fault) throws Exception {
        RawAnswer answer = askStream(fault.label());

        assertThat(answer.head()).startsWith("HTTP/1.1 " + fault.label().substring(5) + " ");
        assertThat(answer.head().contains("retry-after: 1\r\n"))
                .isEqualTo(fault == Fault.HTTP_429 || fault == Fault.HTTP_503);
        assertThat(answer.body()).startsWith("{\"error\":{\"message\":").endsWith("}}");
        assertFaulted(fault);
    }

    @Test
    void aRedirectLeadsToWhereTheAnswerIsRight() throws Exception {
        RawAnswer answer = askStream("redirect");

        assertThat(answer.head()).startsWith("HTTP/1.1 307 ").contains("location: " + PATH + "?redirected\r\n");
        assertThat(masked(RawClient.ask(server, PATH + "?redirected", STREAM, "x-loadharness-fault: redirect")
                        .body()))
                .isEqualTo(masked(right));
        assertFaulted(Fault.REDIRECT);
    }

    @Test
    void aHangBeforeTheAnswerIsSilence() throws Exception {
        try (RawClient client = post("hang-before", STREAM)) {
            while (server.stats().faulted() == 0) {
                Thread.onSpinWait();
            }
            assertThat(client.isSilent()).isTrue();
        }
        assertFaulted(Fault.HANG_BEFORE);
    }

    @Test
    void aHangInTheStreamIsSilenceAfterHalfOfTheTokens() throws Exception {
        try (RawClient client = post("hang-in-stream", STREAM)) {
            for (int i = 0; i < 3; i++) {
                assertThat(events(client.readUpTo("\n\n\r\n"))).isEqualTo(1);
            }
            assertThat(client.isSilent()).isTrue();
        }
        assertFaulted(Fault.HANG_IN_STREAM);
    }

    @Test
    void aHangInABodyIsSilenceAfterHalfOfTheBytes() throws Exception {
        try (RawClient client = post("hang-in-stream", WHOLE)) {
            assertThat(client.readUpTo("\r\n\r\n").head()).startsWith("HTTP/1.1 200 ");
            assertThat(client.read(bytes(rightWhole) / 2).text()).startsWith("{\"id\":");
            assertThat(client.isSilent()).isTrue();
        }
        assertFaulted(Fault.HANG_IN_STREAM);
    }

    @Test
    void aConnectionCanEndInsteadOfAnAnswer() throws Exception {
        assertThat(askStream("fin-before").bytes()).isEmpty();
        assertFaulted(Fault.FIN_BEFORE);
    }

    @Test
    void aConnectionCanBeResetInsteadOfAnAnswer() {
        assertThatThrownBy(() -> askStream("rst-before")).isInstanceOf(SocketException.class);
        assertFaulted(Fault.RST_BEFORE);
    }

    @Test
    void aConnectionCanEndInTheStream() throws Exception {
        RawAnswer answer = askStream("fin-in-stream");

        assertThat(events(answer)).isEqualTo(3);
        assertThat(answer.text()).endsWith("\n\n\r\n");
        assertFaulted(Fault.FIN_IN_STREAM);
    }

    @Test
    void aConnectionCanEndInTheBody() throws Exception {
        RawAnswer answer = askWhole("fin-in-stream");

        assertThat(answer.head()).contains("content-length: " + bytes(rightWhole) + "\r\n");
        assertThat(answer.bytes().length - answer.head().length()).isEqualTo(bytes(rightWhole) / 2);
    }

    @Test
    void aConnectionCanBeResetInTheStream() {
        assertThatThrownBy(() -> askStream("rst-in-stream")).isInstanceOf(SocketException.class);
        assertThatThrownBy(() -> askWhole("rst-in-stream")).isInstanceOf(SocketException.class);
        assertThat(server.stats().faults()).isEqualTo(Map.of(Fault.RST_IN_STREAM, 2L));
    }

    @Test
    void anErrorEventIsTheLastBeforeDone() throws Exception {
        List<String> data = askStream("error-event").data();

        assertThat(data).hasSize(5).endsWith("[DONE]");
        assertThat(data.get(3)).startsWith("{\"error\":{");
        assertFaulted(Fault.ERROR_EVENT);
    }

    @Test
    void anErrorInABodyHasStatus200() throws Exception {
        RawAnswer answer = askWhole("error-event");

        assertThat(answer.head()).startsWith("HTTP/1.1 200 ");
        assertThat(answer.body()).startsWith("{\"error\":{").endsWith("}}");
    }

    @Test
    void malformedJsonBreaksOff() throws Exception {
        List<String> data = askStream("malformed-json").data();

        assertThat(data).hasSize(6 + 1 + 1 + 1).endsWith("[DONE]");
        assertThat(data.get(3)).isEqualTo("{\"id\":\"broken o");
        RawAnswer whole = askWhole("malformed-json");
        assertThat(whole.head()).contains("content-length: " + bytes(whole.body()) + "\r\n");
        assertThat(masked(rightWhole)).startsWith(masked(whole.body()));
        assertThat(bytes(whole.body())).isEqualTo(bytes(rightWhole) / 2);
    }

    @ParameterizedTest
    @EnumSource
    void aMalformedChunkHasNoSize(Streaming mode) throws Exception {
        RawAnswer answer = ask(mode.request, "malformed-chunk");

        assertThat(answer.head()).contains("transfer-encoding: chunked");
        assertThat(answer.text()).contains("\r\nno size\r\n");
        assertFaulted(Fault.MALFORMED_CHUNK);
    }

    @Test
    void withoutDoneAStreamIsOtherwiseWhole() throws Exception {
        assertThat(masked(askStream("missing-done").body() + "data: [DONE]\n\n"))
                .isEqualTo(masked(right));
        assertFaulted(Fault.MISSING_DONE);
    }

    @Test
    void withoutItsEndAStreamLacksTheLastChunk() throws Exception {
        RawAnswer answer = askStream("missing-end");

        assertThat(answer.text()).endsWith("data: [DONE]\n\n\r\n");
        assertFaulted(Fault.MISSING_END);
    }

    @Test
    void withoutItsEndABodyLacksItsLastByte() throws Exception {
        RawAnswer answer = askWhole("missing-end");

        assertThat(answer.head()).contains("content-length: " + bytes(rightWhole) + "\r\n");
        assertThat(masked(answer.body() + "}")).isEqualTo(masked(rightWhole));
    }

    @Test
    void usageCanBeLeftOut() throws Exception {
        assertThat(right).contains("usage");
        assertThat(askStream("missing-usage").body()).doesNotContain("usage").endsWith("data: [DONE]\n\n");
        assertThat(askWhole("missing-usage").body()).doesNotContain("usage").endsWith("}");
        assertThat(server.stats().faults(Fault.MISSING_USAGE)).isEqualTo(2);
    }

    @Test
    void usageThatNobodyAskedForCannotBeLeftOut() throws Exception {
        RawAnswer answer =
                RawClient.ask(server, PATH, "{\"prompt\":[1],\"stream\":true}", "x-loadharness-fault: missing-usage");

        assertThat(answer.head()).startsWith("HTTP/1.1 400 ");
        assertThat(answer.body()).contains("The fault missing-usage cannot happen to this request.");
    }

    @Test
    void theContentTypeCanBeWrong() throws Exception {
        assertThat(askStream("wrong-content-type").head()).contains("content-type: text/html\r\n");
        assertThat(askWhole("wrong-content-type").head()).contains("content-type: text/html\r\n");
    }

    @Test
    void anOversizedEventIsALineOfAMillionBytesAndRightOtherwise() throws Exception {
        RawAnswer answer = askStream("oversized-event");
        List<String> data = answer.data();

        assertThat(data).hasSize(6 + 1 + 1 + 1);
        assertThat(data.get(2))
                .startsWith("{\"padding\":\"xxx")
                .contains("\"text\":\"\"")
                .hasSizeGreaterThan(1_000_000);
        assertThat(String.join("", answer.all("\"text\":\"([^\"]*)\""))).isEqualTo(texts(right));
        assertFaulted(Fault.OVERSIZED_EVENT);
    }

    @Test
    void anOversizedBodyIsRightOtherwise() throws Exception {
        RawAnswer answer = askWhole("oversized-event");

        assertThat(answer.head()).contains("content-length: " + bytes(answer.body()) + "\r\n");
        assertThat(masked(answer.body().replaceFirst("\"padding\":\"x{1000000}\",", "")))
                .isEqualTo(masked(rightWhole));
    }

    @ParameterizedTest
    @EnumSource
    void aHugeAnswerHasAHundredMillionBytes(Streaming mode) throws Exception {
        assertThat(ask(mode.request, "huge-response").bytes().length).isBetween(100_000_000, 100_100_000);
        assertFaulted(Fault.HUGE_RESPONSE);
    }

    @Test
    void extraBytesFollowTheAnswer() throws Exception {
        assertThat(askStream("extra-bytes").text())
                .endsWith("data: [DONE]\n\n\r\n0\r\n\r\n\r\nthese bytes belong to no answer\r\n");
        assertThat(askWhole("extra-bytes").text()).endsWith("}}\r\nthese bytes belong to no answer\r\n");
    }

    @Test
    void anEmptyStreamLooksInOrder() throws Exception {
        RawAnswer answer = askStream("empty-stream");

        assertThat(answer.data()).hasSize(3).endsWith("[DONE]");
        assertThat(answer.data().get(0)).contains("\"text\":\"\"", "\"finish_reason\":\"stop\"");
        assertThat(answer.data().get(1)).contains("\"completion_tokens\":0");
        assertThat(askWhole("empty-stream").body()).contains("\"text\":\"\"", "\"completion_tokens\":0");
        assertThat(server.stats().faults(Fault.EMPTY_STREAM)).isEqualTo(2);
    }

    @Test
    void aSlowLorisSendsTheSameBytesOneByOne() throws Exception {
        assertThat(masked(askStream("slow-loris").body())).isEqualTo(masked(right));
        assertFaulted(Fault.SLOW_LORIS);
    }

    @Test
    void linesCanEndWithCr() throws Exception {
        assertThat(masked(askStream("framing-cr").body()))
                .isEqualTo(masked(right).replace('\n', '\r'));
        assertLegal(Fault.FRAMING_CR);
    }

    @Test
    void linesCanEndWithCrLf() throws Exception {
        assertThat(masked(askStream("framing-crlf").body()))
                .isEqualTo(masked(right).replace("\n", "\r\n"));
        assertLegal(Fault.FRAMING_CRLF);
    }

    @Test
    void commentsAndOtherFieldsStandBetweenTheData() throws Exception {
        String body = askStream("comments").body();

        assertThat(body).startsWith(": comment\n:\n\nid: 1\nevent: message\nretry: 1000\ndata: {");
        assertThat(masked(body.replaceAll("(?m)^(:.*|id: .*|event: .*|retry: .*)\n(?=.)|^:\n\n", "")))
                .isEqualTo(masked(right));
        assertLegal(Fault.COMMENTS);
    }

    @Test
    void aStreamCanBeginWithAByteOrderMark() throws Exception {
        assertThat(masked(askStream("bom").body())).isEqualTo("\uFEFF" + masked(right));
        assertLegal(Fault.BOM);
    }

    @Test
    void dataCanHaveSeveralLines() throws Exception {
        String body = askStream("multi-line-data").body();

        assertThat(body).startsWith("data: {\ndata: \"id\":");
        assertThat(masked(body.replace("{\ndata: ", "{"))).isEqualTo(masked(right));
        assertLegal(Fault.MULTI_LINE_DATA);
    }

    @ParameterizedTest
    @EnumSource
    void http10EndsWithTheConnection(Streaming mode) throws Exception {
        RawAnswer answer = ask(mode.request, "http-1.0");

        assertThat(answer.head())
                .startsWith("HTTP/1.0 200 OK\r\n")
                .contains("connection: close")
                .doesNotContain("chunked", "content-length");
        assertThat(masked(answer.body())).isEqualTo(masked(mode == Streaming.STREAMED ? right : rightWhole));
        assertLegal(Fault.HTTP_1_0);
    }

    @Test
    void aStatus100CanComeFirst() throws Exception {
        assertThat(askStream("interim-100").text()).startsWith("HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n");
        assertLegal(Fault.INTERIM_100);
    }

    @Test
    void anEventCanCarrySeveralTokens() throws Exception {
        RawAnswer answer = askStream("several-tokens");

        assertThat(answer.data()).hasSize(2 + 1 + 1);
        assertThat(String.join("", answer.all("\"text\":\"([^\"]*)\""))).isEqualTo(texts(right));
        assertLegal(Fault.SEVERAL_TOKENS);
    }

    @ParameterizedTest
    @EnumSource
    void chunksAreCutAnywhere(Streaming mode) throws Exception {
        RawAnswer answer = ask(mode.request, "split-writes");

        assertThat(masked(answer.body())).isEqualTo(masked(mode == Streaming.STREAMED ? right : rightWhole));
        assertThat(answer.text().split("\r\n", -1).length).isGreaterThan(40);
        assertLegal(Fault.SPLIT_WRITES);
    }

    @Test
    void variantsCanBeCombinedWithEachOtherAndOneFault() throws Exception {
        String body = askStream("bom, framing-crlf, split-writes, missing-done").body();

        assertThat(masked(body + "data: [DONE]\r\n\r\n"))
                .isEqualTo("\uFEFF" + masked(right).replace("\n", "\r\n"));
        assertThat(server.stats().faults().keySet())
                .containsExactlyInAnyOrder(Fault.BOM, Fault.FRAMING_CRLF, Fault.SPLIT_WRITES, Fault.MISSING_DONE);
        assertThat(askStream("missing-done,extra-bytes").body()).contains("all but one must be legal variants");
        assertThat(askStream("missing-don").body()).contains("the nearest is missing-done");
        assertThat(askWhole("missing-done").body()).contains("cannot happen to this request");
    }

    @Test
    void aTlsFailureIsAnAlertInsteadOfAConversation() throws Exception {
        try (SimulatedServer failing = SimulatedServer.start(SimulatorConfig.builder()
                .fault(FaultRule.every(2, Fault.TLS_FAILURE))
                .build())) {
            assertThat(RawClient.ask(failing, PATH, WHOLE).head()).startsWith("HTTP/1.1 200 ");
            assertThat(RawClient.ask(failing, PATH, WHOLE).bytes()).containsExactly(21, 3, 3, 0, 2, 2, 40);
            assertThat(failing.stats().faults()).isEqualTo(Map.of(Fault.TLS_FAILURE, 1L));
        }
    }

    @Test
    void aStreamOfLlamaCppWithoutDoneLacksTheEventThatSaysStop() throws Exception {
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

    private RawAnswer askStream(String fault) throws IOException {
        return ask(STREAM, fault);
    }

    private RawAnswer askWhole(String fault) throws IOException {
        return ask(WHOLE, fault);
    }

    private RawAnswer ask(String request, String fault) throws IOException {
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

    private static int events(RawAnswer answer) {
        return answer.text().split("\"text\":\"", -1).length - 1;
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

    /** Without what differs between two answers to the same request. */
    private static String masked(String body) {
        return body.replaceAll("cmpl-[0-9a-f]{16}", "cmpl-ID").replaceAll("\"created\":\\d+", "\"created\":0");
    }
}
