// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowList;
import java.util.List;
import org.junit.jupiter.api.Test;

class ChatDraftTest {

    private final RowList rows = new RowList();

    @Test
    void writesWhatOpenAiReads() throws DatasetException {
        Draft draft = PromptStyle.chat(Wording.commonWords()).draft(rows);
        draft.add(Draft.Role.SYSTEM, 1, 1);
        draft.add(Draft.Role.USER, 2, 2);
        draft.set();
        rows.endRow();

        assertThat((String) rows.list().get(0).get("input"))
                .matches(
                        "\\[\\{\"role\":\"system\",\"content\":\"\\w+\"},\\{\"role\":\"user\",\"content\":\"\\w+ \\w+\"}]");
    }

    @Test
    void putsImagesBeforeTheTextOfAMessage() throws DatasetException {
        Draft draft = PromptStyle.chat(Wording.commonWords()).draft(rows);
        draft.addImage(new ImageSize(1, 1), 1);
        draft.add(Draft.Role.USER, 1, 2);
        draft.set();
        rows.endRow();

        assertThat((String) rows.list().get(0).get("input"))
                .matches(
                        "\\[\\{\"role\":\"user\",\"content\":\\[\\{\"type\":\"image_url\",\"image_url\":"
                                + "\\{\"url\":\"data:image/png;base64,[A-Za-z0-9+/=]+\"}},\\{\"type\":\"text\",\"text\":\"\\w+\"}]}]");
    }

    @Test
    void escapesWhateverATextHolds() throws DatasetException {
        StringBuilder json = new StringBuilder("[{\"role\":\"user\",\"content\":");
        String text = "a \"quote\", a \\ and \n\t\u0001 é 中 🙂";
        ChatDraft.appendText(json, text);

        assertThat(ChatJson.messages(json.append("}]").toString()))
                .containsExactly(new ChatJson.Message("user", text, List.of()));
    }
}
