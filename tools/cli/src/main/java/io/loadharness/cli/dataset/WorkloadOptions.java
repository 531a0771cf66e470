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

/** Options for synthetic prompts. */
public final class WorkloadOptions {

    private static final String LENGTHS =
            " LENGTH is a number, for example 512, or a distribution, for example uniform:min=10:max=100 or"
                    + " normal:mean=512:std=100:min=10:max=1024. The other distributions are lognormal, poisson and"
                    + " skew-normal.";

    @Option(
            names = "--workload",
            paramLabel = "NAME",
            description = "Use synthetic prompts. NAME is a use case or a generator of prompts. Use cases:"
                    + " interactive-chat, text-classification, image-classification, summarization,"
                    + " text-generation, translation, code-completion and code-generation. Generators: random,"
                    + " shared-prefixes, conversations and trace.")
    private @Nullable String name;

    @Option(
            names = "--prompt-count",
            paramLabel = "N",
            description =
                    "Number of synthetic prompts, for example 1000. Does not apply to --workload=conversations and"
                            + " --workload=trace. Default with --workload=shared-prefixes: --groups times"
                            + " --prompts-per-group")
    private @Nullable Integer count;

    @Option(
            names = "--input-length",
            paramLabel = "LENGTH",
            description = "Number of tokens of each prompt (--workload=random) or of each question"
                    + " (--workload=shared-prefixes and --workload=conversations). The question is the part of the"
                    + " prompt after the system prompt."
                    + LENGTHS
                    + " Default with --workload=shared-prefixes: 50. Default with --workload=conversations:"
                    + " 512")
    private @Nullable LengthDistribution inputLength;

    @Option(
            names = "--output-length",
            paramLabel = "LENGTH",
            description = "Number of output tokens to request for each prompt. Applies to --workload=random,"
                    + " --workload=shared-prefixes and --workload=conversations. The format is the same as for"
                    + " --input-length. Default with --workload=shared-prefixes: 50. Default with"
                    + " --workload=conversations: 256")
    private @Nullable LengthDistribution outputLength;

    @Option(
            names = "--system-prompt-length",
            paramLabel = "LENGTH",
            description =
                    "Number of tokens of the shared system prompt. With --workload=shared-prefixes, each group shares"
                            + " one system prompt, and the format is the same as for --input-length. With"
                            + " --workload=conversations, all conversations share one system prompt, and the length must"
                            + " be a number. Default with --workload=shared-prefixes: 100. Default with"
                            + " --workload=conversations: 0")
    private @Nullable LengthDistribution systemPromptLength;

    @Option(
            names = "--own-system-prompt-length",
            paramLabel = "LENGTH",
            description = "Number of tokens of the second part of the system prompt. This part differs between"
                    + " conversations, and follows the shared system prompt. Applies to --workload=conversations."
                    + " The format is the same as for --input-length. Default: 0")
    private @Nullable LengthDistribution ownSystemPromptLength;

    @Option(
            names = "--groups",
            paramLabel = "N",
            description = "Number of groups of --workload=shared-prefixes. Default: 10")
    private @Nullable Integer groups;

    @Option(
            names = "--prompts-per-group",
            paramLabel = "N",
            description = "Number of prompts in each group of --workload=shared-prefixes, for example 20. Default:"
                    + " --prompt-count divided by --groups, or 10 if --prompt-count is not given")
    private @Nullable Integer promptsPerGroup;

    @Option(
            names = "--conversations",
            paramLabel = "N",
            description = "Number of conversations of --workload=conversations, for example 100.")
    private @Nullable Integer conversations;

    @Option(
            names = "--turns",
            paramLabel = "LENGTH",
            description = "Number of turns of each conversation of --workload=conversations. The format is the same as"
                    + " for --input-length. Default: 10")
    private @Nullable LengthDistribution turns;

    @Option(
            names = "--concurrent-conversations",
            paramLabel = "N",
            description =
                    "Number of conversations of --workload=conversations that are in progress at the same time. The"
                            + " prompts of these conversations are interleaved: first one turn of each conversation, then"
                            + " the next turn of each conversation. When a conversation ends, a new conversation starts."
                            + " Default: 1")
    private @Nullable Integer concurrentConversations;

    @Option(
            names = "--max-length",
            paramLabel = "N",
            description =
                    "Maximum number of tokens of a turn of --workload=conversations, for example 8192. A turn consists"
                            + " of the prompt, which contains all previous turns, and the completion. The conversation"
                            + " ends before the turn that would exceed this maximum. Default: no limit")
    private @Nullable Integer maxLength;

    @Option(
            names = "--trace",
            paramLabel = "FILE",
            description = "The trace file of --workload=trace, from Azure, Mooncake or BurstGPT, for example"
                    + " AzureLLMInferenceTrace_conv.csv. A trace contains the lengths and arrival times of"
                    + " requests.")
    private @Nullable Path trace;

    @Mixin
    private StyleOptions style;

    /** Returns true if prompts are synthetic. */
    public boolean isGiven() {
        return name != null;
    }

    /**
     * Returns the name of the workload in logs and results.
     *
     * @throws IllegalStateException if no workload is given
     */
    public String name() {
        if (name == null) {
            throw new IllegalStateException("--workload is not given");
        }
        return name;
    }

    /**
     * Checks that none of the workload options is given.
     *
     * @throws IllegalArgumentException if such an option is given; the message names the option
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
     * Returns the workload.
     *
     * @param tokenizer the tokenizer for exact lengths
     * @param seed the seed of the prompts
     * @throws IllegalArgumentException if options are missing or cannot be combined
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

    private SyntheticWorkload random(PromptStyle promptStyle, long seed) {
        requireOnly("--prompt-count", "--input-length", "--output-length");
        return new RandomPrompts(
                promptStyle,
                required("--input-length", inputLength, "512"),
                required("--output-length", outputLength, "128"),
                atLeastOne("--prompt-count", required("--prompt-count", count, "1000")),
                seed);
    }

    private SyntheticWorkload sharedPrefixes(PromptStyle promptStyle, long seed) {
        requireOnly(
                "--prompt-count",
                "--groups",
                "--prompts-per-group",
                "--system-prompt-length",
                "--input-length",
                "--output-length");
        SharedPrefixes.Builder prompts = SharedPrefixes.builder(promptStyle).seed(seed);
        int groupCount = groups == null ? 10 : atLeastOne("--groups", groups);
        prompts.groups(groupCount);
        if (promptsPerGroup != null) {
            prompts.promptsPerGroup(atLeastOne("--prompts-per-group", promptsPerGroup));
        }
        if (count != null) {
            if (promptsPerGroup != null) {
                throw new IllegalArgumentException(
                        "--prompt-count and --prompts-per-group both set the number of prompts: give only one of them");
            }
            prompts.promptsPerGroup((atLeastOne("--prompt-count", count) - 1) / groupCount + 1)
                    .maxPrompts(count);
        }
        Optional.ofNullable(systemPromptLength).ifPresent(prompts::systemPromptLength);
        Optional.ofNullable(inputLength).ifPresent(prompts::questionLength);
        Optional.ofNullable(outputLength).ifPresent(prompts::outputLength);
        return prompts.build();
    }

    private SyntheticWorkload conversations(PromptStyle promptStyle, long seed) {
        requireOnly(
                "--conversations",
                "--turns",
                "--concurrent-conversations",
                "--max-length",
                "--system-prompt-length",
                "--own-system-prompt-length",
                "--input-length",
                "--output-length");
        Conversations.Builder builder = Conversations.builder(promptStyle).seed(seed);
        builder.conversations(atLeastOne("--conversations", required("--conversations", conversations, "100")));
        Optional.ofNullable(turns).ifPresent(builder::turns);
        if (concurrentConversations != null) {
            builder.concurrentConversations(atLeastOne("--concurrent-conversations", concurrentConversations));
        }
        if (maxLength != null) {
            builder.maxLength(atLeastOne("--max-length", maxLength));
        }
        if (systemPromptLength != null) {
            builder.sharedSystemPrompt(number("--system-prompt-length", systemPromptLength));
        }
        Optional.ofNullable(ownSystemPromptLength).ifPresent(builder::ownSystemPrompt);
        Optional.ofNullable(inputLength).ifPresent(builder::inputLength);
        Optional.ofNullable(outputLength).ifPresent(builder::outputLength);
        return builder.build();
    }

    private SyntheticWorkload trace(PromptStyle promptStyle, long seed) throws IOException {
        requireOnly("--trace");
        Path file = required("--trace", trace, "AzureLLMInferenceTrace_conv.csv");
        RequestTrace requests = RequestTrace.read(file);
        if (requests.requests() == 0) {
            throw new IllegalArgumentException(
                    file + " has no request with both a prompt and a completion: use another trace");
        }
        return new TracePrompts(promptStyle, requests, seed);
    }

    private void requireOnly(String... options) {
        List<String> known = Arrays.asList(options);
        given().keySet().stream()
                .filter(option -> !known.contains(option))
                .findFirst()
                .ifPresent(option -> {
                    throw new IllegalArgumentException(option + " does not apply to --workload=" + name
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
        given.put("--concurrent-conversations", concurrentConversations);
        given.put("--max-length", maxLength);
        given.put("--trace", trace);
        given.values().removeIf(value -> value == null);
        return given;
    }

    private <T> T required(String option, @Nullable T value, String example) {
        if (value == null) {
            throw new IllegalArgumentException(
                    "--workload=" + name + " needs " + option + ", for example " + option + " " + example);
        }
        return value;
    }

    private static int number(String option, LengthDistribution value) {
        if (value.min() != value.max()) {
            throw new IllegalArgumentException(
                    option + " must be a number, because all conversations share one system prompt: got " + value);
        }
        return value.min();
    }

    private static int atLeastOne(String option, int value) {
        Counts.requireAtLeast(1, option, value);
        return value;
    }
}
