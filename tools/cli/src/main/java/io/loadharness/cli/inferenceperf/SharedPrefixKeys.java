// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.benchmark.PromptSource;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.workload.LengthDistribution;
import io.loadharness.workload.SharedPrefixes;
import java.util.List;
import java.util.Optional;

/** Reads the section of a profile for prompts with shared prefixes. */
final class SharedPrefixKeys {

    /** The key of the section and the name of the data type. */
    static final String NAME = "shared_prefix";

    private static final int DEFAULT_COUNT = 10;
    private static final int DEFAULT_SYSTEM_PROMPT = 100;
    private static final int DEFAULT_LENGTH = 50;
    private static final int MAX_PROMPTS = 10_000_000;

    private SharedPrefixKeys() {}

    static ProfilePrompts source(YamlMap keys, long defaultSeed, List<String> warnings) {
        keys.allowOnly(
                        "num_groups",
                        "num_unique_system_prompts",
                        "num_prompts_per_group",
                        "num_users_per_system_prompt",
                        "system_prompt_len",
                        "question_len",
                        "question_distribution",
                        "output_len",
                        "output_distribution",
                        "seed")
                .requireValues();
        int groups = count(keys, "num_groups", "num_unique_system_prompts");
        int prompts = count(keys, "num_prompts_per_group", "num_users_per_system_prompt");
        if ((long) groups * prompts > MAX_PROMPTS) {
            throw keys.error("data.shared_prefix has " + groups + " groups of " + prompts
                    + " prompts, which are more than the maximum of " + MAX_PROMPTS);
        }
        LengthDistribution system = keys.find("system_prompt_len")
                .map(value -> Lengths.of(value, warnings).tokens())
                .orElseGet(() -> LengthDistribution.fixed(DEFAULT_SYSTEM_PROMPT));
        LengthDistribution question = lengths(keys, "question_len", "question_distribution", warnings);
        LengthDistribution output = lengths(keys, "output_len", "output_distribution", warnings);
        long seed = keys.find("seed")
                .map(each -> each.wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE))
                .orElse(defaultSeed);
        PromptSource source = PromptSource.synthetic(
                NAME, true, requests -> groups * prompts, (style, count) -> SharedPrefixes.builder(style)
                        .groups(groups)
                        .promptsPerGroup(prompts)
                        .systemPromptLength(system)
                        .questionLength(question)
                        .outputLength(output)
                        .seed(seed)
                        .build());
        return new ProfilePrompts(source, true, Optional.empty());
    }

    private static int count(YamlMap keys, String key, String alias) {
        return either(keys, alias, key).map(each -> each.wholeNumber(1)).orElse(DEFAULT_COUNT);
    }

    private static LengthDistribution lengths(YamlMap keys, String key, String older, List<String> warnings) {
        return either(keys, key, older)
                .map(value ->
                        Lengths.of(value, warnings).requireAtLeastOne(value).tokens())
                .orElseGet(() -> LengthDistribution.fixed(DEFAULT_LENGTH));
    }

    /** Returns the value of one of two keys with the same meaning. Throws an exception if both are present. */
    private static Optional<YamlValue> either(YamlMap keys, String key, String other) {
        Optional<YamlValue> value = keys.find(key);
        Optional<YamlValue> alternative = keys.find(other);
        if (value.isPresent() && alternative.isPresent()) {
            throw value.get().error("sets the same value as " + other + ": leave one of them out");
        }
        return value.or(() -> alternative);
    }
}
