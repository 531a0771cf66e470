// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Query;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.IntStream;

/** The order in which the samples of one query are sent. */
public enum SampleOrder {
    /** The order in which the load generator issued the samples. */
    ISSUED,
    /** The order of the samples in the data set. */
    DATASET,
    /**
     * Longest prompts first, within each copy of the data set in the query. The prompts of a batch have similar lengths, and the last
     * batches of a copy have the shortest prompts. The n-th occurrence of each sample belongs to the n-th copy. The order of the copies
     * does not change, because MLPerf does not allow another order of the copies.
     */
    LONGEST_FIRST;

    int[] positions(Query query, IntFunction<InferenceRequest> requests) {
        return switch (this) {
            case ISSUED -> asIssued(query.size());
            case DATASET -> sorted(indices(query));
            case LONGEST_FIRST -> sorted(copiesAndLengths(query, requests));
        };
    }

    private static long[] indices(Query query) {
        long[] indices = new long[query.size()];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = query.get(i).index();
        }
        return indices;
    }

    /** Returns numbers whose upper half is the copy of the data set, and whose lower half decreases with the length of the prompt. */
    private static long[] copiesAndLengths(Query query, IntFunction<InferenceRequest> requests) {
        Map<Integer, Integer> occurrences = new HashMap<>();
        long[] keys = new long[query.size()];
        for (int i = 0; i < keys.length; i++) {
            int index = query.get(i).index();
            long copy = occurrences.merge(index, 1, Integer::sum);
            keys[i] = copy << Integer.SIZE
                    | Integer.MAX_VALUE - requests.apply(index).prompt().length();
        }
        return keys;
    }

    /** Returns all positions in order. Does not use a stream, because a stream is slow for the many queries of one sample. */
    private static int[] asIssued(int size) {
        int[] positions = new int[size];
        for (int i = 0; i < size; i++) {
            positions[i] = i;
        }
        return positions;
    }

    private static int[] sorted(long[] keys) {
        return IntStream.range(0, keys.length)
                .boxed()
                .sorted(Comparator.comparingLong(position -> keys[position]))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
