// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Query;
import java.util.Comparator;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** The order in which the samples of one query are sent. */
public enum SampleOrder {
    /** The order in which the load generator issued them. */
    ISSUED,
    /** The order of their indices in the data set. */
    DATASET,
    /** Longest prompts first. The prompts of a batch have similar lengths, and the last batches have the shortest prompts. */
    LONGEST_FIRST;

    int[] positions(Query query, IntFunction<InferenceRequest> requests) {
        return switch (this) {
            case ISSUED -> asIssued(query.size());
            case DATASET -> sorted(query, position -> query.get(position).index());
            case LONGEST_FIRST ->
                sorted(query, position -> -requests.apply(query.get(position).index())
                        .prompt()
                        .length());
        };
    }

    /** Returns all positions in order. Does not use a stream, because a stream is slow for the many queries of one sample. */
    private static int[] asIssued(int size) {
        int[] positions = new int[size];
        for (int i = 0; i < size; i++) {
            positions[i] = i;
        }
        return positions;
    }

    private static int[] sorted(Query query, ToIntFunction<Integer> key) {
        return IntStream.range(0, query.size())
                .boxed()
                .sorted(Comparator.comparingInt(key))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
