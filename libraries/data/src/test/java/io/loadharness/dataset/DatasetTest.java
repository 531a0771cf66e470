// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.GenerationParameters;
import io.loadharness.inference.InferenceRequest;
import io.loadharness.inference.Prompt;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class DatasetTest {

    private static final GenerationParameters GREEDY =
            GenerationParameters.builder().maxTokens(128).temperature(0).build();

    @TempDir
    Path folder;

    @Test
    void rowsOfTokenIdsBecomeRequests() throws IOException {
        Dataset set = read("{\"tok_input\": [7, 8], \"output\": \"x\"}\n{\"tok_input\": [9]}");

        List<InferenceRequest> requests = set.requests(PromptForm.bestFor(set), GREEDY);

        assertThat(requests).hasSize(2);
        Prompt.TokenIds second = (Prompt.TokenIds) requests.get(1).prompt();
        assertThat(second.length()).isEqualTo(1);
        assertThat(second.id(0)).isEqualTo(9);
        assertThatThrownBy(() -> second.id(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThat(requests.get(1).sampleIndex()).isEqualTo(1);
        assertThat(requests.get(1).parameters()).isEqualTo(GREEDY);
        assertThat(set.library().totalSampleCount()).isEqualTo(2);
        assertThatThrownBy(() -> requests.get(2)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aRowCanSetTheNumberOfTokensToRequest() throws IOException {
        Dataset set = read("{\"prompt\": \"a\", \"output_len\": 5}\n{\"prompt\": \"b\", \"output_len\": 6}");

        List<InferenceRequest> requests = set.requests(PromptForm.TEXT, GREEDY);

        assertThat(requests)
                .extracting(each -> each.parameters().maxTokens().orElseThrow())
                .containsExactly(5, 6);
        assertThat(requests.get(0).prompt()).isEqualTo(Prompt.of("a"));
    }

    @Test
    void thePromptOfARecordedConversationEndsBeforeTheFirstReply() throws IOException {
        Dataset set =
                read("{\"conversations\": [{\"from\": \"system\", \"value\": \"s\"}, {\"from\": \"human\", \"value\":"
                        + " \"q\"}, {\"from\": \"gpt\", \"value\": \"a\"}, {\"from\": \"human\", \"value\": \"more\"},"
                        + " {\"from\": \"gpt\", \"value\": \"b\"}]}\n"
                        + "{\"conversations\": [{\"role\": \"user\", \"content\": \"q\", \"name\": [1]}, {\"role\": \"assistant\","
                        + " \"content\": \"a\"}, {\"role\": \"user\", \"content\": \"r\"}]}");

        List<InferenceRequest> requests = set.requests(PromptForm.TEXT, GREEDY);

        assertThat(requests.get(0).prompt())
                .isEqualTo(Prompt.of(List.of(new ChatMessage("system", "s"), new ChatMessage("user", "q"))));
        assertThat(requests.get(1).prompt().length()).isEqualTo(3);
    }

    @Test
    void toolsAndDocumentsBelongToTheChatOfTheirRow() throws IOException {
        String chat = "\"messages\": [{\"role\": \"user\", \"content\": \"q\"}]";
        Dataset set = read("{" + chat + ", \"tools\": [], \"documents\": null}\n"
                + "{" + chat + ", \"tools\": [{\"type\": \"function\"}], \"documents\": [{\"text\": \"d\"}]}\n"
                + "{" + chat + "}");

        List<InferenceRequest> requests = set.requests(PromptForm.TEXT, GREEDY);

        List<ChatMessage> messages = List.of(new ChatMessage("user", "q"));
        assertThat(requests.get(0).prompt()).isEqualTo(Prompt.of(messages));
        assertThat(requests.get(1).prompt())
                .isEqualTo(
                        new Prompt.Chat(messages, List.of(Map.of("type", "function")), List.of(Map.of("text", "d"))));
        assertThat(requests.get(2).prompt()).isEqualTo(Prompt.of(messages));
    }

    @Test
    void toolsCanBeATextThatContainsJson() throws IOException {
        Dataset set = read("{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}], \"tools\":"
                + " \"[{\\\"type\\\": \\\"function\\\"}]\"}");

        assertThat(((Prompt.Chat) set.requests(PromptForm.TEXT, GREEDY).get(0).prompt()).tools())
                .isEqualTo(List.of(Map.of("type", "function")));
    }

    @Test
    void messagesKeepAllTheirFields() throws IOException {
        Dataset set = read("{\"messages\": [{\"role\": \"user\", \"name\": \"ann\", \"content\": \"1+2?\"},"
                + " {\"role\": \"assistant\", \"content\": null, \"refusal\": null, \"tool_calls\": [{\"id\": \"c1\","
                + " \"function\": {\"name\": \"add\", \"x\": [1, 0.5, true]}}]},"
                + " {\"role\": \"tool\", \"content\": \"3\", \"tool_call_id\": \"c1\"}]}");
        Map<String, Object> calls = new LinkedHashMap<>();
        calls.put("refusal", null);
        calls.put(
                "tool_calls",
                List.of(Map.of("id", "c1", "function", Map.of("name", "add", "x", List.of(1, 0.5, true)))));

        assertThat(set.requests(PromptForm.TEXT, GREEDY).get(0).prompt())
                .isEqualTo(Prompt.of(List.of(
                        new ChatMessage("user", List.of(new ContentPart.Text("1+2?")), Map.of("name", "ann")),
                        new ChatMessage("assistant", List.of(), calls),
                        new ChatMessage("tool", List.of(new ContentPart.Text("3")), Map.of("tool_call_id", "c1")))));
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"input_ids\": [1]} {\"input_ids\": []}|, row 2: \"input_ids\" is empty",
                "{\"input_ids\": [1]} {\"input_ids\": null}|, row 2: \"input_ids\" has no value",
                "{\"input_ids\": [1, -4]}|, row 1: \"input_ids\" has the negative token id -4 at position 1",
                "{\"input_ids\": [1], \"input_lens\": 2}|, row 1: \"input_lens\" must be the number of token ids, 1: got 2",
                "{\"input_ids\": \"1 2\"}|: column \"input_ids\", used as input_ids, must have the type list of integers: got the type text, because row 1 has the value \"1 2\"",
                "{\"input\": \"a\"} {\"input\": \"\"}|, row 2: \"input\" is empty",
                "{\"input\": \"a\", \"output_len\": 0}|, row 1: \"output_len\" must be from 1 to 2147483647: got 0",
                "{\"messages\": [{\"role\": \"assistant\", \"content\": \"a\"}]}|, row 1: \"messages\" is not a valid prompt: the recorded conversation has no message before the first assistant message",
                "{\"messages\": [{\"role\": \"user\", \"content\": \"a\", \"w\": Infinity}]}|, row 1: \"messages\" is not a valid prompt: contains the number Infinity, which requests in JSON cannot contain: replace it by a number or by null",
                "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}], \"tools\": [1.5]}|, row 1: \"tools\" must be a list of objects",
                "{\"messages\": [{\"content\": \"a\"}]}|, row 1: \"messages\" is not a valid prompt: message 1 has no role",
                "{\"messages\": [{\"role\": \"user\", \"content\": [1]}]}|, row 1: \"messages\" is not a valid prompt: part 1 of the content of message 1 must be an object {type, …}",
                "{\"messages\": [{\"role\": \"user\", \"content\": 1}]}|, row 1: \"messages\" is not a valid prompt: the content of message 1 must be a string or a list of parts",
                "{\"messages\": [{\"role\": \"user\", \"content\": null, \"name\": \"a\"}]}|, row 1: \"messages\" is not a valid prompt: message 1 has no content",
                "{\"messages\": [\"a\"]}|, row 1: \"messages\" is not a valid prompt: chat messages must be a list of objects {role, content}",
                "{\"a\": 1}|~ has no column for \"input\"; its columns are a~",
            })
    void invalidPromptsAreRejectedWithTheirRow(String text, String expected) throws IOException {
        Dataset set = read(text);

        assertThatThrownBy(() -> set.requests(PromptForm.bestFor(set), GREEDY))
                .isInstanceOf(DatasetException.class)
                .hasMessage("set.jsonl" + expected);
    }

    @Test
    void recordedConversationsWithoutAQuestionCanBeRemoved() throws IOException {
        Dataset set = read("""
                {"id": 1, "conversations": []}
                {"id": 2, "conversations": [{"from": "human", "value": "a"}, {"from": "gpt", "value": "b"}]}
                {"id": 3, "conversations": [{"from": "gpt", "value": "a"}, {"from": "gpt", "value": "b"}]}
                {"id": 4, "conversations": [{"from": "gpt", "value": "a"}, {"from": "human", "value": "b"}]}
                """);

        Dataset remaining = set.withoutEmptyConversations();

        assertThat(remaining.rows()).isEqualTo(2);
        assertThat(remaining.column("id").json(0)).isEqualTo("2");
        assertThat(remaining.column("id").json(1)).isEqualTo("4");
        assertThat(remaining.requests(PromptForm.TEXT, GREEDY)).hasSize(2);
        assertThat(remaining.withoutEmptyConversations()).isSameAs(remaining);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            value = {
                "{\"conversations\": [\"x\"]}|, row 2: \"conversations\" is not a valid prompt: chat messages must be a list of",
                "{}|, row 2: \"conversations\" has no value"
            })
    void invalidConversationsAreRejectedAndNotRemoved(String row, String expected) throws IOException {
        Dataset set = read("{\"conversations\": [{\"from\": \"gpt\", \"value\": \"a\"}]}\n" + row);

        assertThatThrownBy(set::withoutEmptyConversations).hasMessageStartingWith("set.jsonl" + expected);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"messages\": [{\"role\": \"user\", \"content\": \"a\"}]} {\"messages\": []}",
                "{\"conversations\": []} {\"conversations\": []}",
                "{\"input\": \"a\"} {\"input\": \"\"}"
            })
    void otherRowsAreNotRemoved(String text) throws IOException {
        Dataset set = read(text);

        assertThat(set.withoutEmptyConversations()).isSameAs(set);
    }

    @Test
    void longAndShortListsAreReturnedUnchanged() throws DatasetException {
        DatasetBuilder builder = new DatasetBuilder();
        int ids = builder.column("ids");
        int[] longest = new int[3_000_000];
        Arrays.setAll(longest, i -> i);
        for (int row = 0; row < 5000; row++) {
            builder.integers(ids, longest, row, row == 4000 ? 2_900_000 : row);
            builder.endRow();
        }

        IntListColumn column = (IntListColumn) builder.build().get("ids");

        assertThat(column.length(0)).isZero();
        for (int row : new int[] {1, 2, 999, 1000, 3999, 4000, 4001, 4999}) {
            assertThat(column.length(row)).isEqualTo(row == 4000 ? 2_900_000 : row);
            assertThat(column.get(row, 0)).isEqualTo(row);
            assertThat(column.get(row).get(column.length(row) - 1)).isEqualTo(row + column.length(row) - 1);
        }
        assertThatThrownBy(() -> column.get(5, 5)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> column.length(5000)).isInstanceOf(IndexOutOfBoundsException.class);
    }

    @Test
    void aDatasetIsWrittenAsItWasRead() throws IOException {
        String lines =
                "{\"a\": 1, \"b\": [1, 2], \"c\": \"\\\"\\u00e4\\n\"}\n{\"d\": true, \"e\": {\"f\":[null]}, \"g\": 0.5}";
        JsonLines written = new JsonLines();

        read(lines).write(written);

        assertThat(written.lines())
                .containsExactly(
                        "{\"a\": 1, \"b\": [1, 2], \"c\": \"\\\"\u00e4\\n\"}",
                        "{\"d\": true, \"e\": {\"f\":[null]}, \"g\": 0.5}");
    }

    private Dataset read(String text) throws IOException {
        return Dataset.read(Files.writeString(folder.resolve("set.jsonl"), text));
    }
}
