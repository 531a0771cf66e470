// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.inference.TokenCounter;
import java.util.Arrays;
import java.util.Objects;

/** Generates text of common words and trims or extends it until a tokenizer counts the requested number of tokens. */
final class ExactTextGenerator implements TextGenerator {

    /** The maximum number of times that the tokens of one text are counted. */
    static final int MAX_ATTEMPTS = 200;

    private final TokenCounter counter;

    ExactTextGenerator(TokenCounter counter) {
        this.counter = Objects.requireNonNull(counter, "counter");
    }

    @Override
    public String continuation(String before, int tokens, long stream) throws DatasetException {
        if (tokens == 0) {
            return "";
        }
        Passage passage = new Passage(before, new RandomBits(stream));
        int from = before.isEmpty() ? 0 : counter.count(before);
        passage.addWords(tokens);
        for (int attempt = 0; attempt < MAX_ATTEMPTS; attempt++) {
            int now = counter.count(passage.text()) - from;
            if (now == tokens) {
                return passage.added();
            }
            passage.adjust(now, tokens);
        }
        throw new DatasetException("no text of exactly " + tokens + " tokens was found in " + MAX_ATTEMPTS
                + " attempts; the last attempt has " + (counter.count(passage.text()) - from)
                + " tokens. The token counter must not count special tokens that the tokenizer adds. If the tokenizer merges"
                + " several words into one token, a text of exactly this length may not exist");
    }

    /** A text that grows and shrinks at its end. Not thread-safe. */
    private static final class Passage {

        /** Short texts. Most of them add a single token, whereas a word may add several tokens. */
        private static final String[] SMALL_PIECES = {".", ",", "!", "?", ";", "-", " a", " I", " 1", "s", "x", "0"};

        private final StringBuilder text;
        private final RandomBits random;
        private final int start;

        /** The position in {@link #text} at which each added word or small piece starts. */
        private int[] pieces = new int[64];

        private int count;

        /** The average number of tokens per word, measured at the first call of {@link #adjust}; 0 before this call. */
        private double tokensPerWord;

        Passage(String before, RandomBits random) {
            this.text = new StringBuilder(before);
            this.random = random;
            start = before.length();
        }

        /** Returns the original text followed by the added text. */
        String text() {
            return text.toString();
        }

        /** Returns only the added text. */
        String added() {
            return text.substring(start);
        }

        void addWords(int words) {
            for (int i = 0; i < words; i++) {
                String word = CommonWords.word(random);
                add(text.length() == 0 ? word : " " + word);
            }
        }

        /** Adds or removes text at the end, so that the number of tokens approaches the requested number. */
        void adjust(int tokens, int requested) {
            int missing = requested - tokens;
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

        private void remove(int pieceCount) {
            count = Math.max(0, count - pieceCount);
            text.setLength(count == 0 ? start : pieces[count]);
        }
    }
}
