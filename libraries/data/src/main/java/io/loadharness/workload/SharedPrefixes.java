// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.workload.Seeds.Draw;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * Prompts in groups: all of a group begin with the same system prompt, those of other groups with others, and go on with a question of
 * their own. In random order. Further columns: {@code prefix_group}, and {@code prefix_len}, the tokens of the system prompt.
 *
 * <p>Holds one integer for each prompt while it writes, which is the order.
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

    /** Inference-perf's defaults: 10 groups of 10 prompts, 100 tokens shared, 50 of a question, 50 of an answer. */
    public static Builder builder(PromptStyle style) {
        return new Builder(style);
    }

    @Override
    public void writeTo(RowSink rows) throws DatasetException {
        Draft draft = style.draft(rows);
        int outputColumn = rows.column("output_len");
        int groupColumn = rows.column("prefix_group");
        int prefixColumn = rows.column("prefix_len");
        for (int prompt : order()) {
            int group = prompt % groups;
            int shared = systemPromptLength.draw(seeds.bits(Draw.PREFIX_LENGTH, group));
            draft.clear();
            draft.add(Draft.Role.SYSTEM, shared, seeds.of(Draw.PREFIX, group));
            addOwn(draft, prompt);
            draft.set();
            rows.integer(outputColumn, outputLength.draw(seeds.bits(Draw.OUTPUT_LENGTH, prompt)));
            rows.integer(groupColumn, group);
            rows.integer(prefixColumn, shared);
            rows.endRow();
        }
    }

    private void addOwn(Draft draft, int prompt) throws DatasetException {
        long stream = seeds.of(Draw.IMAGE, prompt);
        for (int i = 0; i < images.size(); i++) {
            draft.addImage(images.get(i), RandomBits.branch(stream, i));
        }
        draft.add(
                Draft.Role.USER,
                questionLength.draw(seeds.bits(Draw.INPUT_LENGTH, prompt)),
                seeds.of(Draw.INPUT, prompt));
    }

    private int[] order() {
        RandomBits random = seeds.bits(Draw.ORDER, 0);
        int[] order = new int[count];
        for (int i = 0; i < count; i++) {
            int other = random.below(i + 1);
            order[i] = order[other];
            order[other] = i;
        }
        return order;
    }

    /** Collects what the prompts are like. For one thread; each method that sets something returns this builder. */
    public static final class Builder {

        private final PromptStyle style;
        private int groups = 10;
        private int promptsPerGroup = 10;
        private int most = Integer.MAX_VALUE;
        private LengthDistribution systemPromptLength = LengthDistribution.fixed(100);
        private LengthDistribution questionLength = LengthDistribution.fixed(50);
        private LengthDistribution outputLength = LengthDistribution.fixed(50);
        private List<ImageSize> images = List.of();
        private long seed;

        private Builder(PromptStyle style) {
            this.style = Objects.requireNonNull(style, "style");
        }

        /** How many different beginnings there are. */
        public Builder groups(int value) {
            groups = LengthBounds.requireAtLeast(1, "groups", value);
            return this;
        }

        /** How many prompts begin alike. */
        public Builder promptsPerGroup(int value) {
            promptsPerGroup = LengthBounds.requireAtLeast(1, "promptsPerGroup", value);
            return this;
        }

        /** No more prompts than this in all; the groups stay as even as can be. */
        public Builder atMost(int prompts) {
            most = LengthBounds.requireAtLeast(1, "atMost", prompts);
            return this;
        }

        /** How many tokens a group shares; drawn once for each group. */
        public Builder systemPromptLength(LengthDistribution value) {
            systemPromptLength = Objects.requireNonNull(value, "systemPromptLength");
            return this;
        }

        /** How many tokens come after them, at least 1. */
        public Builder questionLength(LengthDistribution value) {
            questionLength = value.requireAtLeast(1, "questionLength");
            return this;
        }

        /** How many tokens to ask for, at least 1. */
        public Builder outputLength(LengthDistribution value) {
            outputLength = value.requireAtLeast(1, "outputLength");
            return this;
        }

        /** Images before each question, each a different one; for chat messages. */
        public Builder images(int perPrompt, ImageSize size) {
            images = Collections.nCopies(
                    LengthBounds.requireAtLeast(1, "images", perPrompt), Objects.requireNonNull(size, "size"));
            return this;
        }

        /** Which prompts; 0 unless set. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** The workload. */
        public SharedPrefixes build() {
            if (!images.isEmpty() && !style.hasImages()) {
                throw new IllegalArgumentException("images need chat messages, and the prompts are " + style);
            }
            return new SharedPrefixes(this);
        }

        private int count() {
            long prompts = Math.min((long) groups * promptsPerGroup, most);
            if (prompts == Integer.MAX_VALUE) {
                throw new IllegalArgumentException(
                        groups + " groups of " + promptsPerGroup + " prompts are more than a data set can hold");
            }
            return (int) prompts;
        }
    }
}
