// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import io.loadharness.inference.Tensor;
import io.loadharness.internal.Suggestions;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The data sets that MLPerf has published for its models, with their sample counts. The data sets of language models have columns. The data
 * sets of other models have tensors.
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
            "ground_truth"),
    /** Images of ImageNet 2012, of 224 by 224 pixels. */
    RESNET50("resnet50", 50_000, 1, 3 * 224 * 224),
    /** Images of OpenImages, of 800 by 800 pixels. */
    RETINANET("retinanet", 24_781, 1, 3 * 800 * 800),
    /** Questions and texts of SQuAD 1.1 as token ids, masks and segments, padded to 384. A long text is divided into several samples. */
    BERT_99("bert-99", 10_833, 3, 384),
    /** Scans of KiTS19, which differ in size. */
    THREE_D_UNET("3d-unet", 43, 1, 0);

    private static final String OR = "\\|";

    private final String model;

    @SuppressWarnings("ImmutableEnumChecker") // List.of is immutable
    private final List<Integer> sampleCounts;

    @SuppressWarnings("ImmutableEnumChecker")
    private final List<String> columns;

    private final int inputs;
    private final long elements;

    /**
     * Creates the data set of a language model.
     *
     * @param columns the names of the columns; {@code |} separates alternative names of one column
     */
    MlperfDataset(String model, List<Integer> sampleCounts, String... columns) {
        this.model = model;
        this.sampleCounts = sampleCounts;
        this.columns = List.of(columns);
        this.inputs = 0;
        this.elements = 0;
    }

    /**
     * Creates a data set of tensors.
     *
     * @param inputs the number of inputs of the model
     * @param elements the number of elements of each input; 0 if it is not the same for all samples
     */
    MlperfDataset(String model, int sampleCount, int inputs, long elements) {
        this.model = model;
        this.sampleCounts = List.of(sampleCount);
        this.columns = List.of();
        this.inputs = inputs;
        this.elements = elements;
    }

    /** Returns MLPerf's name of the model, such as {@code llama3.1-8b}. */
    public String model() {
        return model;
    }

    /** Returns true if the samples are tensors, false if they are prompts. */
    public boolean hasTensors() {
        return inputs > 0;
    }

    /** Returns the possible numbers of samples. A model has several numbers if MLPerf uses a part of its data set for some runs. */
    public List<Integer> sampleCounts() {
        return sampleCounts;
    }

    /** Returns the possible numbers of samples as text. */
    public String sampleCountText() {
        return sampleCounts.stream().map(String::valueOf).collect(Collectors.joining(" or "));
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
                    return new IllegalArgumentException("no MLPerf data set is known for the model \"" + model + "\""
                            + Suggestions.hintAndNames(model, models));
                });
    }

    /**
     * Returns the published data set that {@code dataset} resembles. All columns of the published data set must be in {@code dataset}. If
     * several published data sets match, returns the data set with the most columns.
     */
    public static Optional<MlperfDataset> resembling(Dataset dataset) {
        return Arrays.stream(values())
                .filter(each -> !each.hasTensors())
                .filter(each -> each.missingColumns(dataset.columnNames()).isEmpty())
                .max(Comparator.comparingInt(each -> each.columns.size()));
    }

    /** Returns one sentence for each difference between a data set and this published data set; empty if they match. */
    public List<String> mismatches(Dataset dataset) {
        if (hasTensors()) {
            return List.of(dataset.name() + " has columns, but the data set of " + model + " has tensors: give them as"
                    + " .npy or .npz");
        }
        List<String> mismatches = countMismatches(dataset.name(), dataset.rows());
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

    /**
     * Returns one sentence for each difference between tensors and this published data set; empty if they match. Compares the number of
     * samples, of inputs and of elements, but neither names nor the order of dimensions, which differ between models.
     */
    public List<String> mismatches(TensorDataset tensors) {
        if (!hasTensors()) {
            return List.of(tensors.name() + " has tensors, but the data set of " + model + " has prompts");
        }
        List<String> mismatches = countMismatches(tensors.name(), tensors.rows());
        List<Tensor> first = tensors.tensors(0);
        if (first.size() != inputs) {
            mismatches.add(tensors.name() + " has " + first.size() + " arrays, but " + model + " has " + inputs
                    + (inputs == 1 ? " input" : " inputs"));
        }
        first.stream()
                .filter(each -> elements > 0 && each.bytes() / each.type().bytes() != elements)
                .forEach(each -> mismatches.add(tensors.name() + ": a sample has the shape " + each.description()
                        + ", but each input of " + model + " has " + elements + " elements"));
        return mismatches;
    }

    private List<String> countMismatches(String name, int rows) {
        List<String> mismatches = new ArrayList<>();
        if (!sampleCounts.contains(rows)) {
            mismatches.add(
                    name + " has " + rows + " samples, but the data set of " + model + " has " + sampleCountText());
        }
        return mismatches;
    }

    private List<String> missingColumns(Set<String> names) {
        return columns.stream()
                .filter(each -> Arrays.stream(each.split(OR, -1)).noneMatch(names::contains))
                .toList();
    }
}
