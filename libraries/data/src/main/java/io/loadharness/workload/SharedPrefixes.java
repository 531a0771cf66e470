// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.workload.Seeds.Purpose;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Groups of prompts. The prompts of a group start with the same system prompt and continue with different questions. The prompts of all
 * groups are in random order. Additional columns: {@code prefix_group}, and {@code prefix_len}, the number of tokens of the system prompt.
 *
 * <p>While the rows are written, one integer per prompt is kept in memory.
 *
 * <pre>{@code
 * SharedPrefixes workload = SharedPrefixes.builder(PromptStyle.chat(TextGenerator.commonWords()))
 *         .groups(20)
 *         .promptsPerGroup(50)
 *         .systemPromptLength(LengthDistribution.fixed(1000))
 *         .build();
 * Dataset dataset = Dataset.of("shared", workload);
 * }</pre>
 */
public final class SharedPrefixes implements SyntheticWorkload {

    private final PromptStyle style;
    private final int groups;
    private final int count;
    private final LengthDistribution systemPromptLength;
    private final LengthDistribution questionLength;
    private final LengthDistribution outputLength;
    private final List<ImageSize> images;
    private final Seeds seeds;

    private SharedPrefixes(Builder builder) {
        style = builder.style;
        groups = builder.groups;
        count = builder.count();
        systemPromptLength = builder.systemPromptLength;
        questionLength = builder.questionLength;
        outputLength = builder.outputLength;
        images = builder.images;
        seeds = new Seeds(builder.seed);
    }

    /**
     * Returns a builder with the defaults of inference-perf: 10 groups of 10 prompts, 100 shared tokens, 50 tokens per question, 50 output
     * tokens.
     */
    public static Builder builder(PromptStyle style) {
        return new Builder(style);
    }

    @Override
    public void writeTo(RowSink rows) throws DatasetException {
        PromptBuilder builder = style.promptBuilder(rows);
        int outputColumn = rows.column("output_len");
        int groupColumn = rows.column("prefix_group");
        int prefixColumn = rows.column("prefix_len");
        for (int prompt : order()) {
            int group = prompt % groups;
            int shared = systemPromptLength.draw(seeds.bits(Purpose.PREFIX_LENGTH, group));
            builder.clear();
            builder.add(PromptBuilder.Role.SYSTEM, shared, seeds.of(Purpose.PREFIX, group));
            addQuestion(builder, prompt);
            builder.writeColumns();
            rows.integer(outputColumn, outputLength.draw(seeds.bits(Purpose.OUTPUT_LENGTH, prompt)));
            rows.integer(groupColumn, group);
            rows.integer(prefixColumn, shared);
            rows.endRow();
        }
    }

    private void addQuestion(PromptBuilder builder, int prompt) throws DatasetException {
        long stream = seeds.of(Purpose.IMAGE, prompt);
        for (int i = 0; i < images.size(); i++) {
            builder.addImage(images.get(i), RandomBits.branch(stream, i));
        }
        builder.add(
                PromptBuilder.Role.USER,
                questionLength.draw(seeds.bits(Purpose.INPUT_LENGTH, prompt)),
                seeds.of(Purpose.INPUT, prompt));
    }

    private int[] order() {
        RandomBits random = seeds.bits(Purpose.ORDER, 0);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.below(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    /** Collects the settings of the prompts. Not thread-safe. */
    public static final class Builder {

        private final PromptStyle style;
        private int groups = 10;
        private int promptsPerGroup = 10;
        private int maxPrompts = Integer.MAX_VALUE;
        private LengthDistribution systemPromptLength = LengthDistribution.fixed(100);
        private LengthDistribution questionLength = LengthDistribution.fixed(50);
        private LengthDistribution outputLength = LengthDistribution.fixed(50);
        private List<ImageSize> images = List.of();
        private long seed;

        private Builder(PromptStyle style) {
            this.style = Objects.requireNonNull(style, "style");
        }

        /** Sets the number of groups, which is the number of different system prompts. */
        public Builder groups(int value) {
            groups = LengthBounds.requireAtLeast(1, "groups", value);
            return this;
        }

        /** Sets the number of prompts that share a system prompt. */
        public Builder promptsPerGroup(int value) {
            promptsPerGroup = LengthBounds.requireAtLeast(1, "promptsPerGroup", value);
            return this;
        }

        /** Sets the maximum number of prompts in total. If this maximum takes effect, the sizes of the groups differ by at most one. */
        public Builder maxPrompts(int prompts) {
            maxPrompts = LengthBounds.requireAtLeast(1, "maxPrompts", prompts);
            return this;
        }

        /** Sets the number of system prompt tokens, which all prompts of a group share. The number is drawn once per group. */
        public Builder systemPromptLength(LengthDistribution value) {
            systemPromptLength = Objects.requireNonNull(value, "systemPromptLength");
            return this;
        }

        /** Sets the number of question tokens, which follow the system prompt; at least 1. */
        public Builder questionLength(LengthDistribution value) {
            questionLength = value.requireAtLeast(1, "questionLength");
            return this;
        }

        /** Sets the number of output tokens to request, at least 1. */
        public Builder outputLength(LengthDistribution value) {
            outputLength = value.requireAtLeast(1, "outputLength");
            return this;
        }

        /** Adds images before each question. All images are different. Requires a {@link PromptStyle#chat} style. */
        public Builder images(int perPrompt, ImageSize size) {
            images = Collections.nCopies(
                    LengthBounds.requireAtLeast(1, "images", perPrompt), Objects.requireNonNull(size, "size"));
            return this;
        }

        /** Sets the seed; the default is 0. The same seed gives the same prompts. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /**
         * Returns the workload.
         *
         * @throws IllegalArgumentException if the style cannot contain images, or if there are too many prompts for a data set
         */
        public SharedPrefixes build() {
            if (!images.isEmpty() && !style.hasImages()) {
                throw new IllegalArgumentException(
                        "images require the style 'chat': the style of the prompts is " + style);
            }
            return new SharedPrefixes(this);
        }

        private int count() {
            long prompts = Math.min((long) groups * promptsPerGroup, maxPrompts);
            if (prompts == Integer.MAX_VALUE) {
                throw new IllegalArgumentException(groups + " groups of " + promptsPerGroup
                        + " prompts exceed the maximum of " + (Integer.MAX_VALUE - 1) + " prompts in a data set");
            }
            return (int) prompts;
        }
    }
}
