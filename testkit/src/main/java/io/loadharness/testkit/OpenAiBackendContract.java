// SPDX-License-Identifier: Apache-2.0
package io.loadharness.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.Failure;
import io.loadharness.http.Dialect;
import io.loadharness.http.OpenAiBackend;
import io.loadharness.http.Secret;
import io.loadharness.http.TimeLimits;
import io.loadharness.http.TransportOptions;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.Health;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import io.loadharness.inference.Response;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.TokenSource;
import io.loadharness.inference.Usage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Tests of the OpenAI-compatible backend. A scripted server sends the responses. A subclass opens the transport.
 *
 * <pre>{@code
 * class MyTransportTest extends OpenAiBackendContract {
 *     protected HttpTransport open(TransportOptions options) {
 *         return new MyTransport(options);
 *     }
 * }
 * }</pre>
 */
@Timeout(600)
public abstract class OpenAiBackendContract extends SocketContract {

    private static final String STREAM = "HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n";
    private static final String JSON = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n\r\n";
    private static final String DONE = "data: [DONE]\n\n";
    private static final InferenceRequest REQUEST = InferenceRequest.of(0, Prompt.of("hello"));

    @Test
    void streamsAChat() throws Exception {
        RecordedResponse answer = streamed(
                Dialect.OPENAI_CHAT,
                delta("\"role\":\"assistant\",\"content\":\"\""),
                delta("\"content\":\"Hel\""),
                delta("\"content\":\"lo\""),
                finish("stop"),
                usage(5, 2),
                DONE);

        Response response = answer.response();
        assertThat(response.output().text()).isEqualTo("Hello");
        assertThat(answer.first().orElseThrow().text()).isEqualTo("Hel");
        assertThat(answer.laterChunks()).containsExactly(0);
        assertThat(response.tokenCount()).isEqualTo(2);
        assertThat(response.tokenSource()).isEqualTo(TokenSource.USAGE);
        assertThat(response.usage()).isEqualTo(new Usage(5, Usage.UNKNOWN, 2, Usage.UNKNOWN));
        assertThat(response.finishReason()).isEqualTo("stop");
    }

    @Test
    void streamsCompletions() throws Exception {
        Response response = streamed(
                        Dialect.OPENAI_COMPLETIONS, text("a", "null"), text("b", "\"length\""), usage(1, 7), DONE)
                .response();

        assertThat(response.output().text()).isEqualTo("ab");
        assertThat(response.tokenCount()).isEqualTo(7);
        assertThat(response.finishReason()).isEqualTo("length");
    }

    @Test
    void countsTokenIdsAndNotChunks() throws Exception {
        RecordedResponse answer = streamed(
                Dialect.VLLM_COMPLETIONS,
                ids("a", "11,12,13", "null"),
                ids("", "14", "null"),
                ids("b", "15,16", "\"stop\""),
                usage(3, 6),
                DONE);

        Response response = answer.response();
        assertThat(response.output().tokenIds()).containsExactly(11, 12, 13, 14, 15, 16);
        assertThat(response.tokenCount()).isEqualTo(6);
        assertThat(response.tokenSource()).isEqualTo(TokenSource.IDS);
        assertThat(answer.first().orElseThrow().tokenIds()).containsExactly(11, 12, 13);
        assertThat(answer.laterChunks()).containsExactly(1, 2);
    }

    @Test
    void readsSglangWithAllIdsInEachEvent() throws Exception {
        RecordedResponse answer = streamed(
                Dialect.SGLANG_GENERATE,
                sglang("\"a\"", "1", 1, "null"),
                sglang("null", "1,2,3", 3, "null"),
                sglang("\"abc\"", "1,2,3,3", 4, "{\"type\":\"length\",\"length\":4}"),
                DONE);

        assertThat(answer.response().output().tokenIds()).containsExactly(1, 2, 3, 3);
        assertThat(answer.response().finishReason()).isEqualTo("length");
        assertThat(answer.first().orElseThrow().tokenIds()).containsExactly(1);
        assertThat(answer.laterChunks()).containsExactly(2, 1);
    }

    @Test
    void readsSglangWithNewIdsInEachEvent() throws Exception {
        RecordedResponse answer = streamed(
                Dialect.SGLANG_GENERATE,
                sglang("\"a\"", "1", 1, "null"),
                sglang("\"b\"", "1,1", 3, "null"),
                sglang("\"c\"", "1", 4, "{\"type\":\"stop\"}"),
                DONE);

        assertThat(answer.response().output().tokenIds()).containsExactly(1, 1, 1, 1);
        assertThat(answer.response().usage().prompt()).isEqualTo(9);
    }

    @Test
    void rejectsInconsistentSglangIds() throws Exception {
        RecordedResponse answer =
                streamed(Dialect.SGLANG_GENERATE, sglang("\"a\"", "1", 1, "null"), sglang("\"b\"", "2,3", 9, "null"));

        assertThat(answer.failure().kind()).isEqualTo(Failure.Kind.MALFORMED_RESPONSE);
    }

    @Test
    void readsLlamaCppWhoseStreamHasNoEndMarker() throws Exception {
        Response response = streamed(
                        Dialect.LLAMA_CPP,
                        "data: {\"index\":0,\"content\":\"a\",\"tokens\":[5],\"stop\":false,\"tokens_predicted\":1}\n\n",
                        "data: {\"index\":0,\"content\":\"b\",\"tokens\":[6],\"stop\":false,\"tokens_predicted\":2}\n\n",
                        "data: {\"content\":\"\",\"tokens\":[],\"stop\":true,\"stop_type\":\"limit\",\"tokens_predicted\":2,"
                                + "\"tokens_evaluated\":4}\n\n")
                .response();

        assertThat(response.output().tokenIds()).containsExactly(5, 6);
        assertThat(response.finishReason()).isEqualTo("limit");
        assertThat(response.usage().prompt()).isEqualTo(4);
    }

    @Test
    void timesReasoningAndContentSeparately() throws Exception {
        CountDownLatch reasoned = new CountDownLatch(1);
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            connection.write(STREAM + delta("\"reasoning_content\":\"hm\""));
            reasoned.await();
            connection.write(delta("\"content\":\"yes\"") + finish("stop")
                    + "data: {\"choices\":[],\"usage\":{\"completion_tokens\":9,"
                    + "\"completion_tokens_details\":{\"reasoning_tokens\":8}}}\n\n" + DONE);
        });
        RecordedResponse answer = new RecordedResponse(reasoned::countDown);
        OpenAiBackend backend = backend(server, builder -> builder);
        backend.send(REQUEST, answer);

        Response response = answer.await().response();
        Timeline timeline = response.timeline();
        assertThat(timeline.firstToken()).isEqualTo(answer.firstNanos());
        assertThat(timeline.firstContent()).isGreaterThan(timeline.firstToken());
        assertThat(response.output().text()).isEqualTo("yes");
        assertThat(response.reasoningTokens()).isEqualTo(8);
        assertThat(response.tokenCount()).isEqualTo(9);
    }

    @Test
    void timestampsAreInOrder() throws Exception {
        Timeline timeline = streamed(
                        Dialect.OPENAI_CHAT,
                        delta("\"content\":\"a\""),
                        delta("\"content\":\"b\""),
                        finish("stop"),
                        usage(1, 2),
                        DONE)
                .timeline();

        assertThat(List.of(timeline.firstByte(), timeline.firstToken(), timeline.lastToken(), timeline.done()))
                .isSorted()
                .allMatch(nanos -> nanos != Timeline.UNKNOWN);
        assertThat(timeline.sent()).isNotEqualTo(Timeline.UNKNOWN);
    }

    @ParameterizedTest
    @ValueSource(strings = {"\n", "\r\n", "\r"})
    void acceptsEveryKindOfLineEnd(String end) throws Exception {
        String events =
                (": ping\n\n" + delta("\"content\":\"a\"") + finish("stop") + usage(1, 1) + DONE).replace("\n", end);

        assertThat(answered(Dialect.OPENAI_CHAT, true, STREAM + events)
                        .response()
                        .tokenCount())
                .isEqualTo(1);
    }

    @Test
    void acceptsAResponseByteByByte() throws Exception {
        String events = delta("\"content\":\"a€\"") + finish("stop") + usage(1, 1) + DONE;
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            for (byte each : (STREAM + events).getBytes(StandardCharsets.UTF_8)) {
                connection.write(new byte[] {each});
            }
        });

        assertThat(ask(backend(server, builder -> builder)).response().output().text())
                .isEqualTo("a€");
    }

    @Test
    void aSingleTokenWithoutTextHasTheTimeOfTheFinish() throws Exception {
        RecordedResponse answer = streamed(Dialect.OPENAI_CHAT, finish("stop"), usage(1, 1), DONE);

        assertThat(answer.response().tokenCount()).isEqualTo(1);
        assertThat(answer.timeline().firstToken())
                .isEqualTo(answer.firstNanos())
                .isNotEqualTo(Timeline.UNKNOWN);
    }

    @Test
    void rejectsCountedTokensThatWereNotReceived() throws Exception {
        assertFails(
                Failure.Kind.MALFORMED_RESPONSE,
                "the server counts 2 tokens, but the response has none",
                finish("stop"),
                usage(1, 2),
                DONE);

        RecordedResponse whole = answered(
                Dialect.OPENAI_COMPLETIONS,
                false,
                JSON + "{\"choices\":[{\"text\":\"\",\"finish_reason\":\"length\"}],"
                        + "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":16}}");
        assertThat(whole.failure().message()).isEqualTo("the server counts 16 tokens, but the response has none");
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 20})
    void rejectsTokenIdsThatDifferFromTheCountOfTheServer(int counted) throws Exception {
        String choice = "{\"text\":\"ab\",\"token_ids\":[7,8],\"finish_reason\":\"stop\"}";
        String message = "the response has 2 token ids, but the server counts " + counted + " tokens";

        RecordedResponse streamed =
                streamed(Dialect.VLLM_COMPLETIONS, "data: {\"choices\":[" + choice + "]}\n\n", usage(1, counted), DONE);
        assertThat(streamed.failure()).isEqualTo(new Failure(Failure.Kind.MALFORMED_RESPONSE, message));

        RecordedResponse whole = answered(
                Dialect.VLLM_COMPLETIONS,
                false,
                JSON + "{\"choices\":[" + choice + "],\"usage\":{\"completion_tokens\":" + counted + "}}");
        assertThat(whole.failure()).isEqualTo(new Failure(Failure.Kind.MALFORMED_RESPONSE, message));
    }

    @Test
    void rejectsTokensAfterTheFinish() throws Exception {
        assertFails(
                Failure.Kind.MALFORMED_RESPONSE,
                "the response has more tokens after its finish reason \"stop\"",
                delta("\"content\":\"a\""),
                finish("stop"),
                delta("\"content\":\"b\""),
                usage(1, 2),
                DONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"a a b a", "a a b", "a b a", "a b b", "a b c b b", "b a a a"})
    void rejectsAChunkOfAnotherResponse(String ids) throws Exception {
        assertThat(withIds(ids).failure())
                .isEqualTo(new Failure(
                        Failure.Kind.MALFORMED_RESPONSE,
                        "the response has chunks with different ids, so it contains chunks of another response"));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"a a a", "null a a", "a null a", "a '' a", "'' '' ''", "a 7 a", "\\u0061 a a", "é é é", "a b c"})
    void acceptsAStableIdAMissingIdAndAnIdPerChunk(String ids) throws Exception {
        assertThat(withIds(ids).response().output().text()).isEqualTo("xxx");
    }

    @Test
    void warnsIfEachChunkHasAnotherId() throws Exception {
        String events = withId("\"a\"", "x") + withId("\"b\"", "x") + finish("stop") + usage(1, 2) + DONE;
        ScriptedServer server = closeAfterTest(ScriptedServer.respondingOnce(STREAM + events));
        OpenAiBackend backend = backend(server, builder -> builder);

        assertThat(backend.warnings()).isEmpty();
        ask(backend).response();
        ask(backend).response();

        assertThat(backend.warnings())
                .containsExactly(
                        server.url() + " sent a different id in each chunk of a response (2 responses so far): a chunk"
                                + " of another response in a stream cannot be detected.");
    }

    @Test
    void acceptsAnIdForEachPrompt() throws Exception {
        String events = "data: {\"id\":\"a\",\"choices\":[{\"index\":0,\"text\":\"x\",\"finish_reason\":null}]}\n\n"
                + "data: {\"id\":\"a\",\"choices\":[{\"index\":0,\"text\":\"x\",\"finish_reason\":\"stop\"}]}\n\n"
                + "data: {\"id\":\"b\",\"choices\":[{\"index\":1,\"text\":\"y\",\"finish_reason\":\"stop\"}]}\n\n"
                + usage(2, 3) + usage(2, 5) + DONE;
        ScriptedServer server = closeAfterTest(ScriptedServer.respondingOnce(STREAM + events));
        OpenAiBackend backend = backend(server, builder -> builder.dialect(Dialect.OPENAI_COMPLETIONS));
        List<RecordedResponse> answers = List.of(new RecordedResponse(), new RecordedResponse());

        backend.sendTogether(List.of(REQUEST, REQUEST), answers);

        assertThat(answers.get(0).await().response().output().text()).isEqualTo("xx");
        assertThat(answers.get(1).await().response().output().text()).isEqualTo("y");
        assertThat(answers.get(1).response().tokenSource()).isEqualTo(TokenSource.NONE);
    }

    /** Each chunk is the index of a prompt and an id. The first prompt has a chunk of another response, the second has none. */
    @ParameterizedTest
    @ValueSource(
            strings = {"0a 1a 0a 1a 0y", "0a 0a 0y 0y 1a 1a", "0a 1a 0y 0a 1a", "0a 1b 0a 0b 1b", "0a 1b 0y 1b 0y"})
    void aChunkOfAnotherResponseFailsOnlyItsSampleOfABatch(String chunks) throws Exception {
        for (boolean idFirst : new boolean[] {true, false}) {
            StringBuilder events = new StringBuilder();
            for (String each : chunks.split(" ", -1)) {
                String id = "\"id\":\"" + each.substring(1) + "\"";
                String choices = "\"choices\":[{\"index\":" + each.charAt(0)
                        + ",\"text\":\"x\",\"token_ids\":[7],\"finish_reason\":null}]";
                events.append("data: {" + (idFirst ? id + "," + choices : choices + "," + id) + "}\n\n");
            }
            events.append("data: {\"choices\":[{\"index\":0,\"text\":\"\",\"finish_reason\":\"stop\"},"
                    + "{\"index\":1,\"text\":\"\",\"finish_reason\":\"stop\"}]}\n\n");

            List<RecordedResponse> answers = batch(true, STREAM + events + usage(2, 9) + DONE);

            assertThat(answers.get(0).failure())
                    .isEqualTo(new Failure(
                            Failure.Kind.MALFORMED_RESPONSE,
                            "the response has chunks with different ids, so it contains chunks of another response"));
            assertThat(answers.get(1).response().output().tokenIds()).containsExactly(7, 7);
            assertThat(answers.get(1).response().tokenSource()).isEqualTo(TokenSource.IDS);
        }
    }

    @Test
    void aChunkOfAnotherResponseAfterTheFinishFailsOnlyItsSample() throws Exception {
        String same = "{\"id\":\"a\",\"choices\"";
        String again = choice(0, 5).replace("\"stop\"", "null").replace("{\"choices\"", same);
        String other = choice(0, 8).replace("{\"choices\"", "{\"id\":\"y\",\"choices\"");
        String last = choice(0, 6).replace("{\"choices\"", same);

        List<RecordedResponse> answers = batch(true, STREAM + again + last + other + choice(1, 7) + usage(2, 3) + DONE);

        assertThat(answers.get(0).failure().message()).startsWith("the response has chunks with different ids");
        assertThat(answers.get(1).response().output().tokenIds()).containsExactly(7);
    }

    @Test
    void acceptsAnIdPerChunkOfABatchWithAWarning() throws Exception {
        String events = withIdOfBatch("p", 0, "null")
                + withIdOfBatch("q", 1, "null")
                + withIdOfBatch("r", 1, "\"stop\"")
                + withIdOfBatch("s", 0, "\"stop\"")
                + usage(2, 4)
                + DONE;
        ScriptedServer server = closeAfterTest(ScriptedServer.respondingOnce(STREAM + events));
        OpenAiBackend backend = backend(server, builder -> builder.dialect(Dialect.VLLM_COMPLETIONS));
        List<RecordedResponse> answers = List.of(new RecordedResponse(), new RecordedResponse());

        backend.sendTogether(List.of(REQUEST, REQUEST), answers);

        for (RecordedResponse each : answers) {
            assertThat(each.await().response().tokenSource()).isEqualTo(TokenSource.IDS);
        }
        assertThat(backend.warnings()).singleElement().asString().contains("(1 responses so far)");
    }

    private static String withIdOfBatch(String id, int index, String finish) {
        return "data: {\"id\":\"" + id + "\",\"choices\":[{\"index\":" + index
                + ",\"text\":\"x\",\"token_ids\":[7],\"finish_reason\":" + finish + "}]}\n\n";
    }

    /**
     * Each event is a chunk with one token id, for example "0" for the first prompt. "0." is the last chunk of the prompt. "0/2" also has a
     * usage of 2 tokens, and "=2" is an event with only a usage.
     */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            0 1 0. 1. =4               | IDS
            0 0. 1.                    | IDS
            =0 0 0. 1. =3              | IDS
            0/1 1/1 0./2 1./2 =4       | IDS
            0/1 1/2 0./3 1./4          | IDS
            0/1 0./2 1./1              | IDS
            0 0. =2 1. =1              | IDS
            0 0 0. 1 1. =3             | CONTRADICTORY_USAGE
            0 0 0. 1 1. =3 =3          | CONTRADICTORY_USAGE
            0/1 0/1 0./2 1/1 1./1 =3   | CONTRADICTORY_USAGE
            0 0./1 1 1./1              | CONTRADICTORY_USAGE
            0 0. =1 1 1. =1            | CONTRADICTORY_USAGE
            0 0. 1 1. =2               | CONTRADICTORY_USAGE
            0. 1. =9                   | CONTRADICTORY_USAGE
            """)
    void comparesTheIdsOfABatchWithItsUsage(String events, TokenSource source) throws Exception {
        StringBuilder stream = new StringBuilder();
        for (String each : events.split(" ", -1)) {
            String count = each.replaceFirst("[^/=]*[/=]?", "");
            String choice = each.startsWith("=")
                    ? ""
                    : "{\"index\":" + each.charAt(0) + ",\"text\":\"x\",\"token_ids\":[7],\"finish_reason\":"
                            + (each.contains(".") ? "\"stop\"" : "null") + "}";
            String usage =
                    count.isEmpty() ? "" : ",\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":" + count + "}";
            stream.append("data: {\"choices\":[" + choice + "]" + usage + "}\n\n");
        }

        for (RecordedResponse each : batch(true, STREAM + stream + DONE)) {
            assertThat(each.response().tokenSource()).isEqualTo(source);
            assertThat(each.response().output().tokenIds())
                    .hasSize(each.response().tokenCount())
                    .isNotEmpty();
        }
    }

    @ParameterizedTest
    @CsvSource({"3, IDS", "2, CONTRADICTORY_USAGE", "6, CONTRADICTORY_USAGE"})
    void comparesTheIdsOfAWholeBatchWithItsUsage(int counted, TokenSource source) throws Exception {
        String first = "{\"index\":0,\"text\":\"ab\",\"token_ids\":[7,8],\"finish_reason\":\"stop\"}";
        String second = "{\"index\":1,\"text\":\"c\",\"token_ids\":[9],\"finish_reason\":\"stop\"}";

        List<RecordedResponse> answers = batch(
                false,
                JSON + "{\"id\":\"a\",\"choices\":[" + first + "," + second
                        + "],\"usage\":{\"prompt_tokens\":9,\"completion_tokens\":" + counted + "}}");

        assertThat(answers).extracting(each -> each.response().tokenSource()).containsOnly(source);
        assertThat(answers).extracting(each -> each.response().tokenCount()).containsExactly(2, 1);
    }

    /** Sends two prompts in one request to a server with one response. Waits for the ends of both. */
    private List<RecordedResponse> batch(boolean streaming, String answer) throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.respondingOnce(answer));
        OpenAiBackend backend = backend(
                server, builder -> builder.dialect(Dialect.VLLM_COMPLETIONS).streaming(streaming));
        List<RecordedResponse> answers = List.of(new RecordedResponse(), new RecordedResponse());
        backend.sendTogether(List.of(REQUEST, REQUEST), answers);
        for (RecordedResponse each : answers) {
            each.await();
        }
        return answers;
    }

    @Test
    void rejectsAChunkOfAnotherResponseOfSglang() throws Exception {
        String other = sglang("\"ab\"", "1,2", 2, "null").replace("\"id\":\"x\"", "\"id\":\"y\"");
        RecordedResponse answer = streamed(
                Dialect.SGLANG_GENERATE,
                sglang("\"a\"", "1", 1, "null"),
                other,
                sglang("\"abc\"", "1,2,3", 3, "{\"type\":\"stop\"}"),
                DONE);

        assertThat(answer.failure().message()).startsWith("the response has chunks with different ids");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"id\":\"y\",\"error\":{\"message\":\"out of memory\"}}",
                "{\"id\":\"y\",\"choices\":[],\"error\":\"out of memory\"}",
                "{\"id\":\"y\",\"object\":\"error\",\"message\":\"out of memory\"}"
            })
    void anErrorOfTheServerHasPrecedenceOverAnotherId(String error) throws Exception {
        String same = delta("\"content\":\"a\"");

        assertFails(Failure.Kind.IN_BAND_ERROR, "out of memory", same, same, "data: " + error + "\n\n", DONE);
    }

    @Test
    void anErrorOfSglangHasPrecedenceOverAnotherId() throws Exception {
        RecordedResponse answer = streamed(
                Dialect.SGLANG_GENERATE,
                sglang("\"a\"", "1", 1, "null"),
                sglang("\"ab\"", "1,2", 2, "null"),
                "data: {\"meta_info\":{\"id\":\"y\"},\"error\":{\"message\":\"out of memory\"}}\n\n",
                DONE);

        assertThat(answer.failure().kind()).isEqualTo(Failure.Kind.IN_BAND_ERROR);
        assertThat(answer.failure().message()).contains("out of memory");
    }

    private RecordedResponse withIds(String ids) throws Exception {
        StringBuilder events = new StringBuilder();
        for (String each : ids.split(" ", -1)) {
            String id = each.equals("null") || each.equals("7") ? each : "\"" + each.replace("'", "") + "\"";
            events.append(withId(id, "x"));
        }
        return streamed(Dialect.OPENAI_CHAT, events.toString(), finish("stop"), usage(1, 9), DONE);
    }

    private static String withId(String id, String text) {
        return delta("\"content\":\"" + text + "\"").replace("\"c\"", id);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            delta finish 28 50       | 50 | CONTRADICTORY_USAGE
            delta finish 50 28       | 28 | CONTRADICTORY_USAGE
            delta finish+28 50       | 50 | CONTRADICTORY_USAGE
            delta 9 delta 5 finish 9 | 9  | CONTRADICTORY_USAGE
            delta delta 2 9 finish   | 9  | CONTRADICTORY_USAGE
            delta delta 2 2 finish   | 2  | USAGE
            delta delta 2 delta 9 finish | 9 | USAGE
            delta finish 9 9         | 9  | USAGE
            delta finish+9 9         | 9  | USAGE
            0 delta 1 delta 1 finish+3 3 | 3 | USAGE
            delta 1 delta 2 finish 3 | 3  | USAGE
            delta delta delta finish 2 | 2 | CONTRADICTORY_USAGE
            delta delta finish 2     | 2  | USAGE
            think think delta finish 1   | 1 | CONTRADICTORY_USAGE
            think think finish 1         | 1 | CONTRADICTORY_USAGE
            think think delta delta finish 1 | 1 | CONTRADICTORY_USAGE
            think think delta finish 1/2 | 3 | USAGE
            think think delta finish 3/2 | 3 | USAGE
            think think delta finish 3/0 | 3 | USAGE
            think think delta finish 2/0 | 2 | CONTRADICTORY_USAGE
            think think delta finish 1/1 | 1 | CONTRADICTORY_USAGE
            think think think delta delta delta finish 3/2 | 3 | CONTRADICTORY_USAGE
            """)
    void marksUsagesThatContradictEachOther(String events, int tokens, TokenSource source) throws Exception {
        StringBuilder stream = new StringBuilder();
        for (String each : events.split(" ", -1)) {
            switch (each) {
                case "delta" -> stream.append(delta("\"content\":\"x\""));
                case "think" -> stream.append(delta("\"reasoning_content\":\"x\""));
                case "finish" -> stream.append(finish("stop"));
                default -> {
                    int plus = each.indexOf('+');
                    String[] counts = each.substring(plus + 1).split("/", -1); // all, reasoning
                    String usage = usage(1, Integer.parseInt(counts[0]));
                    if (counts.length > 1) {
                        usage = usage.replace(
                                "}}", ",\"completion_tokens_details\":{\"reasoning_tokens\":" + counts[1] + "}}}");
                    }
                    stream.append(plus < 0 ? usage : usage.replace("[]", "[{\"finish_reason\":\"stop\"}]"));
                }
            }
        }

        Response response =
                streamed(Dialect.OPENAI_CHAT, stream.toString(), DONE).response();

        assertThat(response.tokenCount()).isEqualTo(tokens);
        assertThat(response.tokenSource()).isEqualTo(source);
    }

    @Test
    void marksUsagesWithDifferentPrompts() throws Exception {
        Response response = streamed(
                        Dialect.OPENAI_CHAT, delta("\"content\":\"x\""), finish("stop"), usage(1, 1), usage(8, 1), DONE)
                .response();

        assertThat(response.tokenSource()).isEqualTo(TokenSource.CONTRADICTORY_USAGE);
    }

    @Test
    void marksUsagesWithDifferentPromptsBeforeTheFinishReason() throws Exception {
        Response response = streamed(
                        Dialect.OPENAI_CHAT,
                        delta("\"content\":\"x\""),
                        usage(5, 1),
                        delta("\"content\":\"x\""),
                        usage(50, 2),
                        finish("stop"),
                        DONE)
                .response();

        assertThat(response.tokenSource()).isEqualTo(TokenSource.CONTRADICTORY_USAGE);
    }

    @ParameterizedTest
    @CsvSource({"10, 10, IDS", "0, 10, IDS", "10, 1000, CONTRADICTORY_USAGE", "1000, 10, CONTRADICTORY_USAGE"})
    void marksDifferentPromptsOfResponsesWithTokenIds(int first, int last, TokenSource source) throws Exception {
        Response response = streamed(
                        Dialect.VLLM_CHAT,
                        ids("a", "11", "null"),
                        usage(first, 1),
                        ids("b", "12,13", "\"stop\""),
                        usage(last, 3),
                        DONE)
                .response();

        assertThat(response.tokenSource()).isEqualTo(source);
        assertThat(response.tokenCount()).isEqualTo(3);
        assertThat(response.output().tokenIds()).containsExactly(11, 12, 13);
    }

    @Test
    void marksDifferentPromptsOfSglang() throws Exception {
        String last = sglang("\"ab\"", "1,2", 2, "{\"type\":\"stop\"}");
        Response response = streamed(
                        Dialect.SGLANG_GENERATE,
                        sglang("\"a\"", "1", 1, "null"),
                        last.replace("\"prompt_tokens\":9,", "\"prompt_tokens\":900,"),
                        DONE)
                .response();

        assertThat(response.tokenSource()).isEqualTo(TokenSource.CONTRADICTORY_USAGE);
        assertThat(response.tokenCount()).isEqualTo(2);
    }

    @Test
    void acceptsAFirstUsageOfZeros() throws Exception {
        Response response = streamed(
                        Dialect.OPENAI_CHAT,
                        usage(0, 0),
                        delta("\"content\":\"x\""),
                        usage(5, 1),
                        finish("stop"),
                        usage(5, 1),
                        DONE)
                .response();

        assertThat(response.tokenSource()).isEqualTo(TokenSource.USAGE);
    }

    @Test
    void marksDifferentUsagesInOneEvent() throws Exception {
        String two =
                usage(1, 2).replace("\"usage\":", "\"usage\":{\"prompt_tokens\":1,\"completion_tokens\":9},\"usage\":");

        Response response = streamed(Dialect.OPENAI_CHAT, delta("\"content\":\"x\""), two, finish("stop"), DONE)
                .response();

        assertThat(response.tokenCount()).isEqualTo(2);
        assertThat(response.tokenSource()).isEqualTo(TokenSource.CONTRADICTORY_USAGE);
    }

    @Test
    void rejectsAnEventWithoutChoicesAndUsage() throws Exception {
        assertFails(
                Failure.Kind.MALFORMED_RESPONSE,
                "without choices and without usage",
                delta("\"content\":\"a\""),
                "data: {\"detail\":\"died\"}\n\n",
                finish("stop"),
                usage(1, 1),
                DONE);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "Content-Type: text/event-streamX\r\n", "Content-Type: text/event\r\n"})
    void rejectsAStreamWithoutTheContentTypeOfAStream(String header) throws Exception {
        String events = delta("\"content\":\"a\"") + finish("stop") + usage(1, 1) + DONE;

        Failure failure = answered(Dialect.OPENAI_CHAT, true, "HTTP/1.1 200 OK\r\n" + header + "\r\n" + events)
                .failure();

        assertThat(failure.kind()).isEqualTo(Failure.Kind.MALFORMED_RESPONSE);
        assertThat(failure.message()).startsWith("the content type must be text/event-stream: got ");
    }

    @Test
    void doesNotPrintAModelNameThatEqualsASecret() throws Exception {
        String models = "{\"data\":[{\"id\":\"sk-verysecret\"}]}";
        ScriptedServer server = closeAfterTest(ScriptedServer.responding(
                "HTTP/1.1 200 OK\r\nContent-Length: " + models.length() + "\r\n\r\n" + models));
        OpenAiBackend backend = backend(server, builder -> builder.bearer(Secret.of("sk-verysecret")));

        assertThatThrownBy(backend::models).hasMessage("the name of a model contains a secret");
    }

    @Test
    void marksTokenCountsThatTheServerDidNotReport() throws Exception {
        Response response = streamed(Dialect.OPENAI_CHAT, delta("\"content\":\"a\""), finish("stop"), DONE)
                .response();

        assertThat(response.tokenSource()).isEqualTo(TokenSource.NONE);
        assertThat(response.tokenCount()).isZero();
    }

    @Test
    void failsAsTruncatedWithoutTheEndMarker() throws Exception {
        assertFails(
                Failure.Kind.TRUNCATED_STREAM,
                "without its end marker",
                delta("\"content\":\"a\""),
                finish("stop"),
                usage(1, 1));
    }

    @Test
    void failsAsTruncatedWithoutAFinish() throws Exception {
        assertFails(
                Failure.Kind.TRUNCATED_STREAM,
                "without a finish reason",
                delta("\"content\":\"a\""),
                usage(1, 1),
                DONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {\"error\":{\"message\":\"out of memory\",\"code\":500}}\n\n",
                "data: {\"error\":\"out of memory\"}\n\n",
                "data: {\"object\":\"error\",\"message\":\"out of memory\"}\n\n",
                "event: error\ndata: {\"message\":\"out of memory\"}\n\n"
            })
    void failsAsAnInBandErrorIfAnEventIsAnError(String event) throws Exception {
        assertFails(Failure.Kind.IN_BAND_ERROR, "out of memory", delta("\"content\":\"a\""), event, DONE);
    }

    @Test
    void failsAsAnInBandErrorIfTheServerAborts() throws Exception {
        assertFails(
                Failure.Kind.IN_BAND_ERROR, "abort", delta("\"content\":\"a\""), finish("abort"), usage(1, 1), DONE);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "data: {\"choices\":[{\"delta\"\n\n",
                "data: {\"choices\":[}\n\n",
                "data: hello\n\n",
                "data: 5\n\n",
                "data: {} {}\n\n",
                "data: {\"choices\":5}\n\n",
                "data: {\"choices\":[5]}\n\n",
                "data: {\"choices\":[{\"index\":3}]}\n\n",
                "data: {\"choices\":[{\"token_ids\":[\"x\"]}]}\n\n"
            })
    void failsAsMalformedIfAnEventIsNotTheExpectedJson(String event) throws Exception {
        assertFails(
                Failure.Kind.MALFORMED_RESPONSE,
                "",
                delta("\"content\":\"a\""),
                event,
                finish("stop"),
                usage(1, 1),
                DONE);
    }

    @Test
    void failsAsMalformedIfDataFollowsTheEndMarker() throws Exception {
        assertFails(
                Failure.Kind.MALFORMED_RESPONSE,
                "follows the end",
                delta("\"content\":\"a\""),
                finish("stop"),
                usage(1, 1),
                DONE,
                "data: more\n\n");
    }

    @Test
    void failsAsMalformedIfAnEventIsTooLarge() throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.respondingOnce(
                STREAM + delta("\"content\":\"" + "x".repeat(1_000_000) + "\"") + finish("stop") + usage(1, 1) + DONE));

        assertThat(ask(backend(server, builder -> builder.maxEventBytes(1 << 16)))
                        .failure()
                        .kind())
                .isEqualTo(Failure.Kind.MALFORMED_RESPONSE);
    }

    @Test
    void acceptsALineOfAMillionBytes() throws Exception {
        RecordedResponse answer = streamed(
                Dialect.OPENAI_CHAT,
                delta("\"content\":\"" + "x".repeat(1_000_000) + "\""),
                finish("stop"),
                usage(1, 1),
                DONE);

        assertThat(answer.response().output().text()).hasSize(1_000_000);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void failsAsMalformedIfTheContentTypeIsWrong(boolean streaming) throws Exception {
        RecordedResponse answer = answered(
                Dialect.OPENAI_CHAT, streaming, "HTTP/1.1 200 OK\r\nContent-Type: text/html\r\n\r\n<html>login</html>");

        assertThat(answer.failure().kind()).isEqualTo(Failure.Kind.MALFORMED_RESPONSE);
        assertThat(answer.failure().message()).contains("text/html");
    }

    @ParameterizedTest
    @ValueSource(ints = {400, 404, 429, 500, 503})
    void failsAsAnHttpErrorWithTheMessageOfTheServer(int status) throws Exception {
        for (boolean streaming : new boolean[] {true, false}) {
            RecordedResponse answer = answered(
                    Dialect.OPENAI_CHAT,
                    streaming,
                    "HTTP/1.1 " + status + " Bad\r\nContent-Type: application/json\r\n\r\n"
                            + "{\"error\":{\"message\":\"no such model\"}}");

            assertThat(answer.failure())
                    .isEqualTo(new Failure(Failure.Kind.HTTP_ERROR, "HTTP status " + status + ": no such model"));
        }
    }

    @Test
    void failsAsAnHttpErrorOnARedirect() throws Exception {
        RecordedResponse answer = answered(
                Dialect.OPENAI_CHAT,
                true,
                "HTTP/1.1 302 Found\r\nLocation: http://elsewhere/\r\nContent-Length: 0\r\n\r\n");

        assertThat(answer.failure())
                .isEqualTo(new Failure(Failure.Kind.HTTP_ERROR, "HTTP status 302, and redirects are not followed"));
    }

    @Test
    void staysAnHttpErrorIfItsBodyIsTruncated() throws Exception {
        RecordedResponse answer =
                answered(Dialect.OPENAI_CHAT, true, "HTTP/1.1 500 Bad\r\nContent-Length: 100\r\n\r\nsome of it");

        assertThat(answer.failure()).isEqualTo(new Failure(Failure.Kind.HTTP_ERROR, "HTTP status 500: some of it"));
    }

    @Test
    void failsAsATimeoutIfTheStreamStops() throws Exception {
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            connection.write(STREAM + delta("\"content\":\"a\""));
            connection.awaitClose();
        });
        Duration limit = Duration.ofMinutes(1);
        FakeTimeTransport transport = new FakeTimeTransport(open(TransportOptions.builder()
                .limits(TimeLimits.DEFAULTS.withBetweenBytes(limit))
                .build()));
        RecordedResponse answer = new RecordedResponse();

        backend(server, builder -> builder.transport(transport)).send(REQUEST, answer);
        transport.passWhen(() -> answer.first().isPresent(), limit);

        assertThat(answer.await().failure().kind()).isEqualTo(Failure.Kind.TIMEOUT);
        assertThat(answer.timeline().firstToken()).isEqualTo(answer.firstNanos());
    }

    @Test
    void readsANonStreamingResponse() throws Exception {
        RecordedResponse answer = answered(
                Dialect.VLLM_CHAT,
                false,
                JSON
                        + "{\"id\":\"x\",\"choices\":[{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":\"hi\"},"
                        + "\"finish_reason\":\"stop\",\"token_ids\":[1,2]}],"
                        + "\"usage\":{\"prompt_tokens\":3,\"completion_tokens\":2,"
                        + "\"prompt_tokens_details\":{\"cached_tokens\":1}}}");

        Response response = answer.response();
        assertThat(response.output().tokenIds()).containsExactly(1, 2);
        assertThat(response.usage()).isEqualTo(new Usage(3, 1, 2, Usage.UNKNOWN));
        assertThat(answer.first()).isEmpty();
        assertThat(response.timeline().firstToken()).isEqualTo(Timeline.UNKNOWN);
    }

    @ParameterizedTest
    @EnumSource(
            value = Dialect.class,
            names = {"SGLANG_GENERATE", "LLAMA_CPP"})
    void readsANonStreamingResponseOfOtherServers(Dialect dialect) throws Exception {
        String body = dialect == Dialect.LLAMA_CPP
                ? "{\"content\":\"a\",\"tokens\":[1,2],\"stop\":true,\"stop_type\":\"eos\",\"tokens_predicted\":2}"
                : "{\"text\":\"a\",\"output_ids\":[1,2],\"meta_info\":{\"finish_reason\":{\"type\":\"stop\"},"
                        + "\"completion_tokens\":2}}";

        assertThat(answered(dialect, false, JSON + body).response().output().tokenIds())
                .containsExactly(1, 2);
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "{", "[]", "{\"choices\":[]} x", "{\"choices\":[{\"message\":{\"content\":\"a\"}"})
    void failsAsMalformedIfANonStreamingResponseIsIncomplete(String body) throws Exception {
        assertThat(answered(Dialect.OPENAI_CHAT, false, JSON + body).failure().kind())
                .isEqualTo(Failure.Kind.MALFORMED_RESPONSE);
    }

    @Test
    void failsAsTruncatedIfANonStreamingResponseIsCutOff() throws Exception {
        assertThat(answered(
                                Dialect.OPENAI_CHAT,
                                false,
                                "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 900\r\n\r\n{\"choices\":[")
                        .failure()
                        .kind())
                .isEqualTo(Failure.Kind.TRUNCATED_STREAM);
    }

    @Test
    void sendsSeveralPromptsInOneRequestIfTheServerAllowsIt() throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.respondingOnce(STREAM
                + "data: {\"choices\":[{\"index\":1,\"text\":\"b\",\"token_ids\":[2],\"finish_reason\":null}]}\n\n"
                + "data: {\"choices\":[{\"text\":\"a\",\"token_ids\":[1],\"finish_reason\":\"stop\",\"index\":0}]}\n\n"
                + "data: {\"choices\":[{\"index\":1,\"text\":\"b\",\"token_ids\":[3],\"finish_reason\":\"stop\"}]}\n\n"
                + usage(9, 3) + DONE));
        OpenAiBackend backend = backend(server, builder -> builder.dialect(Dialect.VLLM_COMPLETIONS));
        List<RecordedResponse> answers = List.of(new RecordedResponse(), new RecordedResponse());

        backend.sendTogether(
                List.of(InferenceRequest.of(0, Prompt.of(7, 8)), InferenceRequest.of(1, Prompt.of(9))), answers);

        assertThat(answers.get(0).await().response().output().tokenIds()).containsExactly(1);
        assertThat(answers.get(1).await().response().output().tokenIds()).containsExactly(2, 3);
        assertThat(server.requests()).hasSize(1);
        assertThat(server.requests().get(0).body()).contains("\"prompt\":[[7,8],[9]]");
    }

    @Test
    void sendsALargeBatchInSeveralRequestsAtTheSameTime() throws Exception {
        CountDownLatch arrived = new CountDownLatch(3);
        ScriptedServer server = serve((connection, number) -> {
            String body = Objects.requireNonNull(connection.readRequest()).body();
            arrived.countDown();
            arrived.await();
            boolean second = body.contains("[[12],[13]]");
            boolean last = body.contains("\"prompt\":[14]");
            connection.write(
                    second
                            ? "HTTP/1.1 500 No\r\nContent-Length: 0\r\n\r\n"
                            : STREAM
                                    + choice(0, last ? 24 : 20)
                                    + (last ? "" : choice(1, 21))
                                    + usage(2, last ? 1 : 2)
                                    + DONE);
        });
        OpenAiBackend backend = backend(
                server, builder -> builder.dialect(Dialect.VLLM_COMPLETIONS).maxRequestPrompts(2));
        List<InferenceRequest> requests = IntStream.range(0, 5)
                .mapToObj(i -> InferenceRequest.of(i, Prompt.of(10 + i)))
                .toList();
        List<RecordedResponse> answers =
                requests.stream().map(each -> new RecordedResponse()).toList();

        backend.sendTogether(requests, answers);

        for (int i : new int[] {0, 1, 4}) {
            assertThat(answers.get(i).await().response().output().tokenIds()).containsExactly(20 + i);
        }
        for (int i : new int[] {2, 3}) {
            assertThat(answers.get(i).await().failure().kind()).isEqualTo(Failure.Kind.HTTP_ERROR);
        }
        assertThat(server.requests()).hasSize(3);
    }

    @Test
    void aPromptThatCannotBeSentFailsOnlyItsRequest() throws Exception {
        ScriptedServer server = closeAfterTest(
                ScriptedServer.respondingOnce(STREAM + choice(0, 20) + choice(1, 21) + usage(2, 2) + DONE));
        OpenAiBackend backend = backend(
                server, builder -> builder.dialect(Dialect.VLLM_COMPLETIONS).maxRequestPrompts(2));
        List<RecordedResponse> answers =
                List.of(new RecordedResponse(), new RecordedResponse(), new RecordedResponse());

        backend.sendTogether(
                List.of(
                        InferenceRequest.of(0, Prompt.of(10)),
                        InferenceRequest.of(1, Prompt.of(11)),
                        InferenceRequest.of(2, Prompt.of(List.of(new ChatMessage("user", "hello"))))),
                answers);

        assertThat(answers.get(0).await().response().output().tokenIds()).containsExactly(20);
        assertThat(answers.get(1).await().response().output().tokenIds()).containsExactly(21);
        assertThat(answers.get(2).await().failure().kind()).isEqualTo(Failure.Kind.BACKEND_EXCEPTION);
    }

    @Test
    void sendsPromptsOneByOneIfTheServerAllowsOnlyOne() throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.respondingOnce(
                STREAM + delta("\"content\":\"a\"") + finish("stop") + usage(1, 1) + DONE));
        OpenAiBackend backend = backend(server, builder -> builder);
        List<RecordedResponse> answers = List.of(new RecordedResponse(), new RecordedResponse());

        backend.sendTogether(List.of(REQUEST, REQUEST), answers);

        assertThat(answers.get(0).await().response().tokenCount()).isEqualTo(1);
        assertThat(answers.get(1).await().response().tokenCount()).isEqualTo(1);
        assertThat(server.requests()).hasSize(2);
    }

    @Test
    void masksSecretsInMessagesOfTheServer() throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.respondingOnce(
                "HTTP/1.1 401 No\r\n\r\n{\"error\":{\"message\":\"wrong key top-secret-1 or top-secret-2\"}}"));
        OpenAiBackend backend = backend(server, builder -> builder.bearer(Secret.of("top-secret-1"))
                .header("X-Key", Secret.of("top-secret-2")));

        RecordedResponse answer = ask(backend);

        assertThat(server.requests().get(0).head())
                .contains("authorization: bearer top-secret-1")
                .contains("x-key: top-secret-2");
        assertThat(answer.failure().message()).isEqualTo("HTTP status 401: wrong key *** or ***");
        assertThat(backend.toString() + backend.name()).doesNotContain("top-secret");
    }

    @Test
    void isReadyIfTheHealthPageIsOk() throws Exception {
        assertThat(health("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n").ready())
                .isTrue();
        assertThat(health("HTTP/1.1 503 Loading\r\nContent-Length: 0\r\n\r\n"))
                .isEqualTo(Health.notReady("HTTP status 503"));
    }

    @Test
    void isNotUsableWithoutItsTokenOrItsHost() throws Exception {
        assertThat(health("HTTP/1.1 401 Who\r\nContent-Length: 0\r\n\r\n"))
                .isEqualTo(Health.unusable("HTTP status 401, the server requires a valid token"));
        assertThat(health("HTTP/1.1 403 No\r\nContent-Length: 0\r\n\r\n"))
                .isEqualTo(Health.unusable("HTTP status 403, the server refuses access"));
        String unknown = "http://no-such-host.invalid:8000";
        String reason = "the host of no-such-host.invalid:8000 is not known";
        assertThat(backend(unknown, builder -> builder).health()).isEqualTo(Health.unusable(reason));
        assertThat(backend(unknown, builder -> builder.unknownHost(Health::notReady))
                        .health())
                .isEqualTo(Health.notReady(reason));
    }

    @Test
    void requestsTheModelsIfThereIsNoHealthPage() throws Exception {
        ScriptedServer server = serve((connection, number) -> {
            for (ScriptedServer.Request request = connection.readRequest();
                    request != null;
                    request = connection.readRequest()) {
                String status = request.head().startsWith("get /v1/models ") ? "200 OK" : "404 Not Found";
                connection.write("HTTP/1.1 " + status + "\r\nContent-Length: 0\r\n\r\n");
            }
        });

        assertThat(backend(server, builder -> builder).health().ready()).isTrue();
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            {"object":"list","data":[{"id":"one"},{"object":"model","id":"two","root":{"id":"x"}}]} | one two
            {"data":[{"id":"m"},{"id":""},{"id":"m"}]}                                              | m
            {"data":[]}                                                                             | ""
            {"data":[{"name":"x"},7,{"id":null}],"models":[{"id":"x"}]}                             | ""
            """)
    void returnsTheModelsOfTheServer(String page, String names) throws Exception {
        assertThat(String.join(" ", models("200 OK", page))).isEqualTo(names);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            404 Not Found | {"error":"no"} | HTTP status 404
            401 Who       | {"data":[]}    | HTTP status 401
            200 OK        | {"data":null}  | the response has no list of models
            200 OK        | {"id":"x"}     | the response has no list of models
            200 OK        | {"data":[{"id":"a\\nb"}]} | the name of a model has a control character: a b
            200 OK        | <html>         | invalid JSON,
            200 OK        | {"data":[      | it is truncated
            """)
    void explainsAMissingListOfModels(String status, String page, String why) {
        assertThatIOException().isThrownBy(() -> models(status, page)).withMessageContaining(why);
    }

    private List<String> models(String status, String page) throws IOException {
        ScriptedServer server = closeAfterTest(ScriptedServer.responding(
                "HTTP/1.1 " + status + "\r\nContent-Length: " + page.length() + "\r\n\r\n" + page));
        return backend(server, builder -> builder).models();
    }

    @Test
    void isNotReadyIfNoServerListens() throws Exception {
        Health health = backend(unreachableUrl(), builder -> builder).health();

        assertThat(health.ready()).isFalse();
        assertThat(health.detail()).contains("no connection");
    }

    @Test
    void closingFailsRequestsInFlight() throws Exception {
        CountDownLatch asked = new CountDownLatch(1);
        ScriptedServer server = serve((connection, number) -> {
            connection.readRequest();
            asked.countDown();
            connection.awaitClose();
        });
        OpenAiBackend backend = backend(server, builder -> builder);
        RecordedResponse answer = new RecordedResponse();
        backend.send(REQUEST, answer);
        asked.await();

        backend.close();

        assertThat(answer.await().failure().kind()).isEqualTo(Failure.Kind.CANCELLED);
    }

    @Test
    void sendsChatMessagesWithAllParameters() throws Exception {
        GenerationParameters parameters = GenerationParameters.builder()
                .maxTokens(10)
                .minTokens(2)
                .temperature(0)
                .topP(0.5)
                .topK(4)
                .seed(1L << 60)
                .stop("x", "y")
                .ignoreEos(true)
                .extra("priority", 3)
                .extra("nested", Map.of("list", List.of(1, true, "\"")))
                .build();

        assertThat(bodyOf(
                        Dialect.OPENAI_CHAT,
                        new InferenceRequest(
                                0,
                                Prompt.of(
                                        List.of(new ChatMessage("system", "be\nbrief"), new ChatMessage("user", "hi"))),
                                parameters)))
                .isEqualTo("{\"model\":\"m\",\"stream\":true,"
                        + "\"messages\":[{\"role\":\"system\",\"content\":\"be\\nbrief\"},{\"role\":\"user\",\"content\":\"hi\"}],"
                        + "\"stream_options\":{\"include_usage\":true},"
                        + "\"max_tokens\":10,\"min_tokens\":2,\"temperature\":0.0,\"top_p\":0.5,\"top_k\":4,"
                        + "\"seed\":1152921504606846976,\"stop\":[\"x\",\"y\"],\"ignore_eos\":true,"
                        + "\"priority\":3,\"nested\":{\"list\":[1,true,\"\\\"\"]}}");
    }

    @Test
    void sendsAllFieldsOfMessages() throws Exception {
        Map<String, Object> called = new LinkedHashMap<>();
        called.put("id", "c1");
        called.put("type", "function");
        called.put("function", Map.of("name", "add"));
        Map<String, Object> calls = new LinkedHashMap<>();
        calls.put("tool_calls", List.of(called));
        calls.put("refusal", null);
        ChatMessage call = new ChatMessage("assistant", List.of(), calls);
        ChatMessage result = new ChatMessage("tool", List.of(new ContentPart.Text("3")), Map.of("tool_call_id", "c1"));

        assertThat(bodyOf(Dialect.OPENAI_CHAT, InferenceRequest.of(0, Prompt.of(List.of(call, result)))))
                .contains("\"messages\":[{\"role\":\"assistant\",\"content\":null,\"tool_calls\":["
                        + "{\"id\":\"c1\",\"type\":\"function\",\"function\":{\"name\":\"add\"}}],\"refusal\":null},"
                        + "{\"role\":\"tool\",\"content\":\"3\",\"tool_call_id\":\"c1\"}]");
    }

    @Test
    void sendsToolsAndDocumentsOfChats() throws Exception {
        List<ChatMessage> messages = List.of(new ChatMessage("user", "q"));
        List<Map<String, Object>> objects = List.of(Map.of("name", "a"));
        Prompt.Chat withTools = new Prompt.Chat(messages, objects, List.of());
        Prompt.Chat withDocuments = new Prompt.Chat(messages, List.of(), objects);
        String sent = "\"messages\":[{\"role\":\"user\",\"content\":\"q\"}],";

        assertThat(bodyOf(Dialect.OPENAI_CHAT, InferenceRequest.of(0, withTools)))
                .contains(sent + "\"tools\":[{\"name\":\"a\"}]");
        assertThat(bodyOf(Dialect.VLLM_CHAT, InferenceRequest.of(0, withDocuments)))
                .contains(sent + "\"documents\":[{\"name\":\"a\"}]");
        assertThatThrownBy(() -> bodyOf(Dialect.OPENAI_CHAT, InferenceRequest.of(0, withDocuments)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("the dialect openai-chat cannot send the documents of a chat: use vllm-chat, or remove the"
                        + " documents");
    }

    @Test
    void sendsImagesAsPartsOfTheirMessages() throws Exception {
        ContentPart.Image image = ContentPart.Image.of("image/png", new byte[] {1, 2});
        ContentPart.Image near = new ContentPart.Image("http://a/b", Optional.of("high"));
        ChatMessage message = new ChatMessage("user", List.of(image, new ContentPart.Text("\"what\""), near));

        assertThat(bodyOf(Dialect.OPENAI_CHAT, InferenceRequest.of(0, Prompt.of(List.of(message)))))
                .contains("\"messages\":[{\"role\":\"user\",\"content\":["
                        + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"data:image/png;base64,AQI=\"}},"
                        + "{\"type\":\"text\",\"text\":\"\\\"what\\\"\"},"
                        + "{\"type\":\"image_url\",\"image_url\":{\"url\":\"http://a/b\",\"detail\":\"high\"}}]}]");
        for (Dialect each : new Dialect[] {Dialect.OPENAI_COMPLETIONS, Dialect.SGLANG_GENERATE, Dialect.LLAMA_CPP}) {
            assertThatThrownBy(() -> bodyOf(each, InferenceRequest.of(0, Prompt.of(List.of(message)))))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessage("this dialect takes text or token ids, not chat messages with images: use openai-chat"
                            + " or vllm-chat");
        }
    }

    @Test
    void sendsTokenIdsInTheFormatOfEachDialect() throws Exception {
        InferenceRequest request = new InferenceRequest(
                0, Prompt.of(5, 6), GenerationParameters.builder().maxTokens(3).build());

        assertThat(bodyOf(Dialect.VLLM_COMPLETIONS, request))
                .isEqualTo(
                        "{\"model\":\"m\",\"stream\":true,\"prompt\":[5,6],\"stream_options\":{\"include_usage\":true},"
                                + "\"return_token_ids\":true,\"max_tokens\":3}");
        assertThat(bodyOf(Dialect.SGLANG_GENERATE, request))
                .isEqualTo("{\"model\":\"m\",\"stream\":true,\"input_ids\":[5,6],"
                        + "\"sampling_params\":{\"max_new_tokens\":3}}");
        assertThat(bodyOf(Dialect.LLAMA_CPP, request))
                .isEqualTo("{\"model\":\"m\",\"stream\":true,\"prompt\":[5,6],\"return_tokens\":true,\"n_predict\":3}");
    }

    @Test
    void anExtraFieldReplacesABuiltInField() throws Exception {
        GenerationParameters parameters = GenerationParameters.builder()
                .extra("stream_options", Map.of())
                .extra("model", null)
                .build();

        assertThat(bodyOf(Dialect.OPENAI_COMPLETIONS, new InferenceRequest(0, Prompt.of("a"), parameters)))
                .isEqualTo("{\"stream\":true,\"prompt\":\"a\",\"stream_options\":{},\"model\":null}");
    }

    private String bodyOf(Dialect dialect, InferenceRequest request) throws Exception {
        ScriptedServer server =
                closeAfterTest(ScriptedServer.respondingOnce("HTTP/1.1 400 Bad\r\nContent-Length: 0\r\n\r\n"));
        RecordedResponse answer = new RecordedResponse();
        backend(server, builder -> builder.dialect(dialect).model("m")).send(request, answer);
        answer.await();
        return server.requests().get(0).body();
    }

    private Health health(String answer) throws Exception {
        return backend(closeAfterTest(ScriptedServer.responding(answer)), builder -> builder)
                .health();
    }

    private void assertFails(Failure.Kind kind, String message, String... events) throws Exception {
        Failure failure = streamed(Dialect.OPENAI_CHAT, events).failure();
        assertThat(failure.kind()).as(failure.message()).isEqualTo(kind);
        assertThat(failure.message()).contains(message);
    }

    private RecordedResponse streamed(Dialect dialect, String... events) throws Exception {
        return answered(dialect, true, STREAM + String.join("", events));
    }

    private RecordedResponse answered(Dialect dialect, boolean streaming, String answer) throws Exception {
        ScriptedServer server = closeAfterTest(ScriptedServer.respondingOnce(answer));
        return ask(backend(server, builder -> builder.dialect(dialect).streaming(streaming)));
    }

    private static RecordedResponse ask(OpenAiBackend backend) throws InterruptedException {
        RecordedResponse answer = new RecordedResponse();
        backend.send(REQUEST, answer);
        return answer.await();
    }

    private OpenAiBackend backend(ScriptedServer server, UnaryOperator<OpenAiBackend.Builder> change) {
        return backend(server.url(), change);
    }

    private OpenAiBackend backend(String url, UnaryOperator<OpenAiBackend.Builder> change) {
        OpenAiBackend.Builder builder = OpenAiBackend.builder(url).transport(open(TransportOptions.DEFAULTS));
        return closeAfterTest(change.apply(builder).build());
    }

    private static String delta(String fields) {
        return "data: {\"id\":\"c\",\"choices\":[{\"index\":0,\"delta\":{" + fields + "},\"finish_reason\":null}]}\n\n";
    }

    private static String finish(String reason) {
        return "data: {\"choices\":[{\"index\":0,\"delta\":{},\"finish_reason\":\"" + reason + "\"}]}\n\n";
    }

    private static String text(String text, String finish) {
        return "data: {\"choices\":[{\"text\":\"" + text + "\",\"index\":0,\"finish_reason\":" + finish
                + "}],\"usage\":null}\n\n";
    }

    private static String ids(String text, String ids, String finish) {
        return "data: {\"choices\":[{\"index\":0,\"text\":\"" + text + "\",\"finish_reason\":" + finish
                + ",\"token_ids\":[" + ids + "]}]}\n\n";
    }

    private static String choice(int index, int id) {
        return "data: {\"choices\":[{\"index\":" + index + ",\"text\":\"a\",\"token_ids\":[" + id
                + "],\"finish_reason\":\"stop\"}]}\n\n";
    }

    private static String usage(int prompt, int completion) {
        return "data: {\"choices\":[],\"usage\":{\"prompt_tokens\":" + prompt + ",\"completion_tokens\":" + completion
                + ",\"total_tokens\":" + (prompt + completion) + "}}\n\n";
    }

    private static String sglang(String text, String ids, int count, String finish) {
        return "data: {\"text\":" + text + ",\"output_ids\":[" + ids
                + "],\"meta_info\":{\"id\":\"x\",\"finish_reason\":" + finish
                + ",\"prompt_tokens\":9,\"completion_tokens\":" + count + "}}\n\n";
    }
}
