// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.loadharness.dataset.DatasetException;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SharedPrefixesTest {

    private static final PromptStyle IDS = PromptStyle.tokenIds(PromptVocabulary.of(128_256));

    @Test
    void prefixesAreEqualWithinAGroupAndDifferBetweenGroups() throws DatasetException {
        Rows rows = Rows.of(SharedPrefixes.builder(IDS)
                .groups(7)
                .promptsPerGroup(11)
                .systemPromptLength(LengthDistribution.uniform(80, 120))
                .questionLength(LengthDistribution.uniform(10, 20))
                .outputLength(LengthDistribution.fixed(30))
                .seed(4)
                .build());

        assertThat(rows.columns()).containsExactly("input_ids", "output_len", "prefix_group", "prefix_len");
        Map<Long, List<Integer>> prefixes = new HashMap<>();
        Map<Long, Integer> prompts = new HashMap<>();
        Set<List<Integer>> questions = new HashSet<>();
        for (int i = 0; i < rows.all().size(); i++) {
            List<Integer> ids = rows.ids(i);
            int shared = rows.integers("prefix_len")[i];
            Long group = (Long) rows.get(i).get("prefix_group");
            assertThat(shared).isBetween(80, 120);
            assertThat(ids.size() - shared).isBetween(10, 20);
            List<Integer> first = prefixes.putIfAbsent(group, ids.subList(0, shared));
            assertThat(first == null || first.equals(ids.subList(0, shared))).isTrue();
            questions.add(ids.subList(shared, ids.size()));
            prompts.merge(group, 1, Integer::sum);
        }
        assertThat(new HashSet<>(prefixes.values())).hasSize(7);
        assertThat(prompts.values()).hasSize(7).containsOnly(11);
        assertThat(questions).hasSize(77);
        assertThat(rows.integers("output_len")).containsOnly(30);
    }

    @Test
    void promptsAreInRandomOrder() throws DatasetException {
        int[] groups = Rows.of(SharedPrefixes.builder(IDS).build()).integers("prefix_group");

        assertThat(IntStream.range(1, groups.length).filter(i -> groups[i] == groups[i - 1]))
                .hasSizeBetween(2, 25);
        assertThat(Arrays.stream(groups).limit(10).distinct().count()).isLessThan(10);
    }

    @Test
    void maxPromptsKeepsTheGroupsEven() throws DatasetException {
        int[] groups =
                Rows.of(SharedPrefixes.builder(IDS).maxPrompts(25).build()).integers("prefix_group");

        assertThat(groups).hasSize(25);
        assertThat(Arrays.stream(groups)
                        .boxed()
                        .collect(Collectors.groupingBy(group -> group, Collectors.counting()))
                        .values())
                .hasSize(10)
                .allMatch(each -> each == 2 || each == 3);
    }

    @Test
    void textPromptsAreExactAsAWhole() throws DatasetException {
        Rows rows = Rows.of(SharedPrefixes.builder(PromptStyle.text(TextGenerator.exactly(ToyTokenizers.threes())))
                .groups(3)
                .promptsPerGroup(20)
                .build());

        assertThat(rows.all())
                .allSatisfy(row -> assertThat(ToyTokenizers.threes().count((String) row.get("input")))
                        .isEqualTo(150));
        assertThat(rows.all().stream()
                        .map(row -> ((String) row.get("input")).substring(0, 290))
                        .distinct())
                .hasSize(3);
    }

    @Test
    void rejectsInvalidSettings() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SharedPrefixes.builder(IDS).groups(0))
                .withMessage("groups must be at least 1: got 0");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SharedPrefixes.builder(IDS)
                        .groups(1 << 20)
                        .promptsPerGroup(1 << 20)
                        .build())
                .withMessage(
                        "1048576 groups of 1048576 prompts exceed the maximum of 2147483646 prompts in a data set");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> SharedPrefixes.builder(IDS)
                        .images(1, new ImageSize(8, 8))
                        .build())
                .withMessage("images require the style 'chat': the style of the prompts is token ids");
    }
}
