package io.loadharness.loadgen;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Remembers the queries of one issuing thread until they are done, at next to no cost: they go into an array, and a full array
 * is swept. The issuing thread alone adds; any thread may read.
 */
final class IssuedQueries {

    private Query[] queries = new Query[1024];
    private int count;
    private long samples;
    private volatile Query last;

    /** Adds a query; what was written before is visible to whoever then sees it as {@link #last}. */
    void add(Query query) {
        if (count == queries.length) {
            sweep();
        }
        queries[count++] = query;
        samples += query.size();
        last = query;
    }

    /** How many samples were issued. */
    long samples() {
        return last == null ? 0 : samples;
    }

    /** The query that was issued last; null before the first. */
    Query last() {
        return last;
    }

    /** Into a new array, because a reader may be looking at the old one. */
    private void sweep() {
        Query[] open = Arrays.stream(queries).filter(query -> !query.isDone()).toArray(Query[]::new);
        count = open.length;
        queries = Arrays.copyOf(open, Math.max(1024, 2 * count));
    }

    /** The first few samples that are still open. */
    List<QuerySample> open(int limit) {
        Query lastSeen = last; // makes all that was added before it visible
        List<QuerySample> open = new ArrayList<>();
        Query[] seen = queries;
        for (int i = 0; lastSeen != null && i < seen.length && seen[i] != null; i++) {
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
