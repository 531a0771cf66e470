// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.inferenceperf;

import io.loadharness.benchmark.PromptSource;
import io.loadharness.cli.yaml.YamlMap;
import io.loadharness.cli.yaml.YamlValue;
import io.loadharness.workload.LengthDistribution;
import io.loadharness.workload.RandomPrompts;
import io.loadharness.workload.TracePrompts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.IntStream;

/** Reads the {@code data} section of a profile. */
final class DataKeys {

    private static final String RANDOM = "random";
    private static final String SYNTHETIC = "synthetic";
    private static final String SHARED_PREFIX = SharedPrefixKeys.NAME;
    private static final String SHARE_GPT = "shareGPT";

    private static final String NO_SHARE_GPT_FILE =
            "data needs the key 'path': inference-perf downloads the file of 'data.type: shareGPT', LoadHarness does"
                    + " not. Download"
                    + " https://huggingface.co/datasets/anon8231489123/ShareGPT_Vicuna_unfiltered/resolve/main/ShareGPT_V3_unfiltered_cleaned_split.json"
                    + " and set data.path to it";

    /** The maximum default number of prompts. It is limited because all prompts are in memory. */
    private static final int MAX_PROMPTS = 50_000;

    private static final int MAX_TOKENS = 100_000_000;

    /** The data types to which a key applies. */
    private static final Map<String, Set<String>> TYPES_BY_KEY = Map.of(
            "path",
            Set.of(SHARE_GPT),
            "input_distribution",
            Set.of(RANDOM, SYNTHETIC, SHARE_GPT),
            "output_distribution",
            Set.of(RANDOM, SYNTHETIC, SHARE_GPT),
            "trace",
            Set.of(RANDOM),
            SHARED_PREFIX,
            Set.of(SHARED_PREFIX));

    private final YamlMap data;
    private final long seed;
    private final List<String> warnings;

    private DataKeys(YamlMap data, long seed, List<String> warnings) {
        this.data = data;
        this.seed = seed;
        this.warnings = warnings;
    }

    static ProfilePrompts source(YamlMap data, long seed, List<String> warnings) {
        return new DataKeys(data, seed, warnings).source();
    }

    private ProfilePrompts source() {
        data.allowOnly("type", "path", "input_distribution", "output_distribution", "trace", SHARED_PREFIX);
        String type = ProfileKeys.choice(data.require("type"), RANDOM, SYNTHETIC, SHARED_PREFIX, SHARE_GPT);
        TYPES_BY_KEY.forEach((key, types) -> {
            if (!types.contains(type)) {
                data.find(key).ifPresent(value -> {
                    throw value.error("does not apply to 'data.type: " + type + "'");
                });
            }
        });
        return switch (type) {
            case SHARE_GPT -> shareGpt();
            case SHARED_PREFIX -> SharedPrefixKeys.source(data.section(SHARED_PREFIX), seed, warnings);
            default -> data.find("trace").map(this::trace).orElseGet(() -> random(type));
        };
    }

    private ProfilePrompts shareGpt() {
        YamlValue value = data.find("path").orElseThrow(() -> data.error(NO_SHARE_GPT_FILE));
        Path file = value.file();
        if (!Files.isRegularFile(file)) {
            throw value.error("is " + file + ", which is not a file");
        }
        PromptSource source = PromptSource.shareGpt(file, bounds("input_distribution"), bounds("output_distribution"));
        return new ProfilePrompts(source, false, Optional.empty());
    }

    /** Returns the minimum and the maximum length of the conversations to use; empty if the key is missing. */
    private Optional<LengthDistribution> bounds(String key) {
        return data.find(key).map(value -> Lengths.bounds(value, warnings));
    }

    private ProfilePrompts random(String type) {
        YamlValue inputValue = data.require("input_distribution");
        YamlValue outputValue = data.require("output_distribution");
        Lengths input = Lengths.of(inputValue, warnings).requireAtLeastOne(inputValue);
        Lengths output = Lengths.of(outputValue, warnings).requireAtLeastOne(outputValue);
        OptionalInt count = IntStream.concat(input.totalCount().stream(), output.totalCount().stream())
                .min();
        if (input.totalCount().isPresent()
                && output.totalCount().isPresent()
                && !input.totalCount().equals(output.totalCount())) {
            warnings.add(
                    "data.input_distribution and data.output_distribution differ in total_count: the smaller value, "
                            + count.getAsInt() + ", is used");
        }
        boolean isOfIds = type.equals(RANDOM);
        PromptSource source = PromptSource.synthetic(
                type,
                isOfIds,
                count.isPresent() ? requests -> count.getAsInt() : requests -> defaultCount(input.tokens(), requests),
                (style, prompts) -> new RandomPrompts(style, input.tokens(), output.tokens(), prompts, seed));
        return new ProfilePrompts(source, isOfIds, Optional.empty());
    }

    private ProfilePrompts trace(YamlValue value) {
        for (String each : Set.of("input_distribution", "output_distribution")) {
            data.find(each).ifPresent(lengths -> {
                throw lengths.error("does not apply together with data.trace, which sets the lengths");
            });
        }
        TraceFile trace = TraceFile.of(value);
        PromptSource source = PromptSource.synthetic(
                "trace",
                true,
                requests -> trace.trace().requests(),
                (style, prompts) -> new TracePrompts(style, trace.trace(), seed));
        return new ProfilePrompts(source, true, Optional.of(trace));
    }

    /** Returns the default number of prompts: one for each request, up to a limit for memory. */
    private static int defaultCount(LengthDistribution input, long requests) {
        return (int) Math.max(1, Math.min(requests, Math.min(MAX_PROMPTS, MAX_TOKENS / input.max())));
    }
}
