// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.internal.Suggestions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Typical workloads of language models. The eight use cases differ in the lengths of inputs and outputs, the variance of these lengths, the
 * shared part of the input, and the latency that matters. The page {@code docs/guides/workloads.md} has a table of all use cases.
 *
 * <p>An input consists of a shared prefix of fixed length and a unique part of varying length. On average, the two parts together have the
 * mean input length of the use case.
 *
 * <pre>{@code
 * SharedPrefixes workload = WorkloadProfile.CODE_COMPLETION.workload(PromptStyle.tokenIds(PromptVocabulary.of(32_000)), 1000, 42);
 * Dataset dataset = Dataset.of("code-completion", workload);
 * }</pre>
 */
public enum WorkloadProfile {
    /** Chat with an agent. */
    INTERACTIVE_CHAT(
            Extent.MEDIUM, Variance.HIGH, Extent.MEDIUM, Variance.MEDIUM, Sharing.MEDIUM, LatencyFocus.PER_TOKEN),
    /** Classification of texts, for example by sentiment. */
    TEXT_CLASSIFICATION(
            Extent.MEDIUM, Variance.NONE, Extent.SHORT, Variance.LOW, Sharing.HIGH, LatencyFocus.PER_REQUEST),
    /** Classification of images, for example for content filters. Requires chat messages. */
    IMAGE_CLASSIFICATION(Extent.LONG, Variance.LOW, Extent.SHORT, Variance.LOW, Sharing.HIGH, LatencyFocus.PER_REQUEST),
    /** Summaries, and answers based on retrieved documents. */
    SUMMARIZATION(Extent.LONG, Variance.HIGH, Extent.SHORT, Variance.MEDIUM, Sharing.MEDIUM, LatencyFocus.PER_TOKEN),
    /** Long texts from short prompts. */
    TEXT_GENERATION(Extent.SHORT, Variance.HIGH, Extent.LONG, Variance.MEDIUM, Sharing.LOW, LatencyFocus.PER_TOKEN),
    /** Translation from one language to another. */
    TRANSLATION(Extent.MEDIUM, Variance.HIGH, Extent.MEDIUM, Variance.MEDIUM, Sharing.HIGH, LatencyFocus.PER_TOKEN),
    /** The next few words of code in an editor. */
    CODE_COMPLETION(
            Extent.LONG, Variance.HIGH, Extent.SHORT, Variance.MEDIUM, Sharing.MEDIUM, LatencyFocus.PER_REQUEST),
    /** A new feature in existing code. */
    CODE_GENERATION(Extent.LONG, Variance.HIGH, Extent.MEDIUM, Variance.HIGH, Sharing.MEDIUM, LatencyFocus.PER_REQUEST);

    /** The number of different shared prefixes. */
    public static final int GROUPS = 10;

    private static final ImageSize IMAGE = new ImageSize(784, 784);

    /** The number of tokens of the image for models with one token per 28 x 28 pixels. */
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
     * Returns the use case with a name such as {@code interactive-chat}.
     *
     * @throws IllegalArgumentException if no use case has this name; the message suggests the nearest name
     */
    public static WorkloadProfile named(String name) {
        return Arrays.stream(values())
                .filter(each -> each.profileName().equals(name))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException(
                        "unknown use case '" + name + "'" + Suggestions.hintAndNames(name, names())));
    }

    /** Returns the names of all use cases. */
    public static List<String> names() {
        return Arrays.stream(values()).map(WorkloadProfile::profileName).toList();
    }

    /** Returns the name for users, such as {@code interactive-chat}. */
    public String profileName() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }

    /** Returns the number of shared tokens at the start of an input. */
    public int sharedLength() {
        return sharing.of(input.input());
    }

    /** Returns the number of text tokens after the shared prefix. The tokens of an image are not included. */
    public LengthDistribution ownLength() {
        return inputVariance.around(input.input() - sharedLength() - (image().isPresent() ? IMAGE_TOKENS : 0));
    }

    /** Returns the number of output tokens to request. */
    public LengthDistribution outputLength() {
        return outputVariance.around(output.output());
    }

    /** Returns the size of the image in each prompt; empty if prompts have no image. */
    public Optional<ImageSize> image() {
        return this == IMAGE_CLASSIFICATION ? Optional.of(IMAGE) : Optional.empty();
    }

    /** Returns the latency that matters to the users of this workload. */
    public LatencyFocus latency() {
        return latency;
    }

    /**
     * Returns a workload for this use case.
     *
     * @param style the form of the prompts; images require chat messages
     * @param count the number of prompts, at least 1
     * @param seed the seed; the same seed gives the same prompts
     */
    public SharedPrefixes workload(PromptStyle style, int count, long seed) {
        LengthBounds.requireAtLeast(1, "count", count);
        SharedPrefixes.Builder prompts = SharedPrefixes.builder(style)
                .groups(GROUPS)
                .promptsPerGroup(count / GROUPS + 1)
                .maxPrompts(count)
                .systemPromptLength(LengthDistribution.fixed(sharedLength()))
                .questionLength(ownLength())
                .outputLength(outputLength())
                .seed(seed);
        image().ifPresent(size -> prompts.images(1, size));
        return prompts.build();
    }

    /** Returns the row of this use case in the table of {@code docs/guides/workloads.md}. */
    String row() {
        return "| `%s` | %s | %s | %s | %s | %s | %s | %s |"
                .formatted(
                        profileName(),
                        lengths(input.input(), input),
                        variance(inputVariance),
                        lengths(output.output(), output),
                        variance(outputVariance),
                        lower(sharing) + ", " + sharing.percent() + " %: " + sharedLength(),
                        image().map(size -> "an image of %d x %d pixels, and a text: "
                                                .formatted(size.width(), size.height()))
                                        .orElse("")
                                + ownLength(),
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

        /** Returns the mean number of input tokens. */
        int input() {
            return input;
        }

        /** Returns the mean number of output tokens. */
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

        /**
         * The ratio of the maximum length to the mean length, and of the mean to the minimum. The ratio is so large that few lengths are
         * limited by the bounds.
         */
        private static final int MAX_RATIO = 8;

        private final double ratio;

        Variance(double ratio) {
            this.ratio = ratio;
        }

        /** Returns the ratio of the standard deviation to the mean. */
        double ratio() {
            return ratio;
        }

        LengthDistribution around(int mean) {
            return this == NONE
                    ? LengthDistribution.fixed(mean)
                    : LengthDistribution.lognormal(mean, ratio * mean, Math.max(1, mean / MAX_RATIO), mean * MAX_RATIO);
        }
    }

    /** The levels of the shared part of the input. */
    private enum Sharing {
        LOW(10),
        MEDIUM(50),
        HIGH(90);

        private final int percent;

        Sharing(int percent) {
            this.percent = percent;
        }

        /** Returns the length of the shared prefix in percent of the mean input length. */
        int percent() {
            return percent;
        }

        int of(int tokens) {
            return (int) Math.round(tokens * percent / 100.0);
        }
    }

    /** The latency that matters to the users of a workload. */
    public enum LatencyFocus {
        /** Time to first token and time between tokens: users read the output while it is generated. */
        PER_TOKEN,
        /** Latency of the request: users need the whole response. */
        PER_REQUEST
    }
}
