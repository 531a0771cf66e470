// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChatPromptBuilderTest {

    private final RowList rows = new RowList();

    @Test
    void writesMessagesInTheFormatOfOpenAi() throws DatasetException {
        PromptBuilder builder = PromptStyle.chat(TextGenerator.commonWords()).promptBuilder(rows);
        builder.add(PromptBuilder.Role.SYSTEM, 1, 1);
        builder.add(PromptBuilder.Role.USER, 2, 2);
        builder.writeColumns();
        rows.endRow();

        assertThat((String) rows.list().get(0).get("input"))
                .matches(
                        "\\[\\{\"role\":\"system\",\"content\":\"\\w+\"},\\{\"role\":\"user\",\"content\":\"\\w+ \\w+\"}]");
    }

    @Test
    void putsImagesBeforeTheTextOfAMessage() throws DatasetException {
        PromptBuilder builder = PromptStyle.chat(TextGenerator.commonWords()).promptBuilder(rows);
        builder.addImage(new ImageSize(1, 1), 1);
        builder.add(PromptBuilder.Role.USER, 1, 2);
        builder.writeColumns();
        rows.endRow();

        assertThat((String) rows.list().get(0).get("input"))
                .matches(
                        "\\[\\{\"role\":\"user\",\"content\":\\[\\{\"type\":\"image_url\",\"image_url\":"
                                + "\\{\"url\":\"data:image/png;base64,[A-Za-z0-9+/=]+\"}},\\{\"type\":\"text\",\"text\":\"\\w+\"}]}]");
    }

    @Test
    void escapesSpecialCharacters() throws DatasetException {
        StringBuilder json = new StringBuilder("[{\"role\":\"user\",\"content\":");
        String text = "a \"quote\", a \\ and \n\t\u0001 é 中 🙂";
        ChatPromptBuilder.appendText(json, text);

        assertThat(ChatJson.messages(json.append("}]").toString()))
                .containsExactly(new ChatJson.Message("user", text, List.of()));
    }
}
