package io.loadharness.workload;

import io.loadharness.internal.Suggestions;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What people use language models for, in numbers: eight classes of workloads that differ in how long inputs and outputs are, how much that
 * varies, how much of the input is shared, and which latency counts. The page {@code docs/workloads.md} has the table.
 *
 * <p>An input is a shared beginning, always as long, and a part of its own, whose length varies; together they have the mean length of the class.
 */
public enum WorkloadProfile {
    /** Chat with an agent. */
    INTERACTIVE_CHAT(Extent.MEDIUM, Spread.HIGH, Extent.MEDIUM, Spread.MEDIUM, Sharing.MEDIUM, LatencyFocus.PER_TOKEN),
    /** A label for a text, its sentiment for instance. */
    TEXT_CLASSIFICATION(Extent.MEDIUM, Spread.NONE, Extent.SHORT, Spread.LOW, Sharing.HIGH, LatencyFocus.PER_REQUEST),
    /** A label for an image, to filter them for instance. Only as chat messages. */
    IMAGE_CLASSIFICATION(Extent.LONG, Spread.LOW, Extent.SHORT, Spread.LOW, Sharing.HIGH, LatencyFocus.PER_REQUEST),
    /** Summaries, and answers from documents that were retrieved. */
    SUMMARIZATION(Extent.LONG, Spread.HIGH, Extent.SHORT, Spread.MEDIUM, Sharing.MEDIUM, LatencyFocus.PER_TOKEN),
    /** Long texts from short prompts. */
    TEXT_GENERATION(Extent.SHORT, Spread.HIGH, Extent.LONG, Spread.MEDIUM, Sharing.LOW, LatencyFocus.PER_TOKEN),
    /** From one language to another. */
    TRANSLATION(Extent.MEDIUM, Spread.HIGH, Extent.MEDIUM, Spread.MEDIUM, Sharing.HIGH, LatencyFocus.PER_TOKEN),
    /** The next few words of code while somebody types. */
    CODE_COMPLETION(Extent.LONG, Spread.HIGH, Extent.SHORT, Spread.MEDIUM, Sharing.MEDIUM, LatencyFocus.PER_REQUEST),
    /** A new feature in existing code. */
    CODE_GENERATION(Extent.LONG, Spread.HIGH, Extent.MEDIUM, Spread.HIGH, Sharing.MEDIUM, LatencyFocus.PER_REQUEST);

    /** How many different shared beginnings there are. */
    public static final int GROUPS = 10;

    private static final ImageSize IMAGE = new ImageSize(784, 784);

    /** What the image is to a model that makes a token of 28 x 28 pixels. */
    private static final int IMAGE_TOKENS = 28 * 28;

    private final Extent input;
    private final Spread inputSpread;
    private final Extent output;
    private final Spread outputSpread;
    private final Sharing sharing;
    private final LatencyFocus latency;

    WorkloadProfile(
            Extent input,
            Spread inputSpread,
            Extent output,
            Spread outputSpread,
            Sharing sharing,
            LatencyFocus latency) {
        this.input = input;
        this.inputSpread = inputSpread;
        this.output = output;
        this.outputSpread = outputSpread;
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
    public Distribution ownLength() {
        return inputSpread.around(input.input() - sharedLength() - (image().isPresent() ? IMAGE_TOKENS : 0));
    }

    /** How many tokens to ask for. */
    public Distribution outputLength() {
        return outputSpread.around(output.output());
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
        Counts.requireAtLeast(1, "count", count);
        SharedPrefixes.Builder prompts = SharedPrefixes.builder(style)
                .groups(GROUPS)
                .promptsPerGroup(count / GROUPS + 1)
                .atMost(count)
                .systemPromptLength(Distribution.fixed(sharedLength()))
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
                        spread(inputSpread),
                        lengths(output.output(), output),
                        spread(outputSpread),
                        lower(sharing) + ", " + sharing.percent() + " %: " + sharedLength(),
                        image().map(size -> size + ", and " + ownLength())
                                .orElseGet(() -> ownLength().toString()),
                        lower(latency));
    }

    private static String lengths(int mean, Extent extent) {
        return lower(extent) + ", " + mean;
    }

    private static String spread(Spread spread) {
        return lower(spread) + ", " + spread.ratio();
    }

    private static String lower(Enum<?> name) {
        return name.name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }
}
