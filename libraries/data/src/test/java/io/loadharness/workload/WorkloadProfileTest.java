// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.dataset.DatasetException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import javax.imageio.ImageIO;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class WorkloadProfileTest {

    private static final PromptStyle CHAT = PromptStyle.chat(TextGenerator.commonWords());

    @Test
    void theTableOfThePageMatchesTheCode() throws IOException {
        List<String> page = Files.readAllLines(Path.of("../../docs/guides/workloads.md"));

        assertThat(page.stream().filter(line -> line.startsWith("| `") && line.contains(" | per ")))
                .containsExactlyElementsOf(Arrays.stream(WorkloadProfile.values())
                        .map(WorkloadProfile::row)
                        .toList());
    }

    @Test
    void theEightProfilesHaveTheirNames() {
        assertThat(WorkloadProfile.names())
                .containsExactly(
                        "interactive-chat",
                        "text-classification",
                        "image-classification",
                        "summarization",
                        "text-generation",
                        "translation",
                        "code-completion",
                        "code-generation");
        assertThat(WorkloadProfile.named("code-completion")).isEqualTo(WorkloadProfile.CODE_COMPLETION);
    }

    @Test
    void anUnknownNameIsRejectedWithASuggestion() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkloadProfile.named("sumarisation"))
                .withMessage("unknown use case 'sumarisation'; did you mean 'summarization'? Allowed: "
                        + String.join(", ", WorkloadProfile.names()));
    }

    @ParameterizedTest
    @EnumSource
    void lengthsHaveTheMeanOfTheTable(WorkloadProfile profile) {
        assertThat(average(profile.ownLength())).isCloseTo(mean(profile.ownLength()), within(0.03));
        assertThat(average(profile.outputLength())).isCloseTo(mean(profile.outputLength()), within(0.03));
    }

    @ParameterizedTest
    @EnumSource
    void workloadsHaveTheRequestedNumberOfPrompts(WorkloadProfile profile) throws DatasetException {
        for (int count : new int[] {1, 9, 10, 25}) {
            Rows rows = Rows.of(profile.workload(CHAT, count, 1));
            assertThat(rows.all()).hasSize(count);
            assertThat(Arrays.stream(rows.integers("prefix_group")).distinct()).hasSize(Math.min(count, 10));
            assertThat(rows.integers("prefix_len")).containsOnly(profile.sharedLength());
        }
    }

    @Test
    void imagesAreInUserMessages() throws DatasetException, IOException {
        Rows rows = Rows.of(WorkloadProfile.IMAGE_CLASSIFICATION.workload(CHAT, 3, 1));

        for (int i = 0; i < 3; i++) {
            List<ChatJson.Message> messages =
                    ChatJson.messages((String) rows.get(i).get("input"));
            assertThat(messages).extracting(ChatJson.Message::role).containsExactly("system", "user");
            assertThat(messages.get(0).images()).isEmpty();
            String url = messages.get(1).images().get(0);
            byte[] png = Base64.getDecoder().decode(url.substring(url.indexOf(',') + 1));
            assertThat(ImageIO.read(new ByteArrayInputStream(png)).getWidth()).isEqualTo(784);
        }
    }

    @Test
    void imagesAreRejectedForTokenIds() {
        PromptStyle ids = PromptStyle.tokenIds(PromptVocabulary.of(10));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> WorkloadProfile.IMAGE_CLASSIFICATION.workload(ids, 3, 1))
                .withMessage("images require the style 'chat': the style of the prompts is token ids");
    }

    private static double average(LengthDistribution lengths) {
        return Arrays.stream(lengths.sample(100_000, 1)).average().orElseThrow();
    }

    /** Returns the mean from the description of a distribution. */
    private static double mean(LengthDistribution lengths) {
        return Double.parseDouble(lengths.toString().replaceAll("(fixed|.* mean) ([\\d.]+).*", "$2"));
    }

    private static Percentage within(double part) {
        return Percentage.withPercentage(part * 100);
    }
}
