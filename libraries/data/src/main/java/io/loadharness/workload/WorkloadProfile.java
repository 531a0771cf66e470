// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.internal.Suggestions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Typical uses of language models in numbers: eight classes of workloads that differ in how long inputs and outputs are, how much that
 * varies, how much of the input is shared, and which latency counts. The page {@code docs/workloads.md} has the table.
 *
 * <p>An input is a shared beginning, always as long, and a part of its own, whose length varies; together they have the mean length of the class.
 */
public enum WorkloadProfile {
    /** Chat with an agent. */
    INTERACTIVE_CHAT(
            Extent.MEDIUM, Variance.HIGH, Extent.MEDIUM, Variance.MEDIUM, Sharing.MEDIUM, LatencyFocus.PER_TOKEN),
    /** A label for a text, its sentiment for instance. */
    TEXT_CLASSIFICATION(
            Extent.MEDIUM, Variance.NONE, Extent.SHORT, Variance.LOW, Sharing.HIGH, LatencyFocus.PER_REQUEST),
    /** A label for an image, to filter them for instance. Only as chat messages. */
    IMAGE_CLASSIFICATION(Extent.LONG, Variance.LOW, Extent.SHORT, Variance.LOW, Sharing.HIGH, LatencyFocus.PER_REQUEST),
    /** Summaries, and answers from documents that were retrieved. */
    SUMMARIZATION(Extent.LONG, Variance.HIGH, Extent.SHORT, Variance.MEDIUM, Sharing.MEDIUM, LatencyFocus.PER_TOKEN),
    /** Long texts from short prompts. */
    TEXT_GENERATION(Extent.SHORT, Variance.HIGH, Extent.LONG, Variance.MEDIUM, Sharing.LOW, LatencyFocus.PER_TOKEN),
    /** From one language to another. */
    TRANSLATION(Extent.MEDIUM, Variance.HIGH, Extent.MEDIUM, Variance.MEDIUM, Sharing.HIGH, LatencyFocus.PER_TOKEN),
    /** The next few words of code in an editor. */
    CODE_COMPLETION(
            Extent.LONG, Variance.HIGH, Extent.SHORT, Variance.MEDIUM, Sharing.MEDIUM, LatencyFocus.PER_REQUEST),
    /** A new feature in existing code. */
    CODE_GENERATION(Extent.LONG, Variance.HIGH, Extent.MEDIUM, Variance.HIGH, Sharing.MEDIUM, LatencyFocus.PER_REQUEST);

    /** How many different shared beginnings there are. */
    public static final int GROUPS = 10;

    private static final ImageSize IMAGE = new ImageSize(784, 784);

    /** What the image is to a model that makes a token of 28 x 28 pixels. */
    private static final int IMAGE_TOKENS = 28 * 28;

    private final Extent input;
    private final Variance inputVariance;
    private final Extent output;
    private final Variance outputVariance;
    private final Sharing sharing;
    private final LatencyFocus latency;

    WorkloadProfile(
            Extent input,
            Variance inputVariance,
            Extent output,
            Variance outputVariance,
            Sharing sharing,
            LatencyFocus latency) {
        this.input = input;
        this.inputVariance = inputVariance;
        this.output = output;
        this.outputVariance = outputVariance;
        this.sharing = sharing;
        this.latency = latency;
    }

    /**
     * The profile of a name such as {@code interactive-chat}.
     *
     * @throws IllegalArgumentException if there is none; its message has the nearest name
     */
    public static WorkloadProfile named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.profileName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("there is no workload profile '" + name
                        + "'; the nearest is '" + Suggestions.nearest(name, names()) + "'"));
    }

    /** The names of all. */
    public static List<String> names() {
        return Arrays.stream(values()).map(WorkloadProfile::profileName).toList();
    }

    /** What users call it: {@code interactive-chat}. */
    public String profileName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** How many tokens at the beginning of an input are shared. */
    public int sharedLength() {
        return sharing.of(input.input());
    }

    /** How many tokens of text an input has of its own. */
    public LengthDistribution ownLength() {
        return inputVariance.around(input.input() - sharedLength() - (image().isPresent() ? IMAGE_TOKENS : 0));
    }

    /** How many tokens to ask for. */
    public LengthDistribution outputLength() {
        return outputVariance.around(output.output());
    }

    /** The size of the image in each prompt, if there is one. */
    public Optional<ImageSize> image() {
        return this == IMAGE_CLASSIFICATION ? Optional.of(IMAGE) : Optional.empty();
    }

    /** Which latency counts. */
    public LatencyFocus latency() {
        return latency;
    }

    /**
     * Prompts of this class.
     *
     * @param style what they are made of; images need chat messages
     * @param count how many
     * @param seed which ones
     */
    public SharedPrefixes workload(PromptStyle style, int count, long seed) {
        LengthBounds.requireAtLeast(1, "count", count);
        SharedPrefixes.Builder prompts = SharedPrefixes.builder(style)
                .groups(GROUPS)
                .promptsPerGroup(count / GROUPS + 1)
                .atMost(count)
                .systemPromptLength(LengthDistribution.fixed(sharedLength()))
                .questionLength(ownLength())
                .outputLength(outputLength())
                .seed(seed);
        image().ifPresent(size -> prompts.images(1, size));
        return prompts.build();
    }

    /** The class in words and in numbers, as the table of the page has it. */
    String row() {
        return "| `%s` | %s | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        profileName(),
                        lengths(input.input(), input),
                        variance(inputVariance),
                        lengths(output.output(), output),
                        variance(outputVariance),
                        lower(sharing) + ", " + sharing.percent() + " %: " + sharedLength(),
                        image().map(size -> size + ", and " + ownLength())
                                .orElseGet(() -> ownLength().toString()),
                        lower(latency));
    }

    private static String lengths(int mean, Extent extent) {
        return lower(extent) + ", " + mean;
    }

    private static String variance(Variance variance) {
        return lower(variance) + ", " + variance.ratio();
    }

    private static String lower(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** The levels of mean lengths. */
    private enum Extent {
        SHORT(256, 64),
        MEDIUM(1024, 256),
        LONG(8192, 1024);

        private final int input;
        private final int output;

        Extent(int input, int output) {
            this.input = input;
            this.output = output;
        }

        /** The mean of an input, in tokens. */
        int input() {
            return input;
        }

        /** The mean of an output, in tokens. */
        int output() {
            return output;
        }
    }

    /** The levels of variance. */
    private enum Variance {
        NONE(0),
        LOW(0.1),
        MEDIUM(0.3),
        HIGH(0.6);

        /** The ratio of the maximum to the mean and of the mean to the minimum; so large that the bounds hardly ever apply. */
        private static final int MAX_RATIO = 8;

        private final double ratio;

        Variance(double ratio) {
            this.ratio = ratio;
        }

        /** The standard deviation, as a part of the mean. */
        double ratio() {
            return ratio;
        }

        LengthDistribution around(int mean) {
            return this == NONE
                    ? LengthDistribution.fixed(mean)
                    : LengthDistribution.lognormal(mean, ratio * mean, Math.max(1, mean / MAX_RATIO), mean * MAX_RATIO);
        }
    }

    /** The levels of shared prefixes. */
    private enum Sharing {
        LOW(10),
        MEDIUM(50),
        HIGH(90);

        private final int percent;

        Sharing(int percent) {
            this.percent = percent;
        }

        /** How much of a mean input is shared. */
        int percent() {
            return percent;
        }

        int of(int tokens) {
            return (int) Math.round(tokens * percent / 100.0);
        }
    }

    /** The latency that matters to the users of a workload. */
    public enum LatencyFocus {
        /** Time to first token and time between tokens: users read along. */
        PER_TOKEN,
        /** Latency of the request: users need the whole response. */
        PER_REQUEST
    }
}
