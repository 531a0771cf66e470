// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds arrays of a {@code .npz} file by their names: the lengths and the attention masks of the lists in other arrays. */
final class NpzLengths {

    private static final Pattern NAME = Pattern.compile("(?:(.*?)_)?(?:seq_?)?(?:len|lens|length|lengths)");

    private static final String IDS = "input_ids";
    private static final String MASK = "attention_mask";

    private NpzLengths() {}

    /**
     * Calls {@link NpzColumn#setLengths} for each column of lists whose lengths are in another column. If there is an attention mask, calls
     * {@link NpzColumn#setMask} for the token ids and for the attention mask itself. Returns all columns, ordered such that a column of
     * lengths or the attention mask comes before its column of lists.
     *
     * @throws DatasetException if the token ids and the attention mask have different shapes
     */
    static List<NpzColumn> apply(List<NpzColumn> columns, Consumer<String> warnings) throws IOException {
        Optional<NpzColumn> mask = mask(columns);
        Set<NpzColumn> inOrder = new LinkedHashSet<>();
        for (NpzColumn lists : columns) {
            if (lists.isLists()) {
                Optional<NpzColumn> lengths = lengthsOf(lists, columns);
                if (lengths.isPresent()) {
                    // If there is a mask, it determines the side of the padding.
                    boolean isMasked = mask.isPresent()
                            && (lists.name().equals(IDS) || lists.name().equals(MASK));
                    lists.setLengths(lengths.get(), isMasked ? message -> {} : warnings);
                    inOrder.add(lengths.get());
                }
                if (lists.name().equals(IDS) || lists.name().equals(MASK)) {
                    mask.ifPresent(lists::setMask);
                }
            }
        }
        mask.ifPresent(inOrder::add);
        inOrder.addAll(columns);
        return new ArrayList<>(inOrder);
    }

    /** Returns the attention mask of the token ids, as tokenizers return it together with {@code input_ids}. */
    private static Optional<NpzColumn> mask(List<NpzColumn> columns) throws DatasetException {
        Optional<NpzColumn> ids = named(IDS, columns);
        Optional<NpzColumn> mask = named(MASK, columns);
        if (ids.isEmpty() || mask.isEmpty()) {
            return Optional.empty();
        }
        if (!mask.get().shape().equals(ids.get().shape())) {
            throw DatasetException.of(
                    "array \"" + MASK + "\" has the shape " + mask.get().shape() + ", but array \"" + IDS + "\" has "
                            + ids.get().shape() + ": the shapes must be the same; correct or remove the mask");
        }
        return mask.filter(NpzColumn::isSingleList);
    }

    private static Optional<NpzColumn> named(String name, List<NpzColumn> columns) {
        return columns.stream().filter(column -> column.name().equals(name)).findFirst();
    }

    private static Optional<NpzColumn> lengthsOf(NpzColumn lists, List<NpzColumn> columns) {
        List<NpzColumn> lengths = columns.stream()
                .filter(column ->
                        column.isIntegers() && NAME.matcher(column.name()).matches())
                .toList();
        Optional<NpzColumn> named = lengthsOf(lists.name(), lengths.stream(), NpzColumn::name);
        boolean isOnly = lengths.size() == 1
                && isGeneric(lengths.get(0).name())
                && columns.stream().filter(NpzColumn::isLists).count() == 1;
        return named.isPresent() || !isOnly ? named : Optional.of(lengths.get(0));
    }

    /** Returns the column whose name refers to an array of lists. If there are several, returns the one with the longest name. */
    static <T> Optional<T> lengthsOf(String lists, Stream<T> integers, Function<T, String> name) {
        return integers.filter(each -> belongs(lists, name.apply(each)))
                .max(Comparator.comparingInt(each -> name.apply(each).length()));
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
