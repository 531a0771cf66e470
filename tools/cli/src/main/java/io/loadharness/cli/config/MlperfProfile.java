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

/** The options that MLPerf's rules require for one of its language models. Values from all other sources override these options. */
public enum MlperfProfile {
    /** Llama 3.1 8B, for news summarization. */
    LLAMA3_1_8B(
            MlperfDataset.LLAMA3_1_8B,
            "llama3_1-8b",
            1,
            128,
            128,
            "--temperature=0 --top-p=1 --top-k=1 --sampling-seed=42"),
    /** Llama 2 70B, for question answering. */
    LLAMA2_70B(MlperfDataset.LLAMA2_70B, "llama2-70b", 1, 1024, 1024, "--temperature=0 --top-k=1"),
    /** Llama 3.1 405B, for long contexts. */
    LLAMA3_1_405B(
            MlperfDataset.LLAMA3_1_405B,
            "llama3_1-405b",
            2,
            20_000,
            20_000,
            "--temperature=0 --top-k=1 --sampling-seed=42"),
    /** Mixtral 8x7B, for questions, mathematics and code. */
    MIXTRAL_8X7B(MlperfDataset.MIXTRAL_8X7B, "mixtral-8x7b", 2, 1024, 1024, "--temperature=0 --top-k=1"),
    /** DeepSeek R1, for reasoning. */
    DEEPSEEK_R1(
            MlperfDataset.DEEPSEEK_R1,
            "deepseek-r1",
            1,
            20_000,
            20_000,
            "--temperature=0 --top-p=1 --sampling-seed=42"),
    /** GPT-OSS 120B, for reasoning. Accuracy runs allow longer completions. */
    GPT_OSS_120B(MlperfDataset.GPT_OSS_120B, "gpt-oss-120b", 0, 10_240, 32_768, "--temperature=1 --top-p=1 --top-k=-1");

    private final MlperfDataset dataset;
    private final String loadGenName;
    private final int minTokens;
    private final int maxTokens;
    private final int maxTokensForAccuracy;
    private final String sampling;

    MlperfProfile(
            MlperfDataset dataset,
            String loadGenName,
            int minTokens,
            int maxTokens,
            int maxTokensForAccuracy,
            String sampling) {
        this.dataset = dataset;
        this.loadGenName = loadGenName;
        this.minTokens = minTokens;
        this.maxTokens = maxTokens;
        this.maxTokensForAccuracy = maxTokensForAccuracy;
        this.sampling = sampling;
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
                .orElseThrow(() -> new TypeConversionException("unknown profile '" + model + "'; did you mean "
                        + Suggestions.nearest(model, names) + "? Allowed: " + String.join(", ", names)));
    }

    /** Returns the data set of the model. */
    public MlperfDataset dataset() {
        return dataset;
    }

    /** Returns the options of this profile by name, for an accuracy run or a performance run. */
    Map<String, ConfiguredValue> options(boolean accuracy) {
        Map<String, String> values = new LinkedHashMap<>();
        values.put("--lg-model-name", loadGenName);
        values.put("--max-tokens", String.valueOf(accuracy ? maxTokensForAccuracy : maxTokens));
        if (minTokens > 0) {
            values.put("--min-tokens", String.valueOf(minTokens));
        }
        for (String each : sampling.split(" ", -1)) {
            values.put(each.substring(0, each.indexOf('=')), each.substring(each.indexOf('=') + 1));
        }
        Map<String, ConfiguredValue> options = new LinkedHashMap<>();
        values.forEach((option, value) -> options.put(option, new ConfiguredValue(List.of(value), "profile " + this)));
        return options;
    }

    /** Returns MLPerf's name of the model, for example {@code llama3.1-8b}. */
    @Override
    public String toString() {
        return dataset.model();
    }
}
