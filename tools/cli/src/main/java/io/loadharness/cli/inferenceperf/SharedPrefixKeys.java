// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.benchmark.PromptSource;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.workload.LengthDistribution;
import io.loadharness.workload.SharedPrefixes;
import java.util.List;
import java.util.Optional;

/** Reads what a profile says of prompts with shared beginnings. */
final class SharedPrefixKeys {

    /** What a profile calls them. */
    static final String NAME = "shared_prefix";

    private static final int USUAL_COUNT = 10;
    private static final int USUAL_SYSTEM_PROMPT = 100;
    private static final int USUAL_LENGTH = 50;
    private static final int MOST = 10_000_000;

    private SharedPrefixKeys() {}

    static ProfilePrompts source(YamlMap keys, long usualSeed, List<String> remarks) {
        keys.only(
                "num_groups",
                "num_unique_system_prompts",
                "num_prompts_per_group",
                "num_users_per_system_prompt",
                "system_prompt_len",
                "question_len",
                "question_distribution",
                "output_len",
                "output_distribution",
                "seed");
        int groups = count(keys, "num_groups", "num_unique_system_prompts");
        int prompts = count(keys, "num_prompts_per_group", "num_users_per_system_prompt");
        if ((long) groups * prompts > MOST) {
            throw keys.wrong("data.shared_prefix has " + groups + " groups of " + prompts
                    + " prompts, which are more than " + MOST);
        }
        LengthDistribution system = keys.find("system_prompt_len")
                .map(value -> Lengths.of(value, remarks).tokens())
                .orElseGet(() -> LengthDistribution.fixed(USUAL_SYSTEM_PROMPT));
        LengthDistribution question = lengths(keys, "question_len", "question_distribution", remarks);
        LengthDistribution output = lengths(keys, "output_len", "output_distribution", remarks);
        long seed = keys.find("seed")
                .map(each -> each.wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE))
                .orElse(usualSeed);
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
        return either(keys, alias, key).map(each -> each.wholeNumber(1)).orElse(USUAL_COUNT);
    }

    private static LengthDistribution lengths(YamlMap keys, String key, String older, List<String> remarks) {
        return either(keys, key, older)
                .map(value ->
                        Lengths.of(value, remarks).requireAtLeastOne(value).tokens())
                .orElseGet(() -> LengthDistribution.fixed(USUAL_LENGTH));
    }

    /** The value of the one that is there. */
    private static Optional<YamlValue> either(YamlMap keys, String key, String other) {
        Optional<YamlValue> value = keys.find(key);
        Optional<YamlValue> instead = keys.find(other);
        if (value.isPresent() && instead.isPresent()) {
            throw value.get().wrong("says the same as " + other + ": leave one of them out");
        }
        return value.or(() -> instead);
    }
}
