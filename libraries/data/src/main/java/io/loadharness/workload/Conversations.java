// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.workload.Seeds.Purpose;
import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;

/**
 * Conversations of several turns, with one row per turn. The prompt of a turn contains the system prompt, the questions and completions of
 * the earlier turns, and the question of this turn. The completions that the server will generate are not known in advance. Therefore,
 * prompts contain synthetic completions instead. The synthetic completion of a turn has as many tokens as this turn requests, and is the
 * same in all later turns.
 *
 * <p>Additional columns: {@code conversation_id} and {@code turn}, both counted from 0, and {@code prefix_len}, the number of tokens before
 * the question of this turn.
 *
 * <pre>{@code
 * Conversations workload = Conversations.builder(PromptStyle.chat(TextGenerator.commonWords()))
 *         .conversations(100)
 *         .turns(LengthDistribution.uniform(2, 8))
 *         .seed(42)
 *         .build();
 * Dataset dataset = Dataset.of("chats", workload);
 * }</pre>
 */
public final class Conversations implements SyntheticWorkload {

    private final PromptStyle style;
    private final int conversations;
    private final int concurrentConversations;
    private final LengthDistribution turns;
    private final int sharedSystemPrompt;
    private final LengthDistribution ownSystemPrompt;
    private final LengthDistribution inputLength;
    private final LengthDistribution outputLength;
    private final int maxLength;
    private final Seeds seeds;

    private Conversations(Builder builder) {
        style = builder.style;
        conversations = builder.conversations;
        concurrentConversations = builder.concurrentConversations;
        turns = builder.turns;
        sharedSystemPrompt = builder.sharedSystemPrompt;
        ownSystemPrompt = builder.ownSystemPrompt;
        inputLength = builder.inputLength;
        outputLength = builder.outputLength;
        maxLength = builder.maxLength;
        seeds = new Seeds(builder.seed);
    }

    /**
     * Returns a builder with the defaults: one conversation of 10 turns with 512 input and 256 output tokens, no system prompt, no maximum
     * length.
     */
    public static Builder builder(PromptStyle style) {
        return new Builder(style);
    }

    @Override
    public void writeTo(RowSink rows) throws DatasetException {
        int next = 0;
        List<Conversation> active = new ArrayList<>();
        while (next < Math.min(concurrentConversations, conversations)) {
            active.add(new Conversation(next++, rows));
        }
        while (!active.isEmpty()) {
            for (ListIterator<Conversation> each = active.listIterator(); each.hasNext(); ) {
                Conversation conversation = each.next();
                conversation.writeTurn();
                if (conversation.isOver()) {
                    each.remove();
                    if (next < conversations) {
                        each.add(new Conversation(next++, rows));
                    }
                }
            }
        }
    }

    /** The state of one conversation. */
    private final class Conversation {

        private final int number;
        private final int turnCount;
        private final PromptBuilder builder;
        private final RowSink rows;
        private final int outputColumn;
        private final int conversationColumn;
        private final int turnColumn;
        private final int prefixColumn;
        private int turn;
        private int prefixLength;
        private int input;
        private int output;

        Conversation(int number, RowSink rows) throws DatasetException {
            this.number = number;
            this.rows = rows;
            turnCount = turns.draw(seeds.bits(Purpose.TURNS, number));
            builder = style.promptBuilder(rows);
            outputColumn = rows.column("output_len");
            conversationColumn = rows.column("conversation_id");
            turnColumn = rows.column("turn");
            prefixColumn = rows.column("prefix_len");
            int own = ownSystemPrompt.draw(seeds.bits(Purpose.PREFIX_LENGTH, number));
            builder.add(PromptBuilder.Role.SYSTEM, sharedSystemPrompt, seeds.of(Purpose.PREFIX, 0));
            builder.add(PromptBuilder.Role.SYSTEM, own, seeds.of(Purpose.OWN_PREFIX, number));
            prefixLength = sharedSystemPrompt + own;
            drawLengths();
        }

        boolean isOver() {
            return turn == turnCount || (long) prefixLength + input + output > maxLength;
        }

        void writeTurn() throws DatasetException {
            builder.add(PromptBuilder.Role.USER, input, stream(Purpose.INPUT));
            builder.writeColumns();
            rows.integer(outputColumn, output);
            rows.integer(conversationColumn, number);
            rows.integer(turnColumn, turn);
            rows.integer(prefixColumn, prefixLength);
            rows.endRow();
            prefixLength = Math.addExact(prefixLength, input + output);
            long completion = stream(Purpose.COMPLETION);
            int completionLength = output;
            turn++;
            drawLengths();
            if (!isOver()) {
                builder.add(PromptBuilder.Role.ASSISTANT, completionLength, completion);
            }
        }

        private void drawLengths() {
            input = inputLength.draw(new RandomBits(stream(Purpose.INPUT_LENGTH)));
            output = outputLength.draw(new RandomBits(stream(Purpose.OUTPUT_LENGTH)));
        }

        private long stream(Purpose purpose) {
            return RandomBits.branch(seeds.of(purpose, number), turn);
        }
    }

    /** Collects the settings of the conversations. Not thread-safe. */
    public static final class Builder {

        private final PromptStyle style;
        private int conversations = 1;
        private int concurrentConversations = 1;
        private LengthDistribution turns = LengthDistribution.fixed(10);
        private int sharedSystemPrompt;
        private LengthDistribution ownSystemPrompt = LengthDistribution.fixed(0);
        private LengthDistribution inputLength = LengthDistribution.fixed(512);
        private LengthDistribution outputLength = LengthDistribution.fixed(256);
        private int maxLength = Integer.MAX_VALUE;
        private long seed;

        private Builder(PromptStyle style) {
            this.style = Objects.requireNonNull(style, "style");
        }

        /** Sets the number of conversations; the default is 1. */
        public Builder conversations(int value) {
            conversations = LengthBounds.requireAtLeast(1, "conversations", value);
            return this;
        }

        /**
         * Sets the number of conversations that are interleaved: consecutive rows are turns of different conversations. When a conversation
         * ends, the next conversation starts. With the default 1, a conversation starts only after the last turn of the previous
         * conversation. All interleaved conversations are held in memory.
         */
        public Builder concurrentConversations(int value) {
            concurrentConversations = LengthBounds.requireAtLeast(1, "concurrentConversations", value);
            return this;
        }

        /** Sets the number of turns of a conversation, at least 1. */
        public Builder turns(LengthDistribution value) {
            turns = value.requireAtLeast(1, "turns");
            return this;
        }

        /** Sets the number of tokens of the system prompt that all conversations share; the default is 0. */
        public Builder sharedSystemPrompt(int tokens) {
            sharedSystemPrompt = LengthBounds.requireAtLeast(0, "sharedSystemPrompt", tokens);
            return this;
        }

        /**
         * Sets the number of system prompt tokens that are different in each conversation. These tokens follow the shared tokens. The
         * default is 0.
         */
        public Builder ownSystemPrompt(LengthDistribution value) {
            ownSystemPrompt = Objects.requireNonNull(value, "ownSystemPrompt");
            return this;
        }

        /** Sets the number of tokens of the question of a turn, at least 1. */
        public Builder inputLength(LengthDistribution value) {
            inputLength = value.requireAtLeast(1, "inputLength");
            return this;
        }

        /** Sets the number of output tokens to request per turn, at least 1. */
        public Builder outputLength(LengthDistribution value) {
            outputLength = value.requireAtLeast(1, "outputLength");
            return this;
        }

        /**
         * Sets the maximum sum of prompt and completion tokens in a turn. A conversation ends before the first turn that would exceed this
         * maximum.
         */
        public Builder maxLength(int tokens) {
            maxLength = LengthBounds.requireAtLeast(1, "maxLength", tokens);
            return this;
        }

        /** Sets the seed; the default is 0. The same seed gives the same conversations. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /**
         * Returns the workload.
         *
         * @throws IllegalArgumentException if the first turn of a conversation could exceed the maximum length
         */
        public Conversations build() {
            long maxFirst = (long) sharedSystemPrompt + ownSystemPrompt.max() + inputLength.max() + outputLength.max();
            if (maxFirst > maxLength) {
                throw new IllegalArgumentException("maxLength must be at least " + maxFirst
                        + ", the maximum number of tokens of a first turn with its completion: got " + maxLength);
            }
            return new Conversations(this);
        }
    }
}
