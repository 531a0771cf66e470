// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.config;

import io.loadharness.dataset.MlperfDataset;
import io.loadharness.internal.Suggestions;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** The options that MLPerf's rules require for one of its models. Values from all other sources override these options. */
public enum MlperfProfile {
    /** Llama 3.1 8B, for news summarization. */
    LLAMA3_1_8B(
            MlperfDataset.LLAMA3_1_8B,
            "llama3_1-8b",
            "--max-tokens=128 --min-tokens=1 --temperature=0 --top-p=1 --top-k=1 --sampling-seed=42"),
    /** Llama 2 70B, for question answering. */
    LLAMA2_70B(MlperfDataset.LLAMA2_70B, "llama2-70b", "--max-tokens=1024 --min-tokens=1 --temperature=0 --top-k=1"),
    /** Llama 3.1 405B, for long contexts. */
    LLAMA3_1_405B(
            MlperfDataset.LLAMA3_1_405B,
            "llama3_1-405b",
            "--max-tokens=20000 --min-tokens=2 --temperature=0 --top-k=1 --sampling-seed=42"),
    /** Mixtral 8x7B, for questions, mathematics and code. */
    MIXTRAL_8X7B(
            MlperfDataset.MIXTRAL_8X7B, "mixtral-8x7b", "--max-tokens=1024 --min-tokens=2 --temperature=0 --top-k=1"),
    /** DeepSeek R1, for reasoning. */
    DEEPSEEK_R1(
            MlperfDataset.DEEPSEEK_R1,
            "deepseek-r1",
            "--max-tokens=20000 --min-tokens=1 --temperature=0 --top-p=1 --sampling-seed=42"),
    /** GPT-OSS 120B, for reasoning. Accuracy runs allow longer completions. */
    GPT_OSS_120B(
            MlperfDataset.GPT_OSS_120B,
            "gpt-oss-120b",
            "--max-tokens=10240 --temperature=1 --top-p=1 --top-k=-1",
            "--max-tokens=32768",
            ""),
    /** ResNet-50, for the classification of images. */
    RESNET50(MlperfDataset.RESNET50, "resnet50", "", "", "output=argmax"),
    /** RetinaNet, for the detection of objects. */
    RETINANET(MlperfDataset.RETINANET, "retinanet", ""),
    /** BERT, for answers that are a part of a text. */
    BERT_99(MlperfDataset.BERT_99, "bert", ""),
    /** 3D U-Net, for the segmentation of scans. */
    THREE_D_UNET(MlperfDataset.THREE_D_UNET, "3d-unet", "");

    private final MlperfDataset dataset;
    private final String loadGenName;
    private final String options;
    private final String optionsOfAccuracy;
    private final String onnxOption;

    MlperfProfile(MlperfDataset dataset, String loadGenName, String options) {
        this(dataset, loadGenName, options, "", "");
    }

    /**
     * Creates a profile.
     *
     * @param loadGenName the name of the model in LoadGen's mlperf.conf, which has the sample counts and the latency bounds
     * @param options the options of all runs
     * @param optionsOfAccuracy the options of accuracy runs, which replace those of all runs
     * @param onnxOption the {@code --engine-option} for the engine {@code onnx}
     */
    MlperfProfile(
            MlperfDataset dataset, String loadGenName, String options, String optionsOfAccuracy, String onnxOption) {
        this.dataset = dataset;
        this.loadGenName = loadGenName;
        this.options = options;
        this.optionsOfAccuracy = optionsOfAccuracy;
        this.onnxOption = onnxOption;
    }

    /** Returns the profile of the model that has this name in MLPerf; empty if there is no such profile. */
    static Optional<MlperfProfile> find(String model) {
        return Arrays.stream(values())
                .filter(each -> each.toString().equals(model))
                .findFirst();
    }

    /** Returns a converter for names of models. The error message suggests the nearest model and lists all models. */
    public static ITypeConverter<MlperfProfile> reader() {
        List<String> names =
                Arrays.stream(values()).map(MlperfProfile::toString).toList();
        return model -> find(model)
                .orElseThrow(() -> new TypeConversionException(
                        "unknown profile '" + model + "'" + Suggestions.hintAndNames(model, names)));
    }

    /** Returns the data set of the model. */
    public MlperfDataset dataset() {
        return dataset;
    }

    /** Returns the options of this profile by name, for an accuracy run or a performance run. */
    Map<String, ConfiguredValue> options(boolean accuracy) {
        Map<String, ConfiguredValue> values = new LinkedHashMap<>();
        String all = "--lg-model-name=" + loadGenName + " " + options + (accuracy ? " " + optionsOfAccuracy : "");
        for (String each : all.strip().split(" +", -1)) {
            int end = each.indexOf('=');
            values.put(each.substring(0, end), new ConfiguredValue(List.of(each.substring(end + 1)), source()));
        }
        return values;
    }

    /** Returns the {@code --engine-option} for the engine {@code onnx}, for example {@code output=argmax}; empty if there is none. */
    Optional<String> onnxOption() {
        return onnxOption.isEmpty() ? Optional.empty() : Optional.of(onnxOption);
    }

    /** Returns the name of this profile as the source of options. */
    String source() {
        return "profile " + this;
    }

    /** Returns MLPerf's name of the model, for example {@code llama3.1-8b}. */
    @Override
    public String toString() {
        return dataset.model();
    }
}
