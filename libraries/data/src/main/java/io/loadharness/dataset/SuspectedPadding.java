// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A token id at the start or the end of most prompts of a data set, which seems to be padding. Servers receive padding as a part of the
 * prompts. {@link DatasetReader#pad} removes the padding of NumPy arrays.
 *
 * <p>A start or end token occurs once in each prompt. Padding occurs a different number of times in each prompt. Therefore an id is
 * suspected if more than half of the prompts start or end with the id, and enough of these prompts repeat the id. If all prompts have the
 * same length, as in a padded array, more than a tenth of all prompts must repeat the id. Otherwise, more than half of all prompts must
 * repeat the id. With fewer than ten prompts of the same length, one prompt that repeats the id is enough. An id that no prompt repeats is
 * never suspected.
 *
 * @param column the name of the column
 * @param id the token id
 * @param isAtStart true if the prompts start with the id, false if they end with it
 * @param prompts the number of prompts that start or end with the id
 * @param repeating the number of these prompts that repeat the id
 * @param rows the number of rows of the data set
 * @param isArray true if the data set is a NumPy array, whose padding can be removed
 */
public record SuspectedPadding(
        String column, int id, boolean isAtStart, int prompts, int repeating, int rows, boolean isArray) {

    private static final Set<String> ARRAYS = Set.of("npy", "npz");
    private static final int TENTH = 10;

    /** Returns the suspected padding of the token ids of a data set; empty if there is none. */
    static Optional<SuspectedPadding> of(Dataset dataset) {
        return dataset.find(StandardColumn.INPUT_IDS)
                .filter(IntListColumn.class::isInstance)
                .flatMap(column -> Stream.of(true, false)
                        .flatMap(isAtStart -> at(isAtStart, (IntListColumn) column, dataset).stream())
                        .findFirst());
    }

    private static Optional<SuspectedPadding> at(boolean isAtStart, IntListColumn lists, Dataset dataset) {
        int id = mostFrequent(isAtStart, lists);
        int prompts = 0;
        int repeating = 0;
        for (int row = 0; row < lists.rows(); row++) {
            if (isAt(0, isAtStart, id, lists, row)) {
                prompts++;
                repeating += isAt(1, isAtStart, id, lists, row) ? 1 : 0;
            }
        }
        int minRepeating = lists.rows() / (haveSameLength(lists) ? TENTH : 2);
        return prompts > lists.rows() / 2 && repeating > minRepeating
                ? Optional.of(new SuspectedPadding(
                        dataset.nameOf(StandardColumn.INPUT_IDS).orElseThrow(),
                        id,
                        isAtStart,
                        prompts,
                        repeating,
                        lists.rows(),
                        ARRAYS.contains(dataset.format())))
                : Optional.empty();
    }

    /** Returns the id at the start or the end of more than half of the lists, or any id if there is none (Boyer and Moore's vote). */
    private static int mostFrequent(boolean isAtStart, IntListColumn lists) {
        int candidate = 0;
        int votes = 0;
        for (int row = 0; row < lists.rows(); row++) {
            if (lists.length(row) > 0) {
                int id = lists.get(row, isAtStart ? 0 : lists.length(row) - 1);
                candidate = votes == 0 ? id : candidate;
                votes += id == candidate ? 1 : -1;
            }
        }
        return candidate;
    }

    /** Returns true if the id is at a distance from the start or the end of a list. */
    private static boolean isAt(int distance, boolean isAtStart, int id, IntListColumn lists, int row) {
        int length = lists.length(row);
        return distance < length && lists.get(row, isAtStart ? distance : length - 1 - distance) == id;
    }

    private static boolean haveSameLength(IntListColumn lists) {
        return IntStream.range(0, lists.rows())
                        .filter(row -> !lists.isMissing(row))
                        .map(lists::length)
                        .distinct()
                        .limit(2)
                        .count()
                == 1;
    }

    /** Returns a sentence with the remedy. */
    @Override
    public String toString() {
        return prompts + " of " + rows + " rows of " + column + (isAtStart ? " begin" : " end") + " with id " + id
                + ", "
                + repeating + " of them with several. If this is padding, "
                + (isArray
                        ? "--pad-id=" + id + " removes it."
                        : "remove it before you save the file: --pad-id applies only to NumPy arrays.");
    }
}
