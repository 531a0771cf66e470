package io.loadharness.inference;

import io.loadharness.Query;
import java.util.Comparator;
import java.util.function.IntFunction;
import java.util.function.ToIntFunction;
import java.util.stream.IntStream;

/** In which order the samples of one query are sent. */
public enum SampleOrder {
    /** As the load generator issued them. */
    ISSUED,
    /** By their index in the data set. */
    DATASET,
    /** The longest prompts first, so that batches are even and the last ones are short. */
    LONGEST_FIRST;

    int[] positions(Query query, IntFunction<InferenceRequest> requests) {
        IntStream issued = IntStream.range(0, query.size());
        return switch (this) {
            case ISSUED -> issued.toArray();
            case DATASET -> sorted(issued, position -> query.get(position).index());
            case LONGEST_FIRST ->
                sorted(issued, position -> -requests.apply(query.get(position).index())
                        .prompt()
                        .length());
        };
    }

    private static int[] sorted(IntStream positions, ToIntFunction<Integer> key) {
        return positions
                .boxed()
                .sorted(Comparator.comparingInt(key))
                .mapToInt(Integer::intValue)
                .toArray();
    }
}
