// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.IntListColumn;
import io.loadharness.dataset.PromptEncoder;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.inference.ChatMessage;
import io.loadharness.inference.ChatOptions;
import io.loadharness.inference.ContentPart;
import io.loadharness.inference.Tokenizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ChatTest {

    private static final List<ChatMessage> HELLO = List.of(new ChatMessage("user", "Hello"));
    private static final String CHATML =
            "{% for m in messages %}<|im_start|>{{ m.role }}\\n{{ m.content }}<|im_end|>\\n"
                    + "{% endfor %}{% if add_generation_prompt %}<|im_start|>assistant\\n{% endif %}";

    @TempDir
    private Path folder;

    @BeforeEach
    void copyTokenizer() throws IOException {
        Files.copy(Fixtures.folder("byte-level-bpe").resolve("tokenizer.json"), folder.resolve("tokenizer.json"));
    }

    @Test
    void chatIsRenderedWithSpecialTokens() throws IOException {
        write("tokenizer_config.json", "{\"chat_template\": \"" + CHATML + "\"}");
        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            String prompt = tokenizer.chat(HELLO);

            assertThat(tokenizer.hasChatTemplate()).isTrue();
            assertThat(prompt).isEqualTo("<|im_start|>user\nHello<|im_end|>\n<|im_start|>assistant\n");
            assertThat(tokenizer.isSpecial(tokenizer.encode(prompt)[0])).isTrue();
        }
    }

    @Test
    void contentPartsHaveTheFormOfTransformers() throws IOException {
        write(
                "chat_template.jinja",
                "{% for p in messages[0].content %}{{ p.type }}={{ p.text if p.type == 'text' else '<|image|>' }};{% endfor %}");
        List<ChatMessage> shown = List.of(new ChatMessage(
                "user", List.of(ContentPart.Image.of("image/png", new byte[3]), new ContentPart.Text("What?"))));

        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            assertThat(tokenizer.chat(shown)).isEqualTo("image=<|image|>;text=What?;");
        }
    }

    @Test
    void messagesKeepAllFieldsInOrder() throws IOException {
        write("chat_template.jinja", "{{ messages|tojson }}");
        Map<String, Object> function = new LinkedHashMap<>();
        function.put("name", "add");
        function.put("arguments", "{}");
        ChatMessage call =
                new ChatMessage("assistant", List.of(), Map.of("tool_calls", List.of(Map.of("function", function))));
        ChatMessage result = new ChatMessage(
                "tool",
                List.of(new ContentPart.Text("3"), ContentPart.Image.of("image/png", new byte[3])),
                Map.of("tool_call_id", "c1"));

        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            assertThat(tokenizer.chat(List.of(new ChatMessage("user", "1+2?"), call, result)))
                    .isEqualTo("[{\"role\": \"user\", \"content\": \"1+2?\"}, {\"role\": \"assistant\","
                            + " \"tool_calls\": [{\"function\": {\"name\": \"add\", \"arguments\": \"{}\"}}]},"
                            + " {\"role\": \"tool\", \"content\": [{\"type\": \"text\", \"text\": \"3\"},"
                            + " {\"type\": \"image\"}], \"tool_call_id\": \"c1\"}]");
        }
    }

    @Test
    void optionsAreVariables() throws IOException {
        write(
                "chat_template.jinja",
                "{{ tools | tojson }}{{ documents }}{{ add_generation_prompt }}{{ enable_thinking }}{{ bos_token is defined }}");
        ChatOptions options = ChatOptions.DEFAULTS
                .withTools(List.of(Map.of("type", "function")))
                .withDocuments(List.of(Map.of("text", "Rain")))
                .withGenerationPrompt(false)
                .withVariable("enable_thinking", false);

        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            assertThat(tokenizer.chat(HELLO, options))
                    .isEqualTo("[{\"type\": \"function\"}][{'text': 'Rain'}]FalseFalseFalse");
            assertThat(tokenizer.chat(HELLO)).isEqualTo("nullNoneTrueFalse");
        }
    }

    @Test
    void toolsOfARowReachTheTemplate() throws IOException {
        write("chat_template.jinja", "{{ tools | tojson }}{{ documents }}");
        Path file = Files.writeString(
                folder.resolve("set.jsonl"),
                "{\"messages\": [{\"role\": \"user\", \"content\": \"q\"}], \"tools\": [{\"type\": \"function\"}]}\n");
        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            Dataset set = Dataset.read(file).withInputIds(PromptEncoder.of(tokenizer));
            IntListColumn ids =
                    (IntListColumn) set.find(StandardColumn.INPUT_IDS).orElseThrow();
            int[] row = new int[ids.length(0)];
            for (int i = 0; i < row.length; i++) {
                row[i] = ids.get(0, i);
            }
            assertThat(tokenizer.decode(row)).isEqualTo("[{\"type\": \"function\"}]None");
        }
    }

    @Test
    void templateFileTakesPrecedenceOverConfig() throws IOException {
        write("tokenizer_config.json", "{\"chat_template\": \"the config's\"}");
        write("chat_template.jinja", "the file's");

        assertThat(chat()).isEqualTo("the file's");
    }

    @Test
    void defaultTemplateIsUsedOfSeveral() throws IOException {
        write(
                "tokenizer_config.json",
                "{\"chat_template\": [{\"name\": \"tool_use\", \"template\": \"tools\"},"
                        + " {\"name\": \"default\", \"template\": \"chat\"}]}");

        assertThat(chat()).isEqualTo("chat");
    }

    @Test
    void aTemplateForToolsIsUsedIfThereAreTools() throws IOException {
        write(
                "tokenizer_config.json",
                "{\"chat_template\": [{\"name\": \"default\", \"template\": \"chat\"},"
                        + " {\"name\": \"tool_use\", \"template\": \"with {{ tools|length }} tools\"}]}");

        assertThat(chat()).isEqualTo("chat");
        assertThat(chatWithTool()).isEqualTo("with 1 tools");
    }

    @Test
    void aTemplateFileForToolsIsUsedIfThereAreTools() throws IOException {
        write("chat_template.jinja", "chat");
        Files.createDirectory(folder.resolve("additional_chat_templates"));
        write("additional_chat_templates/tool_use.jinja", "with {{ tools|length }} tools");

        assertThat(chat()).isEqualTo("chat");
        assertThat(chatWithTool()).isEqualTo("with 1 tools");
    }

    @Test
    void fieldsThatAreNullAreLeftOut() throws IOException {
        write("chat_template.jinja", "{{ messages|tojson }}{{ messages[0].content is defined }}");
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put("name", null);
        fields.put("tool_calls", List.of());
        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            assertThat(tokenizer.chat(List.of(new ChatMessage("assistant", List.of(), fields))))
                    .isEqualTo("[{\"role\": \"assistant\", \"tool_calls\": []}]False");
        }
    }

    @Test
    void aListWithOneTextStaysAList() throws IOException {
        write("chat_template.jinja", "{{ messages[0].content is string }}");
        List<ContentPart> text = List.of(new ContentPart.Text("Hello"));
        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            assertThat(tokenizer.chat(List.of(new ChatMessage("user", text, false, Map.of()))))
                    .isEqualTo("False");
            assertThat(tokenizer.chat(List.of(new ChatMessage("user", text)))).isEqualTo("True");
        }
    }

    @Test
    void specialTokensAreVariables() throws IOException {
        write(
                "chat_template.jinja",
                "{{ bos_token }}{{ messages[0].content }}{{ eos_token }}{{ pad_token is defined }}");
        write(
                "tokenizer_config.json",
                "{\"bos_token\": {\"content\": \"<s>\"}, \"eos_token\": \"</s>\", \"pad_token\": null}");
        write("special_tokens_map.json", "{\"bos_token\": \"<old>\"}");

        assertThat(chat()).isEqualTo("<old>Hello</s>False");

        write(
                "tokenizer_config.json",
                "{\"bos_token\": \"<s>\", \"eos_token\": \"</s>\", \"added_tokens_decoder\": {}}");
        assertThat(chat()).isEqualTo("<s>Hello</s>False");
    }

    @Test
    void specialTokensOfOneKindOfModelAreVariables() throws IOException {
        write("chat_template.jinja", "{{ image_token }}{{ video_token }}{{ audio_token }}");
        write(
                "tokenizer_config.json",
                "{\"extra_special_tokens\": {\"image_token\": \"<image>\"}, \"video_token\": \"<video>\"}");

        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            assertThat(tokenizer.chat(HELLO)).isEqualTo("<image><video>");
            assertThat(tokenizer.encode("<image>")).hasSize(1);
            assertThat(tokenizer.isSpecial(tokenizer.encode("<video>")[0])).isTrue();
        }

        write("tokenizer_config.json", "{\"model_specific_special_tokens\": {\"audio_token\": \"<audio>\"}}");
        assertThat(chat()).isEqualTo("<audio>");
    }

    @Test
    void rejectionHasTheMessageOfTheTemplate() throws IOException {
        write("chat_template.jinja", "{{ raise_exception('only system') }}");

        assertThatIllegalArgumentException()
                .isThrownBy(this::chat)
                .withMessage("the chat template in " + folder.resolve("chat_template.jinja")
                        + " rejects the chat: only system");
    }

    @Test
    void invalidTemplateDoesNotPreventCounting() throws IOException {
        write("chat_template.jinja", "one\n{% include 'other' %}");
        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            assertThat(tokenizer.count("Hello")).isPositive();
            assertThatIllegalArgumentException()
                    .isThrownBy(() -> tokenizer.chat(HELLO))
                    .withMessageStartingWith("the chat template in " + folder.resolve("chat_template.jinja")
                            + " has an error: line 2: unknown statement \"include\": it is not supported");
        }
    }

    @Test
    void invalidConfigIsRejected() throws IOException {
        write("tokenizer_config.json", "{\"chat_template\": ");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tokenizer.open(folder))
                .withMessage(folder.resolve("tokenizer_config.json") + " is truncated: download it again");

        write("tokenizer_config.json", "{\"chat_template\": 5}");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Tokenizer.open(folder))
                .withMessage("the chat_template in " + folder.resolve("tokenizer_config.json")
                        + " must be a template, or a list that contains a template named default");
    }

    private String chat() {
        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            return tokenizer.chat(HELLO);
        }
    }

    private String chatWithTool() {
        try (Tokenizer tokenizer = Tokenizer.open(folder)) {
            return tokenizer.chat(HELLO, ChatOptions.DEFAULTS.withTools(List.of(Map.of("type", "function"))));
        }
    }

    private void write(String name, String text) throws IOException {
        Files.writeString(folder.resolve(name), text);
    }
}
