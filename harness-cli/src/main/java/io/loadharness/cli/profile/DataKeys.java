package io.loadharness.cli.profile;

import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.workload.Distribution;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.RandomPrompts;
import io.loadharness.workload.SharedPrefixes;
import io.loadharness.workload.TracePrompts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Reads what a profile asks. For one profile. */
final class DataKeys {

    private static final String RANDOM = "random";
    private static final String SYNTHETIC = "synthetic";
    private static final String SHARED_PREFIX = "shared_prefix";
    private static final String SHARE_GPT = "shareGPT";

    /** Which types a key means something to. */
    private static final Map<String, Set<String>> MEANINGFUL = Map.of(
            "path",
            Set.of(SHARE_GPT),
            "input_distribution",
            Set.of(RANDOM, SYNTHETIC),
            "output_distribution",
            Set.of(RANDOM, SYNTHETIC),
            "trace",
            Set.of(RANDOM),
            SHARED_PREFIX,
            Set.of(SHARED_PREFIX));

    private final YamlMap data;
    private final long seed;

    private DataKeys(YamlMap data, long seed) {
        this.data = data;
        this.seed = seed;
    }

    static PromptSource source(YamlMap data, long seed) {
        return new DataKeys(data, seed).source();
    }

    private PromptSource source() {
        data.only("type", "path", "input_distribution", "output_distribution", "trace", SHARED_PREFIX);
        String type = ProfileKeys.choice(data.require("type"), RANDOM, SYNTHETIC, SHARED_PREFIX, SHARE_GPT);
        MEANINGFUL.forEach((key, types) -> {
            if (!types.contains(type)) {
                data.find(key).ifPresent(value -> {
                    throw value.wrong("has no meaning with data.type " + type);
                });
            }
        });
        return switch (type) {
            case SHARE_GPT -> shareGpt();
            case SHARED_PREFIX -> sharedPrefix();
            default -> data.find("trace").map(this::trace).orElseGet(() -> random(type));
        };
    }

    private PromptSource shareGpt() {
        YamlValue value = data.require("path");
        Path file = Path.of(value.text());
        if (!Files.isRegularFile(file)) {
            throw value.wrong("is " + file + ", where there is no file");
        }
        return new ShareGptPrompts(file);
    }

    private PromptSource random(String type) {
        YamlValue inputValue = data.require("input_distribution");
        YamlValue outputValue = data.require("output_distribution");
        Lengths input = Lengths.of(inputValue).requireAtLeastOne(inputValue);
        Lengths output = Lengths.of(outputValue).requireAtLeastOne(outputValue);
        OptionalInt count = input.totalCount().isPresent() ? input.totalCount() : output.totalCount();
        if (output.totalCount().isPresent() && !output.totalCount().equals(count)) {
            throw outputValue.wrong(
                    "has another total_count than data.input_distribution: there is an answer for each" + " prompt");
        }
        return new MadeUpPrompts(
                type,
                type.equals(RANDOM),
                count,
                Optional.empty(),
                (style, prompts) -> new RandomPrompts(style, input.tokens(), output.tokens(), prompts, seed));
    }

    private PromptSource trace(YamlValue value) {
        for (String each : Set.of("input_distribution", "output_distribution")) {
            data.find(each).ifPresent(lengths -> {
                throw lengths.wrong("has no meaning beside data.trace, which has the lengths");
            });
        }
        TraceFile trace = TraceFile.of(value);
        return new MadeUpPrompts(
                "trace",
                true,
                OptionalInt.of(trace.trace().requests()),
                Optional.of(trace),
                (style, prompts) -> new TracePrompts(style, trace.trace(), seed));
    }

    private PromptSource sharedPrefix() {
        YamlMap keys = data.section(SHARED_PREFIX)
                .only(
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
        Distribution system = lengths(keys, "system_prompt_len", 100, false);
        Distribution question = alternatively(keys, "question_len", "question_distribution");
        Distribution output = alternatively(keys, "output_len", "output_distribution");
        long ownSeed = keys.find("seed")
                .map(each -> each.wholeNumber(Long.MIN_VALUE, Long.MAX_VALUE))
                .orElse(seed);
        if ((long) groups * prompts > 10_000_000) {
            throw keys.wrong("data.shared_prefix has " + groups + " groups of " + prompts
                    + " prompts, which are more than 10000000");
        }
        return new MadeUpPrompts(
                SHARED_PREFIX, true, OptionalInt.of(groups * prompts), Optional.empty(), (style, count) -> workload(
                                style, groups, prompts)
                        .systemPromptLength(system)
                        .questionLength(question)
                        .outputLength(output)
                        .seed(ownSeed)
                        .build());
    }

    private static SharedPrefixes.Builder workload(PromptStyle style, int groups, int prompts) {
        return SharedPrefixes.builder(style).groups(groups).promptsPerGroup(prompts);
    }

    private static int count(YamlMap keys, String key, String alias) {
        Optional<YamlValue> value = keys.find(key);
        Optional<YamlValue> other = keys.find(alias);
        if (value.isPresent()) {
            other.ifPresent(each -> {
                throw each.wrong("says the same as " + key + ": leave one of them out");
            });
        }
        return value.or(() -> other).map(each -> each.wholeNumber(1)).orElse(10);
    }

    private static Distribution alternatively(YamlMap keys, String key, String older) {
        Optional<YamlValue> value = keys.find(older);
        if (value.isPresent()) {
            keys.find(key).ifPresent(each -> {
                throw each.wrong("says the same as " + older + ": leave one of them out");
            });
        }
        return lengths(keys, value.isPresent() ? older : key, 50, true);
    }

    private static Distribution lengths(YamlMap keys, String key, int usual, boolean atLeastOne) {
        return keys.find(key)
                .map(value -> {
                    Lengths lengths = Lengths.of(value);
                    return (atLeastOne ? lengths.requireAtLeastOne(value) : lengths).tokens();
                })
                .orElseGet(() -> Distribution.fixed(usual));
    }
}
