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

/** The data sets of MLPerf's language models, as they are published. */
public enum MlperfDataset {
    /** Articles of CNN and Daily Mail; 5,000 of them on edge systems. */
    LLAMA3_1_8B("llama3.1-8b", List.of(13_368, 5_000), "instruction", "input", "tok_input", "output"),
    /** A part of OpenOrca. */
    LLAMA2_70B("llama2-70b", List.of(24_576), "input", "tok_input", "output", "system_prompt", "question", "origin"),
    /** Long contexts of several sources. */
    LLAMA3_1_405B("llama3.1-405b", List.of(8_313), "input", "tok_input", "tok_input_len", "gt_output", "metric"),
    /** GSM8K, OpenOrca and MBXP. */
    MIXTRAL_8X7B("mixtral-8x7b", List.of(15_000), "id", "input", "tok_input", "gt_output", "dataset"),
    /** Problems whose answers can be checked. */
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
    /** The set for performance, the one for accuracy, and that of the compliance test. */
    GPT_OSS_120B(
            "gpt-oss-120b",
            List.of(6_396, 4_395, 990),
            "input_tokens|tok_input",
            "text_input",
            "dataset",
            "ground_truth");

    private static final String OR = "\\|";

    private final String model;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is
    private final List<Integer> sampleCounts;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> columns;

    /**
     * A published set.
     *
     * @param columns names, or alternatives with a bar between them
     */
    MlperfDataset(String model, List<Integer> sampleCounts, String... columns) {
        this.model = model;
        this.sampleCounts = sampleCounts;
        this.columns = List.of(columns);
    }

    /** What MLPerf calls the model: {@code llama3.1-8b}. */
    public String model() {
        return model;
    }

    /**
     * The set for a model.
     *
     * @throws IllegalArgumentException if there is none; names the nearest
     */
    public static MlperfDataset of(String model) {
        return Arrays.stream(values())
                .filter(each -> each.model.equals(model))
                .findFirst()
                .orElseThrow(() -> {
                    List<String> models =
                            Arrays.stream(values()).map(MlperfDataset::model).toList();
                    return new IllegalArgumentException("MLPerf has no data set for the model \"" + model
                            + "\" that is known here; the nearest is " + Suggestions.nearest(model, models)
                            + ", and there are "
                            + String.join(", ", models));
                });
    }

    /** Which one a set looks like by its columns: the one of which it has the most, if it has all. */
    public static Optional<MlperfDataset> resembling(Dataset dataset) {
        return Arrays.stream(values())
                .filter(each -> each.missingColumns(dataset.columnNames()).isEmpty())
                .max(Comparator.comparingInt(each -> each.columns.size()));
    }

    /** What keeps a set from being this one, a sentence each; none if it can be run. */
    public List<String> objections(Dataset dataset) {
        List<String> objections = new ArrayList<>();
        if (!sampleCounts.contains(dataset.rows())) {
            objections.add(dataset.name() + " has " + dataset.rows() + " samples, and the data set of " + model
                    + " has " + sampleCounts.stream().map(String::valueOf).collect(Collectors.joining(" or ")));
        }
        for (String missing : missingColumns(dataset.columnNames())) {
            objections.add(dataset.name() + " has no column " + missing.replaceAll(OR, " or "));
        }
        try {
            CheckedColumns checked = new CheckedColumns(dataset);
            checked.inputIds();
            checked.input();
            checked.targets();
        } catch (DatasetException e) {
            objections.add(e.getMessage());
        }
        return objections;
    }

    private List<String> missingColumns(Set<String> names) {
        return columns.stream()
                .filter(each -> Arrays.stream(each.split(OR, -1)).noneMatch(names::contains))
                .toList();
    }
}
