// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.dataset;

import io.loadharness.cli.options.Counts;
import io.loadharness.inference.Tokenizer;
import io.loadharness.workload.Conversations;
import io.loadharness.workload.LengthDistribution;
import io.loadharness.workload.PromptStyle;
import io.loadharness.workload.RandomPrompts;
import io.loadharness.workload.RequestTrace;
import io.loadharness.workload.SharedPrefixes;
import io.loadharness.workload.SyntheticWorkload;
import io.loadharness.workload.TracePrompts;
import io.loadharness.workload.WorkloadProfile;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The options that say what data is made up. */
public final class WorkloadOptions {

    private static final String LENGTHS =
            " as 512, uniform:min=10:max=100, normal:mean=512:std=100:min=10:max=1024; also lognormal, poisson,"
                    + " skew-normal.";

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description =
                    "Make prompts up: of the class interactive-chat, text-classification, image-classification, summarization,"
                            + " text-generation, translation, code-completion or code-generation; or random,"
                            + " shared-prefixes, conversations, trace.")
    private @Nullable String name;

    @Option(
            names = "--prompt-count",
            paramLabel = "N",
            description = "Of a class, random and shared-prefixes: how many prompts.")
    private @Nullable Integer count;

    @Option(
            names = "--input-length",
            paramLabel = "LENGTH",
            description =
                    "Of random: tokens of a prompt; of shared-prefixes and conversations, of a question," + LENGTHS)
    private @Nullable LengthDistribution inputLength;

    @Option(names = "--output-length", paramLabel = "LENGTH", description = "Of these: tokens to ask for.")
    private @Nullable LengthDistribution outputLength;

    @Option(
            names = "--system-prompt-length",
            paramLabel = "LENGTH",
            description = "Of shared-prefixes: tokens that a group begins with; of conversations, that all begin with.")
    private @Nullable LengthDistribution systemPromptLength;

    @Option(
            names = "--own-system-prompt-length",
            paramLabel = "LENGTH",
            description = "Of conversations: tokens that one alone has after them.")
    private @Nullable LengthDistribution ownSystemPromptLength;

    @Option(names = "--groups", paramLabel = "N", description = "Of shared-prefixes: how many groups. Default: 10")
    private @Nullable Integer groups;

    @Option(
            names = "--prompts-per-group",
            paramLabel = "N",
            description = "Of shared-prefixes: how many prompts a group has. Default: 10, or by --prompt-count")
    private @Nullable Integer promptsPerGroup;

    @Option(names = "--conversations", paramLabel = "N", description = "Of conversations: how many.")
    private @Nullable Integer conversations;

    @Option(
            names = "--turns",
            paramLabel = "LENGTH",
            description = "Of conversations: how many turns, as a number or a distribution. Default: 10")
    private @Nullable LengthDistribution turns;

    @Option(
            names = "--at-a-time",
            paramLabel = "N",
            description = "Of conversations: how many take turns in the order of the rows. Default: 1")
    private @Nullable Integer atATime;

    @Option(
            names = "--max-length",
            paramLabel = "N",
            description = "Of conversations: one ends before a turn with more tokens than these.")
    private @Nullable Integer maxLength;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "Of trace: a trace of Azure, Mooncake or BurstGPT, with the lengths and times of requests.")
    private @Nullable Path trace;

    @Mixin
    private StyleOptions style;

    /** Whether data is made up. */
    public boolean isGiven() {
        return name != null;
    }

    /**
     * Returns the name of the workload in logs and results.
     *
     * @throws IllegalStateException if none is given
     */
    public String name() {
        if (name == null) {
            throw new IllegalStateException("--workload is not given");
        }
        return name;
    }

    /**
     * Checks that there are none, where nothing is made up.
     *
     * @throws IllegalArgumentException if there is one; names it
     */
    public void requireNone() {
        given().keySet().stream().findFirst().ifPresent(option -> {
            throw new IllegalArgumentException(option + " needs --workload");
        });
        if (style.isGiven()) {
            throw new IllegalArgumentException("--style and --vocabulary need --workload");
        }
    }

    /**
     * What is made up.
     *
     * @param tokenizer makes lengths exact
     * @param seed which prompts
     * @throws IllegalArgumentException if options are missing, or have no meaning together
     * @throws IOException if the trace cannot be read
     */
    public SyntheticWorkload workload(Optional<Tokenizer> tokenizer, long seed) throws IOException {
        WorkloadKind kind = WorkloadKind.of(name());
        return switch (kind) {
            case PROFILE -> profile(tokenizer, seed);
            case RANDOM -> random(style.style(tokenizer, false), seed);
            case SHARED_PREFIXES -> sharedPrefixes(style.style(tokenizer, false), seed);
            case CONVERSATIONS -> conversations(style.style(tokenizer, false), seed);
            case TRACE -> trace(style.style(tokenizer, false), seed);
        };
    }

    private SyntheticWorkload profile(Optional<Tokenizer> tokenizer, long seed) {
        requireOnly("--prompt-count");
        WorkloadProfile profile = WorkloadProfile.named(name());
        int prompts = required("--prompt-count", count, "1000");
        return profile.workload(
                style.style(tokenizer, profile.image().isPresent()), atLeastOne("--prompt-count", prompts), seed);
    }

    private SyntheticWorkload random(PromptStyle made, long seed) {
        requireOnly("--prompt-count", "--input-length", "--output-length");
        return new RandomPrompts(
                made,
                required("--input-length", inputLength, "512"),
                required("--output-length", outputLength, "128"),
                atLeastOne("--prompt-count", required("--prompt-count", count, "1000")),
                seed);
    }

    private SyntheticWorkload sharedPrefixes(PromptStyle made, long seed) {
        requireOnly(
                "--prompt-count",
                "--groups",
                "--prompts-per-group",
                "--system-prompt-length",
                "--input-length",
                "--output-length");
        SharedPrefixes.Builder prompts = SharedPrefixes.builder(made).seed(seed);
        int groupCount = groups == null ? 10 : atLeastOne("--groups", groups);
        prompts.groups(groupCount);
        if (promptsPerGroup != null) {
            prompts.promptsPerGroup(atLeastOne("--prompts-per-group", promptsPerGroup));
        }
        if (count != null) {
            if (promptsPerGroup != null) {
                throw new IllegalArgumentException(
                        "--prompt-count and --prompts-per-group say the same: give one of them");
            }
            prompts.promptsPerGroup((atLeastOne("--prompt-count", count) - 1) / groupCount + 1)
                    .atMost(count);
        }
        Optional.ofNullable(systemPromptLength).ifPresent(prompts::systemPromptLength);
        Optional.ofNullable(inputLength).ifPresent(prompts::questionLength);
        Optional.ofNullable(outputLength).ifPresent(prompts::outputLength);
        return prompts.build();
    }

    private SyntheticWorkload conversations(PromptStyle made, long seed) {
        requireOnly(
                "--conversations",
                "--turns",
                "--at-a-time",
                "--max-length",
                "--system-prompt-length",
                "--own-system-prompt-length",
                "--input-length",
                "--output-length");
        Conversations.Builder talks = Conversations.builder(made).seed(seed);
        talks.conversations(atLeastOne("--conversations", required("--conversations", conversations, "100")));
        Optional.ofNullable(turns).ifPresent(talks::turns);
        if (atATime != null) {
            talks.atATime(atLeastOne("--at-a-time", atATime));
        }
        if (maxLength != null) {
            talks.maxLength(atLeastOne("--max-length", maxLength));
        }
        if (systemPromptLength != null) {
            talks.sharedSystemPrompt(number("--system-prompt-length", systemPromptLength));
        }
        Optional.ofNullable(ownSystemPromptLength).ifPresent(talks::ownSystemPrompt);
        Optional.ofNullable(inputLength).ifPresent(talks::inputLength);
        Optional.ofNullable(outputLength).ifPresent(talks::outputLength);
        return talks.build();
    }

    private SyntheticWorkload trace(PromptStyle made, long seed) throws IOException {
        requireOnly("--trace");
        Path file = required("--trace", trace, "AzureLLMInferenceTrace_conv.csv");
        RequestTrace requests = RequestTrace.read(file);
        if (requests.requests() == 0) {
            throw new IllegalArgumentException(file + " has no request that has both a prompt and an answer");
        }
        return new TracePrompts(made, requests, seed);
    }

    private void requireOnly(String... options) {
        List<String> known = Arrays.asList(options);
        given().keySet().stream()
                .filter(option -> !known.contains(option))
                .findFirst()
                .ifPresent(option -> {
                    throw new IllegalArgumentException(option + " has no meaning with --workload " + name
                            + ", which takes " + String.join(", ", known));
                });
    }

    private Map<String, Object> given() {
        Map<String, Object> given = new LinkedHashMap<>();
        given.put("--prompt-count", count);
        given.put("--input-length", inputLength);
        given.put("--output-length", outputLength);
        given.put("--system-prompt-length", systemPromptLength);
        given.put("--own-system-prompt-length", ownSystemPromptLength);
        given.put("--groups", groups);
        given.put("--prompts-per-group", promptsPerGroup);
        given.put("--conversations", conversations);
        given.put("--turns", turns);
        given.put("--at-a-time", atATime);
        given.put("--max-length", maxLength);
        given.put("--trace", trace);
        given.values().removeIf(value -> value == null);
        return given;
    }

    private <T> T required(String option, @Nullable T value, String example) {
        if (value == null) {
            throw new IllegalArgumentException(
                    "--workload " + name + " needs " + option + ", as in " + option + " " + example);
        }
        return value;
    }

    private static int number(String option, LengthDistribution value) {
        if (value.min() != value.max()) {
            throw new IllegalArgumentException(
                    option + " is the same in all conversations, so it is a number: not " + value);
        }
        return value.min();
    }

    private static int atLeastOne(String option, int value) {
        Counts.requireAtLeast(1, option, value);
        return value;
    }
}
