// SPDX-License-Identifier: Apache-2.0
package io.loadharness.inference;

import io.loadharness.Query;
import java.util.Arrays;

/** Splits the samples of a query among backends. */
final class QuerySplit {

    private QuerySplit() {}

    /** Returns an array of positions for each backend. The positions of a backend have the same order as in {@code positions}. */
    static int[][] of(Query query, int[] positions, Router router, int backends) {
        int[] owner = new int[positions.length];
        int[] sizes = new int[backends];
        for (int i = 0; i < positions.length; i++) {
            owner[i] = router.choose(query.get(positions[i]).index());
            sizes[owner[i]]++;
        }
        int[][] shares = new int[backends][];
        Arrays.setAll(shares, each -> new int[sizes[each]]);
        Arrays.fill(sizes, 0);
        for (int i = 0; i < positions.length; i++) {
            shares[owner[i]][sizes[owner[i]]++] = positions[i];
        }
        return shares;
    }
}
