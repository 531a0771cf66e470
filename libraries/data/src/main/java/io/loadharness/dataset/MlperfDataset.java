// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.internal.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The data sets that MLPerf has published for its language models, with their expected columns and sample counts.
 *
 * <pre>{@code
 * Dataset dataset = Dataset.read(Path.of("cnn_eval.json"));
 * MlperfDataset.LLAMA3_1_8B.mismatches(dataset).forEach(System.out::println);
 * }</pre>
 */
public enum MlperfDataset {
    /** Articles of CNN and Daily Mail; edge systems use 5,000 of them. */
    LLAMA3_1_8B("llama3.1-8b", List.of(13_368, 5_000), "instruction", "input", "tok_input", "output"),
    /** A subset of OpenOrca. */
    LLAMA2_70B("llama2-70b", List.of(24_576), "input", "tok_input", "output", "system_prompt", "question", "origin"),
    /** Long contexts from several sources. */
    LLAMA3_1_405B("llama3.1-405b", List.of(8_313), "input", "tok_input", "tok_input_len", "gt_output", "metric"),
    /** GSM8K, OpenOrca and MBXP. */
    MIXTRAL_8X7B("mixtral-8x7b", List.of(15_000), "id", "input", "tok_input", "gt_output", "dataset"),
    /** Problems with verifiable answers. */
    DEEPSEEK_R1(
            "deepseek-r1",
            List.of(4_388),
            "text_input",
            "tok_input",
            "ref_output",
            "ground_truth|gt_output",
            "dataset",
            "question",
            "metric"),
    /** Separate data sets for performance, for accuracy, and for the compliance test. */
    GPT_OSS_120B(
            "gpt-oss-120b",
            List.of(6_396, 4_395, 990),
            "input_tokens|tok_input",
            "text_input",
            "dataset",
            "ground_truth");

    private static final String OR = "\\|";

    private final String model;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<Integer> sampleCounts;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> columns;

    /**
     * Creates a published data set.
     *
     * @param columns the names of the columns; {@code |} separates alternative names of one column
     */
    MlperfDataset(String model, List<Integer> sampleCounts, String... columns) {
        this.model = model;
        this.sampleCounts = sampleCounts;
        this.columns = List.of(columns);
    }

    /** Returns MLPerf's name of the model, such as {@code llama3.1-8b}. */
    public String model() {
        return model;
    }

    /**
     * Returns the data set for a model.
     *
     * @throws IllegalArgumentException if the model is unknown; the message suggests the nearest model
     */
    public static MlperfDataset of(String model) {
        return Arrays.stream(values())
                .filter(each -> each.model.equals(model))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> models =
                            Arrays.stream(values()).map(MlperfDataset::model).toList();
                    return new IllegalArgumentException("no MLPerf data set is known for the model \"" + model
                            + "\"; did you mean " + Suggestions.nearest(model, models) + "? The models are "
                            + String.join(", ", models));
                });
    }

    /**
     * Returns the published data set that {@code dataset} resembles. All columns of the published data set must be in {@code dataset}. If
     * several published data sets match, returns the one with the most columns.
     */
    public static Optional<MlperfDataset> resembling(Dataset dataset) {
        return Arrays.stream(values())
                .filter(each -> each.missingColumns(dataset.columnNames()).isEmpty())
                .max(Comparator.comparingInt(each -> each.columns.size()));
    }

    /** Returns one sentence for each difference between a data set and this published data set; empty if they match. */
    public List<String> mismatches(Dataset dataset) {
        List<String> mismatches = new ArrayList<>();
        if (!sampleCounts.contains(dataset.rows())) {
            mismatches.add(dataset.name() + " has " + dataset.rows() + " samples, but the data set of " + model
                    + " has " + sampleCounts.stream().map(String::valueOf).collect(Collectors.joining(" or ")));
        }
        for (String missing : missingColumns(dataset.columnNames())) {
            mismatches.add(dataset.name() + " has no column \"" + missing.replaceAll(OR, "\" or \"") + "\"");
        }
        try {
            CheckedColumns checked = new CheckedColumns(dataset);
            checked.inputIds();
            checked.input();
            checked.targets();
        } catch (DatasetException e) {
            mismatches.add(e.getMessage());
        }
        return mismatches;
    }

    private List<String> missingColumns(Set<String> names) {
        return columns.stream()
                .filter(each -> Arrays.stream(each.split(OR, -1)).noneMatch(names::contains))
                .toList();
    }
}
