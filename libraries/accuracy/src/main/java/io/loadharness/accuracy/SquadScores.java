// SPDX-License-Identifier: Apache-2.0
package io.loadharness.accuracy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/** The exact match and the F1 of texts, as SQuAD 1.1 defines them. Not thread-safe. */
final class SquadScores {

    private static final Pattern PUNCTUATION = Pattern.compile("[!-/:-@\\[-`{-~]");

    private static final Pattern ARTICLE =
            Pattern.compile("\\b(?:a|an|the)\\b", Pattern.UNICODE_CHARACTER_CLASS | Pattern.UNICODE_CASE);

    private final List<List<String>> answers;
    private final boolean[] exact;
    private final double[] f1;

    /**
     * Creates scores of 0.
     *
     * @param answers the correct answers to each question
     */
    SquadScores(List<List<String>> answers) {
        this.answers = answers;
        this.exact = new boolean[answers.size()];
        this.f1 = new double[answers.size()];
    }

    /** Scores the answer to a question, and returns its F1. */
    double add(int question, String answer) {
        List<String> words = words(answer);
        for (String each : answers.get(question)) {
            List<String> correct = words(each);
            exact[question] |= words.equals(correct);
            f1[question] = Math.max(f1[question], f1(words, correct));
        }
        return f1[question];
    }

    Map<String, Double> totals(int expected) {
        Map<String, Double> totals = new LinkedHashMap<>();
        totals.put("f1", f1(expected));
        totals.put("exact_match", exactMatch(expected));
        return totals;
    }

    String referenceLine(int expected) {
        return "{\"exact_match\": " + FloatText.shortest(exactMatch(expected)) + ", \"f1\": "
                + FloatText.shortest(f1(expected)) + "}";
    }

    /** Adds the scores in the order of the questions, because the order changes the last digits. */
    private double f1(int expected) {
        double sum = 0;
        for (double each : f1) {
            sum += each;
        }
        return expected == 0 ? 0 : 100.0 * sum / expected;
    }

    private double exactMatch(int expected) {
        int count = 0;
        for (boolean each : exact) {
            count += each ? 1 : 0;
        }
        return expected == 0 ? 0 : 100.0 * count / expected;
    }

    static double f1(List<String> words, List<String> correct) {
        Map<String, Integer> left = new HashMap<>();
        correct.forEach(each -> left.merge(each, 1, Integer::sum));
        int common = 0;
        for (String each : words) {
            if (left.merge(each, -1, Integer::sum) >= 0) {
                common++;
            }
        }
        if (common == 0) {
            return 0;
        }
        double precision = (double) common / words.size();
        double recall = (double) common / correct.size();
        return 2 * precision * recall / (precision + recall);
    }

    /** Returns the words of a text, in lower case and without punctuation and articles. */
    static List<String> words(String text) {
        String plain = PUNCTUATION.matcher(text.toLowerCase(Locale.ROOT)).replaceAll("");
        return split(ARTICLE.matcher(plain).replaceAll(" "));
    }

    /** Splits a text at all white space of Unicode. */
    static List<String> split(String text) {
        List<String> words = new ArrayList<>();
        int start = 0;
        for (int end = 0; end <= text.length(); end++) {
            if (end == text.length() || isSpace(text.charAt(end))) {
                if (end > start) {
                    words.add(text.substring(start, end));
                }
                start = end + 1;
            }
        }
        return words;
    }

    static boolean isSpace(int character) {
        return Character.isWhitespace(character) || Character.isSpaceChar(character) || character == 0x85;
    }
}
