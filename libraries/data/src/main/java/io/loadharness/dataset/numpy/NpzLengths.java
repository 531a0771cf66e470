// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the arrays of a {@code .npz} file that contain the lengths of the lists in other arrays, by their names. */
final class NpzLengths {

    private static final Pattern NAME = Pattern.compile("(?:(.*?)_)?(?:seq_?)?(?:len|lens|length|lengths)");

    private NpzLengths() {}

    /**
     * Calls {@link NpzColumn#setLengths} for each column of lists whose lengths are in another column. Returns all columns, ordered such
     * that a column of lengths comes before its column of lists.
     */
    static List<NpzColumn> apply(List<NpzColumn> columns) {
        Set<NpzColumn> inOrder = new LinkedHashSet<>();
        for (NpzColumn lists : columns) {
            if (lists.isLists()) {
                lengthsOf(lists, columns).ifPresent(lengths -> {
                    lists.setLengths(lengths);
                    inOrder.add(lengths);
                });
            }
        }
        inOrder.addAll(columns);
        return new ArrayList<>(inOrder);
    }

    private static Optional<NpzColumn> lengthsOf(NpzColumn lists, List<NpzColumn> columns) {
        List<NpzColumn> lengths = columns.stream()
                .filter(column ->
                        column.isIntegers() && NAME.matcher(column.name()).matches())
                .toList();
        Optional<NpzColumn> named = lengths.stream()
                .filter(column -> belongs(lists.name(), column.name()))
                .max(Comparator.comparingInt(column -> column.name().length()));
        boolean isOnly = lengths.size() == 1
                && isGeneric(lengths.get(0).name())
                && columns.stream().filter(NpzColumn::isLists).count() == 1;
        return named.isPresent() || !isOnly ? named : Optional.of(lengths.get(0));
    }

    /**
     * Returns true for names that do not contain the name of an array, such as {@code lens} and {@code seq_lens}. They refer to the only
     * array of lists in the file. Returns false for names such as {@code output_len}.
     */
    private static boolean isGeneric(String lengths) {
        Matcher parts = NAME.matcher(lengths);
        return parts.matches() && (parts.group(1) == null || parts.group(1).equals("seq"));
    }

    /** Returns the name under which the writer stores the lengths of an array of lists. */
    static String nameFor(String lists) {
        return lists + "_len";
    }

    /**
     * Returns true if an array of lengths belongs to an array of lists. For example, {@code input_lens} and {@code input_ids_lens} belong
     * to {@code input_ids}.
     */
    private static boolean belongs(String lists, String lengths) {
        Matcher parts = NAME.matcher(lengths);
        if (!parts.matches() || parts.group(1) == null) {
            return false;
        }
        String stem = parts.group(1);
        return lists.equals(stem) || lists.startsWith(stem + "_");
    }
}
