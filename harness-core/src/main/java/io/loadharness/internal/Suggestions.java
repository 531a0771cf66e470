// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;

/** Suggestions for error messages about unknown names. */
public final class Suggestions {

    private static final int MAX_LENGTH = 80;

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

    private static int editDistance(String from, String to) {
        int[] previous = new int[to.length() + 1];
        Arrays.setAll(previous, position -> position);
        for (int i = 1; i <= from.length(); i++) {
            int[] current = new int[to.length() + 1];
            current[0] = i;
            for (int j = 1; j <= to.length(); j++) {
                int changed = previous[j - 1] + (from.charAt(i - 1) == to.charAt(j - 1) ? 0 : 1);
                current[j] = Math.min(changed, 1 + Math.min(previous[j], current[j - 1]));
            }
            previous = current;
        }
        return previous[to.length()];
    }
}
