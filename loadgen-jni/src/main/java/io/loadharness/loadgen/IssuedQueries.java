// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The incomplete queries that one thread has issued. {@link #add} costs almost nothing: it stores the query in an array. When the array is
 * full, its unfinished queries are copied to a new array. Only the issuing thread may call {@code add}; any thread may call the other
 * methods.
 *
 * <p>The array is replaced often and therefore stays in the young generation of the heap. If an object in the old generation referred to
 * each new query, a garbage collector such as G1 would have more work. {@code add} writes the sample counter last. Therefore a thread that
 * reads the counter also sees the queries.
 */
final class IssuedQueries {

    private static final int CAPACITY = 1024;

    private final AtomicLong samples = new AtomicLong();
    private Query[] queries = new Query[CAPACITY];
    private int count;

    /** Adds a query. A thread that sees the increased value of {@link #samples} also sees the query. */
    void add(Query query) {
        if (count == queries.length) {
            compact();
        }
        queries[count++] = query;
        samples.lazySet(samples.getPlain() + query.size());
    }

    /** Returns the number of issued samples. */
    long samples() {
        return samples.get();
    }

    private void compact() {
        Query[] unfinished =
                Arrays.stream(queries).filter(query -> !query.isDone()).toArray(Query[]::new);
        count = unfinished.length;
        queries = Arrays.copyOf(unfinished, Math.max(CAPACITY, 2 * count));
    }

    /** Returns the first samples in flight, up to a limit. */
    List<QuerySample> inFlight(int limit) {
        List<QuerySample> inFlight = new ArrayList<>();
        Query[] seen = samples.get() == 0 ? new Query[0] : queries;
        for (int i = 0; i < seen.length && seen[i] != null; i++) {
            for (int position = 0; position < seen[i].size() && inFlight.size() < limit; position++) {
                QuerySample sample = seen[i].get(position);
                if (!sample.isDone()) {
                    inFlight.add(sample);
                }
            }
        }
        return inFlight;
    }
}
