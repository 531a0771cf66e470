// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.Locale;
import java.util.Optional;

/** Suggestions for error messages about unknown names. */
public final class Suggestions {

    private static final int MAX_LENGTH = 80;
    private static final int MIN_SIMILAR = 3;
    private static final int MIN_ABBREVIATION = 5;
    private static final int MIN_CONTAINED = 3;

    private Suggestions() {}

    /** Returns {@code "; did you mean 'NAME'?"} with the most similar name, or an empty string if no name is similar. */
    public static String hint(String text, Collection<String> names) {
        return similar(text, names)
                .map(name -> "; did you mean '" + name + "'?")
                .orElse("");
    }

    /** Returns the end of an error message: the most similar name, if any is similar, and all allowed names. */
    public static String hintAndNames(String text, Collection<String> names) {
        String hint = hint(text, names);
        return (hint.isEmpty() ? "." : hint) + " Allowed: " + String.join(", ", names);
    }

    /**
     * Returns the most similar name. A name is similar if at most a third of the characters differ, if it starts with {@code text}, or if
     * {@code text} is an abbreviation of the name. A name is also similar if one of the two contains the other, and the shorter one has at
     * least {@value #MIN_CONTAINED} characters. The case is ignored.
     *
     * @return empty if no name is similar
     */
    public static Optional<String> similar(String text, Collection<String> names) {
        if (text.isEmpty() || text.length() > MAX_LENGTH) {
            return Optional.empty();
        }
        String typed = text.toLowerCase(Locale.ROOT);
        return names.stream()
                .filter(name -> areSimilar(typed, name.toLowerCase(Locale.ROOT)))
                .min(Comparator.<String, Boolean>comparing(
                                name -> !name.toLowerCase(Locale.ROOT).startsWith(typed))
                        .thenComparing(name -> editDistance(typed, name.toLowerCase(Locale.ROOT)) > 1)
                        .thenComparing(name -> !differInAThird(typed, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(name -> !isAbbreviation(typed, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(name -> editDistance(typed, name.toLowerCase(Locale.ROOT)))
                        .thenComparing(Comparator.naturalOrder()));
    }

    private static boolean areSimilar(String typed, String name) {
        String shorter = typed.length() < name.length() ? typed : name;
        String longer = typed.length() < name.length() ? name : typed;
        return name.startsWith(typed)
                || isAbbreviation(typed, name)
                || (shorter.length() >= MIN_CONTAINED && longer.contains(shorter))
                || differInAThird(typed, name);
    }

    /** Returns true if at most a third of the characters differ. */
    private static boolean differInAThird(String typed, String name) {
        return MIN_SIMILAR * editDistance(typed, name) <= Math.max(typed.length(), name.length());
    }

    /**
     * Returns true if a text of at least five characters is a name without some of its characters. The first and the last character must be
     * the same. For example, {@code prompt_stdv} is an abbreviation of {@code prompt_tokens_stdev}.
     */
    private static boolean isAbbreviation(String text, String name) {
        if (text.length() < MIN_ABBREVIATION || name.isEmpty() || text.charAt(0) != name.charAt(0)) {
            return false;
        }
        int matched = 0;
        for (int i = 0; i < name.length() && matched < text.length(); i++) {
            matched += text.charAt(matched) == name.charAt(i) ? 1 : 0;
        }
        return matched == text.length() && text.charAt(matched - 1) == name.charAt(name.length() - 1);
    }

    /**
     * Returns true if at most two insertions, deletions, changes or swaps of characters turn one text into the other, ignoring case.
     * Intended for long names that start with the same text.
     */
    public static boolean differByTypo(String text, String other) {
        return text.length() <= MAX_LENGTH
                && editDistance(text.toLowerCase(Locale.ROOT), other.toLowerCase(Locale.ROOT)) <= 2;
    }

    /** Returns the minimum number of insertions, deletions, changes and swaps of characters that turn one text into the other. */
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
