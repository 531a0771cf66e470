// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Suggestions for error messages about unknown names. */
public final class Suggestions {

    private static final int MAX_LENGTH = 80;
    private static final int MIN_SIMILAR = 3;

    private Suggestions() {}

    /**
     * Returns the candidate with the smallest edit distance from {@code text}, ignoring case. Candidates that start with {@code text} take
     * precedence.
     *
     * @param candidates the candidates, at least one
     */
    public static String nearest(String text, Collection<String> candidates) {
        String prefix = text.substring(0, Math.min(MAX_LENGTH, text.length())).toLowerCase(Locale.ROOT);
        return candidates.stream()
                .min(Comparator.<String, Boolean>comparing(name -> !name.startsWith(prefix))
                        .thenComparing(name -> editDistance(prefix, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()))
                .orElseThrow();
    }

    /** Returns true if at most a third of the characters differ, ignoring case. */
    public static boolean areSimilar(String text, String other) {
        return text.length() <= MAX_LENGTH
                && MIN_SIMILAR * editDistance(text.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT))
                        <= Math.max(text.length(), other.length());
    }

    /** Returns true if at most two characters differ, ignoring case. It is for long names that all start alike. */
    public static boolean differByTypo(String text, String other) {
        return text.length() <= MAX_LENGTH
                && editDistance(text.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT)) <= 2;
    }

    /** Returns the minimum number of inserted, removed, changed or swapped characters. */
    private static int editDistance(String from, String to) {
        int[] beforePrevious = new int[to.length() + 1];
        int[] previous = new int[to.length() + 1];
        Arrays.setAll(previous, position -> position);
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(changed, 1 + Math.min(previous[j], current[j - 1]));
                boolean isSwapped = i > 1
                        && j > 1
                        && from.charAt(i - 1) == to.charAt(j - 2)
                        && from.charAt(i - 2) == to.charAt(j - 1);
                if (isSwapped) {
                    current[j] = Math.min(current[j], 1 + beforePrevious[j - 2]);
                }
            }
            beforePrevious = previous;
            previous = current;
        }
        return previous[to.length()];
    }
}
