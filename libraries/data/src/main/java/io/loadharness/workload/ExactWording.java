// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.inference.TokenCounter;
import java.util.Arrays;
import java.util.Objects;

/** Common words, trimmed and extended until a tokenizer counts the requested number of tokens. */
final class ExactWording implements Wording {

    /** The maximum number of counts per text. */
    static final int MAX_TRIES = 200;

    private final TokenCounter counter;

    ExactWording(TokenCounter counter) {
        this.counter = Objects.requireNonNull(counter, "counter");
    }

    @Override
    public String after(String before, int tokens, long stream) throws DatasetException {
        if (tokens == 0) {
            return "";
        }
        Passage passage = new Passage(before, new RandomBits(stream));
        int from = before.isEmpty() ? 0 : counter.count(before);
        passage.addWords(tokens);
        for (int tries = 0; tries < MAX_TRIES; tries++) {
            int now = counter.count(passage.text()) - from;
            if (now == tokens) {
                return passage.added();
            }
            passage.adjust(now, tokens);
        }
        throw new DatasetException("no text of exactly " + tokens + " tokens was found in " + MAX_TRIES
                + " tries, the last has " + (counter.count(passage.text()) - from)
                + ": the tokenizer may add tokens of its own, which must not be counted, or merge across words");
    }

    /** A text that grows and shrinks at its end until it has the right number of tokens. Not thread-safe. */
    private static final class Passage {

        /** Pieces that are often a single token where a word would be several. */
        private static final String[] SMALL_PIECES = {".", ",", "!", "?", ";", "-", " a", " I", " 1", "s", "x", "0"};

        private final StringBuilder text;
        private final RandomBits random;
        private final int start;

        /** The start of each added piece. */
        private int[] pieces = new int[64];

        private int count;

        /** Measured before the first small piece is added; 0 until then. */
        private double tokensPerWord;

        Passage(String before, RandomBits random) {
            this.text = new StringBuilder(before);
            this.random = random;
            start = before.length();
        }

        /** Returns the text with the text before it. */
        String text() {
            return text.toString();
        }

        /** Returns the text without the text before it. */
        String added() {
            return text.substring(start);
        }

        void addWords(int words) {
            for (int i = 0; i < words; i++) {
                String word = CommonWords.word(random);
                add(text.length() == 0 ? word : " " + word);
            }
        }

        /** Moves towards the wanted number of tokens, or to another text at the same distance. */
        void adjust(int tokens, int wanted) {
            int missing = wanted - tokens;
            if (tokensPerWord == 0) {
                tokensPerWord = Math.max(1, (double) tokens / count);
            }
            if (missing < 0) {
                remove((int) Math.ceil(-missing / tokensPerWord));
            } else if (missing < tokensPerWord) {
                addSmallPiece();
            } else {
                addWords((int) (missing / tokensPerWord));
            }
        }

        private void addSmallPiece() {
            String piece = SMALL_PIECES[random.below(SMALL_PIECES.length)];
            add(text.length() == 0 ? piece.strip() : piece);
        }

        private void add(String piece) {
            if (count == pieces.length) {
                pieces = Arrays.copyOf(pieces, count * 2);
            }
            pieces[count++] = text.length();
            text.append(piece);
        }

        private void remove(int many) {
            count = Math.max(0, count - many);
            text.setLength(count == 0 ? start : pieces[count]);
        }
    }
}
