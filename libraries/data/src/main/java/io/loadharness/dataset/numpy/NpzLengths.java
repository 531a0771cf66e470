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

/** Finds the arrays that say how long the rows of others are. */
final class NpzLengths {

    private static final Pattern NAME = Pattern.compile("(?:(.*?)_)?(?:seq_?)?(?:len|lens|length|lengths)");

    private NpzLengths() {}

    /** Lets lengths cut the rows that they are of; returns the columns in an order in which a length comes before its row. */
    static List<NpzColumn> use(List<NpzColumn> columns) {
        Set<NpzColumn> inOrder = new LinkedHashSet<>();
        for (NpzColumn lists : columns) {
            if (lists.isLists()) {
                of(lists, columns).ifPresent(lengths -> {
                    lists.cutBy(lengths);
                    inOrder.add(lengths);
                });
            }
        }
        inOrder.addAll(columns);
        return new ArrayList<>(inOrder);
    }

    private static Optional<NpzColumn> of(NpzColumn lists, List<NpzColumn> columns) {
        List<NpzColumn> lengths = columns.stream()
                .filter(column ->
                        column.isNumbers() && NAME.matcher(column.name()).matches())
                .toList();
        Optional<NpzColumn> named = lengths.stream()
                .filter(column -> isOf(lists.name(), column.name()))
                .max(Comparator.comparingInt(column -> column.name().length()));
        boolean isOnly = lengths.size() == 1
                && namesNoArray(lengths.get(0).name())
                && columns.stream().filter(NpzColumn::isLists).count() == 1;
        return named.isPresent() || !isOnly ? named : Optional.of(lengths.get(0));
    }

    /** {@code lens} and {@code seq_lens} are of the only lists there are, and {@code output_len} is not. */
    private static boolean namesNoArray(String lengths) {
        Matcher parts = NAME.matcher(lengths);
        return parts.matches() && (parts.group(1) == null || parts.group(1).equals("seq"));
    }

    /** What an array of lengths is named. */
    static String nameFor(String lists) {
        return lists + "_len";
    }

    /** {@code input_lens} and {@code input_ids_lens} are of {@code input_ids}. */
    private static boolean isOf(String lists, String lengths) {
        Matcher parts = NAME.matcher(lengths);
        if (!parts.matches() || parts.group(1) == null) {
            return false;
        }
        String stem = parts.group(1);
        return lists.equals(stem) || lists.startsWith(stem + "_");
    }
}
