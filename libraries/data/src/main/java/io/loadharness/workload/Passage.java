package io.loadharness.workload;

import java.util.Arrays;

/** A text that grows and shrinks at its end until it has the right number of tokens. For one thread. */
final class Passage {

    /** What is often one token where a word would be several. */
    private static final String[] MORSELS = {".", ",", "!", "?", ";", "-", " a", " I", " 1", "s", "x", "0"};

    private final StringBuilder text;
    private final RandomBits random;
    private final int start;

    /** Where each piece begins that was added. */
    private int[] pieces = new int[64];

    private int count;

    /** As it was before anything but words was added; 0 until then. */
    private double tokensOfAWord;

    Passage(String before, RandomBits random) {
        this.text = new StringBuilder(before);
        this.random = random;
        start = before.length();
    }

    /** The text with what stands in front. */
    String text() {
        return text.toString();
    }

    /** The text without what stands in front. */
    String added() {
        return text.substring(start);
    }

    void addWords(int words) {
        for (int i = 0; i < words; i++) {
            String word = CommonWords.word(random);
            add(text.length() == 0 ? word : " " + word);
        }
    }

    /** Comes nearer to as many tokens as are wanted, or goes on from another text as near. */
    void adjust(int tokens, int wanted) {
        int missing = wanted - tokens;
        if (tokensOfAWord == 0) {
            tokensOfAWord = Math.max(1, (double) tokens / count);
        }
        if (missing < 0) {
            remove((int) Math.ceil(-missing / tokensOfAWord));
        } else if (missing < tokensOfAWord) {
            addMorsel();
        } else {
            addWords((int) (missing / tokensOfAWord));
        }
    }

    private void addMorsel() {
        String morsel = MORSELS[random.below(MORSELS.length)];
        add(text.length() == 0 ? morsel.strip() : morsel);
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
