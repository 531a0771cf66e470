// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Remembers the queries of one issuing thread until they are done, at next to no cost: they go into an array, and a full array
 * is swept into a new one. The issuing thread alone adds; any thread may read.
 *
 * <p>The array is always young, and a number is what publishes a query: to store a reference to each query into an object that
 * has grown old would keep a garbage collector such as G1 busy all the time.
 */
final class IssuedQueries {

    private static final int CAPACITY = 1024;

    private final AtomicLong samples = new AtomicLong();
    private Query[] queries = new Query[CAPACITY];
    private int count;

    /** Adds a query; whoever then sees the higher number of samples sees it too. */
    void add(Query query) {
        if (count == queries.length) {
            sweep();
        }
        queries[count++] = query;
        samples.lazySet(samples.getPlain() + query.size());
    }

    /** How many samples were issued. */
    long samples() {
        return samples.get();
    }

    private void sweep() {
        Query[] open = Arrays.stream(queries).filter(query -> !query.isDone()).toArray(Query[]::new);
        count = open.length;
        queries = Arrays.copyOf(open, Math.max(CAPACITY, 2 * count));
    }

    /** The first few samples that are still open. */
    List<QuerySample> open(int limit) {
        List<QuerySample> open = new ArrayList<>();
        Query[] seen = samples.get() == 0 ? new Query[0] : queries;
        for (int i = 0; i < seen.length && seen[i] != null; i++) {
            for (int position = 0; position < seen[i].size() && open.size() < limit; position++) {
                QuerySample sample = seen[i].get(position);
                if (!sample.isDone()) {
                    open.add(sample);
                }
            }
        }
        return open;
    }
}
