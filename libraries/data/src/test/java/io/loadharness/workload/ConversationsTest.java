// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.dataset.DatasetException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ConversationsTest {

    private static final PromptStyle IDS = PromptStyle.tokenIds(PromptVocabulary.of(50_000));

    @Test
    void eachTurnContainsThePreviousPromptAndASyntheticReply() throws DatasetException {
        Rows rows = Rows.of(several().build());

        int[] conversations = rows.integers("conversation_id");
        int[] turns = rows.integers("turn");
        int[] before = rows.integers("prefix_len");
        int[] outputs = rows.integers("output_len");
        for (int i = 1; i < turns.length; i++) {
            if (turns[i] == 0) {
                continue;
            }
            List<Integer> previous = rows.ids(i - 1);
            assertThat(conversations[i]).isEqualTo(conversations[i - 1]);
            assertThat(turns[i]).isEqualTo(turns[i - 1] + 1);
            assertThat(rows.ids(i)).startsWith(previous.toArray(Integer[]::new));
            assertThat(before[i]).isEqualTo(previous.size() + outputs[i - 1]);
            assertThat(rows.ids(i).size() - before[i]).isBetween(5, 40);
        }
        assertThat(Arrays.stream(conversations).distinct()).hasSize(20);
        assertThat(turns).contains(0, 1, 2, 3, 4, 5).doesNotContain(6);
    }

    @Test
    void conversationsStartWithTheSharedAndTheirOwnSystemPrompt() throws DatasetException {
        Rows rows = Rows.of(several().turns(LengthDistribution.fixed(1)).build());

        assertThat(IntStream.range(0, 20)
                        .mapToObj(i -> rows.ids(i).subList(0, 30))
                        .distinct())
                .hasSize(1);
        assertThat(IntStream.range(0, 20)
                        .mapToObj(i -> rows.ids(i).subList(30, 40))
                        .distinct())
                .hasSize(20);
        assertThat(rows.integers("prefix_len")).containsOnly(40);
    }

    @Test
    void turnsOfConcurrentConversationsAlternate() throws DatasetException {
        Rows rows = Rows.of(Conversations.builder(IDS)
                .conversations(5)
                .concurrentConversations(3)
                .turns(LengthDistribution.fixed(2))
                .build());

        assertThat(rows.integers("conversation_id")).containsExactly(0, 1, 2, 0, 1, 2, 3, 4, 3, 4);
        assertThat(rows.integers("turn")).containsExactly(0, 0, 0, 1, 1, 1, 0, 0, 1, 1);
    }

    @Test
    void rowsDoNotDependOnTheNumberOfConcurrentConversations() throws DatasetException {
        assertThat(Rows.of(several().concurrentConversations(6).build()).all())
                .containsExactlyInAnyOrderElementsOf(Rows.of(several().build()).all());
    }

    @Test
    void conversationsEndBeforeTheTurnThatIsTooLong() throws DatasetException {
        Rows rows = Rows.of(Conversations.builder(IDS)
                .turns(LengthDistribution.fixed(100))
                .inputLength(LengthDistribution.fixed(10))
                .outputLength(LengthDistribution.fixed(6))
                .sharedSystemPrompt(4)
                .maxLength(52)
                .build());

        assertThat(rows.integers("turn")).containsExactly(0, 1, 2);
        assertThat(rows.ids(2)).hasSize(4 + 3 * 10 + 2 * 6);
    }

    @Test
    void chatRolesAlternate() throws DatasetException {
        Rows rows = Rows.of(Conversations.builder(PromptStyle.chat(TextGenerator.exactly(ToyTokenizers.pieces())))
                .turns(LengthDistribution.fixed(3))
                .inputLength(LengthDistribution.fixed(9))
                .outputLength(LengthDistribution.fixed(4))
                .sharedSystemPrompt(20)
                .ownSystemPrompt(LengthDistribution.fixed(10))
                .build());

        List<ChatJson.Message> last = ChatJson.messages((String) rows.get(2).get("input"));
        assertThat(last)
                .extracting(ChatJson.Message::role)
                .containsExactly("system", "user", "assistant", "user", "assistant", "user");
        assertThat(last)
                .extracting(message -> ToyTokenizers.pieces().count(message.text()))
                .containsExactly(30, 9, 4, 9, 4, 9);
        assertThat(last)
                .startsWith(ChatJson.messages((String) rows.get(1).get("input")).toArray(ChatJson.Message[]::new));
    }

    @Test
    void rejectsInvalidSettings() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Conversations.builder(IDS).maxLength(767).build())
                .withMessage("maxLength must be at least 768, the maximum number of tokens of a first turn with its"
                        + " completion: got 767");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Conversations.builder(IDS).turns(LengthDistribution.uniform(0, 3)))
                .withMessage("turns must be at least 1, but can be 0: uniform 0 to 3");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Conversations.builder(IDS).concurrentConversations(0))
                .withMessage("concurrentConversations must be at least 1: got 0");
    }

    private static Conversations.Builder several() {
        return Conversations.builder(IDS)
                .conversations(20)
                .turns(LengthDistribution.uniform(1, 6))
                .sharedSystemPrompt(30)
                .ownSystemPrompt(LengthDistribution.fixed(10))
                .inputLength(LengthDistribution.uniform(5, 40))
                .outputLength(LengthDistribution.uniform(1, 20))
                .seed(9);
    }
}
