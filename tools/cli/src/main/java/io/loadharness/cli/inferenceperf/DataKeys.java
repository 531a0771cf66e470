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

/** Reads what a profile asks. For one profile. */
final class DataKeys {

    private static final String RANDOM = "random";
    private static final String SYNTHETIC = "synthetic";
    private static final String SHARED_PREFIX = SharedPrefixKeys.NAME;
    private static final String SHARE_GPT = "shareGPT";

    /** They are all in memory, and so are their tokens. */
    private static final int MOST = 50_000;

    private static final int MOST_TOKENS = 100_000_000;

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
    private final List<String> remarks;

    private DataKeys(YamlMap data, long seed, List<String> remarks) {
        this.data = data;
        this.seed = seed;
        this.remarks = remarks;
    }

    static ProfilePrompts source(YamlMap data, long seed, List<String> remarks) {
        return new DataKeys(data, seed, remarks).source();
    }

    private ProfilePrompts source() {
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
            case SHARED_PREFIX -> SharedPrefixKeys.source(data.section(SHARED_PREFIX), seed, remarks);
            default -> data.find("trace").map(this::trace).orElseGet(() -> random(type));
        };
    }

    private ProfilePrompts shareGpt() {
        YamlValue value = data.require("path");
        Path file = value.file();
        if (!Files.isRegularFile(file)) {
            throw value.wrong("is " + file + ", where there is no file");
        }
        return new ProfilePrompts(PromptSource.shareGpt(file), false, Optional.empty());
    }

    private ProfilePrompts random(String type) {
        YamlValue inputValue = data.require("input_distribution");
        YamlValue outputValue = data.require("output_distribution");
        Lengths input = Lengths.of(inputValue, remarks).requireAtLeastOne(inputValue);
        Lengths output = Lengths.of(outputValue, remarks).requireAtLeastOne(outputValue);
        OptionalInt count = IntStream.concat(input.totalCount().stream(), output.totalCount().stream())
                .min();
        if (input.totalCount().isPresent()
                && output.totalCount().isPresent()
                && !input.totalCount().equals(output.totalCount())) {
            remarks.add("data.input_distribution and data.output_distribution differ in total_count: there are "
                    + count.getAsInt() + " prompts, each with an answer");
        }
        boolean isOfIds = type.equals(RANDOM);
        PromptSource source = PromptSource.synthetic(
                type,
                isOfIds,
                count.isPresent() ? requests -> count.getAsInt() : requests -> open(input.tokens(), requests),
                (style, prompts) -> new RandomPrompts(style, input.tokens(), output.tokens(), prompts, seed));
        return new ProfilePrompts(source, isOfIds, Optional.empty());
    }

    private ProfilePrompts trace(YamlValue value) {
        for (String each : Set.of("input_distribution", "output_distribution")) {
            data.find(each).ifPresent(lengths -> {
                throw lengths.wrong("has no meaning beside data.trace, which has the lengths");
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

    /** As many as are sent, if so many can be in memory. */
    private static int open(LengthDistribution input, long requests) {
        return (int) Math.max(1, Math.min(requests, Math.min(MOST, MOST_TOKENS / input.max())));
    }
}
