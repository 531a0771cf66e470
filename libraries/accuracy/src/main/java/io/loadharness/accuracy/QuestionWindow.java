// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import io.loadharness.accuracy.SquadFile.Question;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A sample of BERT: a question and a window of its text, whose pieces are at consecutive positions of the input. A long text has several
 * windows, which overlap.
 *
 * @param question the number of the question
 * @param text the text
 * @param offset the position of the first piece of the window in the input
 * @param start the number of the first piece of the window in the text
 * @param length the number of pieces of the window
 * @param all the first pieces and lengths of all windows of this question, in pairs
 */
record QuestionWindow(int question, Text text, int offset, int start, int length, List<int[]> all) {

    /** The length of the input, in pieces. */
    static final int INPUT = 384;

    private static final int MAX_QUESTION = 64;
    private static final int STRIDE = 128;

    /** The pieces that separate the question from the text. */
    private static final int SEPARATORS = 3;

    private static final int NARROW_NO_BREAK_SPACE = 0x202F;

    /**
     * A text as words and pieces.
     *
     * @param words the words, which white space separates
     * @param pieces the pieces of all words
     * @param wordOf the number of the word of each piece
     */
    record Text(List<String> words, List<String> pieces, List<Integer> wordOf) {

        static Text of(String context, WordPieces tokenizer) {
            List<String> words = words(context);
            List<String> pieces = new ArrayList<>();
            List<Integer> wordOf = new ArrayList<>();
            for (int i = 0; i < words.size(); i++) {
                for (String each : tokenizer.pieces(words.get(i))) {
                    pieces.add(each);
                    wordOf.add(i);
                }
            }
            return new Text(words, pieces, wordOf);
        }

        private static List<String> words(String context) {
            List<String> words = new ArrayList<>();
            int start = 0;
            for (int end = 0; end <= context.length(); end++) {
                if (end == context.length() || isSpace(context.charAt(end))) {
                    if (end > start) {
                        words.add(context.substring(start, end));
                    }
                    start = end + 1;
                }
            }
            return words;
        }

        private static boolean isSpace(char each) {
            return each == ' ' || each == '\t' || each == '\r' || each == '\n' || each == NARROW_NO_BREAK_SPACE;
        }
    }

    /** Returns the windows of all questions, in the order of MLPerf's data set. */
    static List<QuestionWindow> of(List<Question> questions, WordPieces tokenizer) {
        Map<String, Text> texts = new HashMap<>();
        List<QuestionWindow> windows = new ArrayList<>();
        for (int i = 0; i < questions.size(); i++) {
            Text text = texts.computeIfAbsent(questions.get(i).context(), each -> Text.of(each, tokenizer));
            int question = Math.min(
                    MAX_QUESTION, tokenizer.pieces(questions.get(i).text()).size());
            List<int[]> all = windows(text.pieces.size(), INPUT - question - SEPARATORS);
            for (int[] each : all) {
                windows.add(new QuestionWindow(i, text, question + 2, each[0], each[1], all));
            }
        }
        return windows;
    }

    private static List<int[]> windows(int pieces, int max) {
        List<int[]> windows = new ArrayList<>();
        int start = 0;
        while (start < pieces) {
            int length = Math.min(max, pieces - start);
            windows.add(new int[] {start, length});
            if (start + length == pieces) {
                break;
            }
            start += Math.min(length, STRIDE);
        }
        return windows;
    }

    /** Returns true if the position of the input is a piece of the text. */
    boolean isText(int position) {
        return position >= offset && position < offset + length;
    }

    /** Returns true if the piece at a position of the input has more context in this window than in the others. */
    boolean hasMostContext(int position) {
        int piece = start + position - offset;
        double best = Double.NEGATIVE_INFINITY;
        int bestStart = -1;
        for (int[] each : all) {
            int last = each[0] + each[1] - 1;
            if (piece >= each[0] && piece <= last) {
                double context = Math.min(piece - each[0], last - piece) + 0.01 * each[1];
                if (context > best) {
                    best = context;
                    bestStart = each[0];
                }
            }
        }
        return bestStart == start;
    }

    /** Returns the answer between two positions of the input, with the case and the spaces of the original text. */
    String answer(int first, int last) {
        int from = start + first - offset;
        int to = start + last - offset;
        String pieces = String.join(" ", text.pieces.subList(from, to + 1))
                .replace(" ##", "")
                .replace("##", "");
        String original = String.join(" ", text.words.subList(text.wordOf.get(from), text.wordOf.get(to) + 1));
        return original(String.join(" ", SquadScores.split(pieces)), original);
    }

    /**
     * Returns the part of the original text that corresponds to pieces, for example "Smith" for the pieces "smith" and the original
     * "Smith's". Returns the whole original if its characters do not correspond to those of its words one by one.
     */
    private static String original(String pieces, String original) {
        String words = String.join(" ", WordPieces.words(original));
        int at = words.indexOf(pieces);
        if (at < 0 || pieces.isEmpty()) {
            return original;
        }
        List<Integer> inOriginal = withoutSpaces(original);
        List<Integer> inWords = withoutSpaces(words);
        int first = inWords.indexOf(at);
        int last = inWords.indexOf(at + pieces.length() - 1);
        if (inOriginal.size() != inWords.size() || first < 0 || last < 0) {
            return original;
        }
        return original.substring(inOriginal.get(first), inOriginal.get(last) + 1);
    }

    /** Returns the positions of all characters that are not spaces. */
    private static List<Integer> withoutSpaces(String text) {
        List<Integer> positions = new ArrayList<>();
        for (int i = 0; i < text.length(); i++) {
            if (text.charAt(i) != ' ') {
                positions.add(i);
            }
        }
        return positions;
    }
}
