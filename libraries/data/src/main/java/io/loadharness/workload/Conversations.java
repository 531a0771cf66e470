// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.RowSink;
import io.loadharness.workload.Seeds.Draw;
import java.util.ArrayList;
import java.util.List;
import java.util.ListIterator;
import java.util.Objects;

/**
 * Conversations of several turns, a row for each turn. A prompt holds all that was said before: the system prompt, the earlier questions and
 * the answers to them. What the server will answer is not known here, so each answer is stood in for by made-up tokens, as many as were asked
 * for; they are the same in all later turns.
 *
 * <p>Further columns: {@code conversation_id} and {@code turn}, both from 0, and {@code prefix_len}, the tokens before this turn's own question.
 */
public final class Conversations implements SyntheticWorkload {

    private final PromptStyle style;
    private final int conversations;
    private final int atATime;
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
        atATime = builder.atATime;
        turns = builder.turns;
        sharedSystemPrompt = builder.sharedSystemPrompt;
        ownSystemPrompt = builder.ownSystemPrompt;
        inputLength = builder.inputLength;
        outputLength = builder.outputLength;
        maxLength = builder.maxLength;
        seeds = new Seeds(builder.seed);
    }

    /** One conversation at a time, 10 turns of 512 tokens in and 256 out, no system prompt, no limit to the length. */
    public static Builder builder(PromptStyle style) {
        return new Builder(style);
    }

    @Override
    public void writeTo(RowSink rows) throws DatasetException {
        int next = 0;
        List<Conversation> going = new ArrayList<>();
        while (next < Math.min(atATime, conversations)) {
            going.add(new Conversation(next++, rows));
        }
        while (!going.isEmpty()) {
            for (ListIterator<Conversation> each = going.listIterator(); each.hasNext(); ) {
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

    /** One conversation, as far as it has come. */
    private final class Conversation {

        private final int number;
        private final int turnCount;
        private final Draft draft;
        private final RowSink rows;
        private final int outputColumn;
        private final int conversationColumn;
        private final int turnColumn;
        private final int prefixColumn;
        private int turn;
        private int said;
        private int input;
        private int output;

        Conversation(int number, RowSink rows) throws DatasetException {
            this.number = number;
            this.rows = rows;
            turnCount = turns.draw(seeds.bits(Draw.TURNS, number));
            draft = style.draft(rows);
            outputColumn = rows.column("output_len");
            conversationColumn = rows.column("conversation_id");
            turnColumn = rows.column("turn");
            prefixColumn = rows.column("prefix_len");
            int own = ownSystemPrompt.draw(seeds.bits(Draw.PREFIX_LENGTH, number));
            draft.add(Draft.Role.SYSTEM, sharedSystemPrompt, seeds.of(Draw.PREFIX, 0));
            draft.add(Draft.Role.SYSTEM, own, seeds.of(Draw.OWN_PREFIX, number));
            said = sharedSystemPrompt + own;
            drawLengths();
        }

        boolean isOver() {
            return turn == turnCount || (long) said + input + output > maxLength;
        }

        void writeTurn() throws DatasetException {
            draft.add(Draft.Role.USER, input, stream(Draw.INPUT));
            draft.set();
            rows.integer(outputColumn, output);
            rows.integer(conversationColumn, number);
            rows.integer(turnColumn, turn);
            rows.integer(prefixColumn, said);
            rows.endRow();
            said = Math.addExact(said, input + output);
            long answer = stream(Draw.ANSWER);
            int answerLength = output;
            turn++;
            drawLengths();
            if (!isOver()) {
                draft.add(Draft.Role.ASSISTANT, answerLength, answer);
            }
        }

        private void drawLengths() {
            input = inputLength.draw(new RandomBits(stream(Draw.INPUT_LENGTH)));
            output = outputLength.draw(new RandomBits(stream(Draw.OUTPUT_LENGTH)));
        }

        private long stream(Draw draw) {
            return RandomBits.branch(seeds.of(draw, number), turn);
        }
    }

    /** Collects what the conversations are like. For one thread; each method that sets something returns this builder. */
    public static final class Builder {

        private final PromptStyle style;
        private int conversations = 1;
        private int atATime = 1;
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

        /** How many conversations there are. */
        public Builder conversations(int value) {
            conversations = LengthBounds.requireAtLeast(1, "conversations", value);
            return this;
        }

        /**
         * How many conversations take turns in the order of the rows: when one has ended, the next takes its place. 1, one conversation after
         * the other, unless set. So many are held in memory.
         */
        public Builder atATime(int value) {
            atATime = LengthBounds.requireAtLeast(1, "atATime", value);
            return this;
        }

        /** How many turns a conversation has, at least 1. */
        public Builder turns(LengthDistribution value) {
            turns = value.requireAtLeast(1, "turns");
            return this;
        }

        /** How many tokens all conversations begin with alike. */
        public Builder sharedSystemPrompt(int tokens) {
            sharedSystemPrompt = LengthBounds.requireAtLeast(0, "sharedSystemPrompt", tokens);
            return this;
        }

        /** How many tokens of system prompt come after them, different in each conversation. */
        public Builder ownSystemPrompt(LengthDistribution value) {
            ownSystemPrompt = Objects.requireNonNull(value, "ownSystemPrompt");
            return this;
        }

        /** How many tokens a turn's question has, at least 1. */
        public Builder inputLength(LengthDistribution value) {
            inputLength = value.requireAtLeast(1, "inputLength");
            return this;
        }

        /** How many tokens of an answer to ask for, at least 1. */
        public Builder outputLength(LengthDistribution value) {
            outputLength = value.requireAtLeast(1, "outputLength");
            return this;
        }

        /** How many tokens prompt and answer may have; a conversation ends before the turn that would have more. */
        public Builder maxLength(int tokens) {
            maxLength = LengthBounds.requireAtLeast(1, "maxLength", tokens);
            return this;
        }

        /** Which conversations; 0 unless set. */
        public Builder seed(long value) {
            seed = value;
            return this;
        }

        /** The workload. */
        public Conversations build() {
            long longest = (long) sharedSystemPrompt + ownSystemPrompt.max() + inputLength.max() + outputLength.max();
            if (longest > maxLength) {
                throw new IllegalArgumentException("a first turn can have " + longest
                        + " tokens with its answer, which is more than maxLength " + maxLength);
            }
            return new Conversations(this);
        }
    }
}
