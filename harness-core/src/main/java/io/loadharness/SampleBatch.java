// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Optional;

/**
 * Access to the samples of one large query. The load generator stores these samples until they are copied. If a query is completed only as
 * a whole, its samples are never copied. {@link Query} calls these methods on the thread that first accesses the query, one call at a time.
 */
public interface SampleBatch {

    /**
     * Copies the samples: id and index of the first, id and index of the second, and so on.
     *
     * @return empty if the run is over
     */
    Optional<long[]> idsAndIndices();

    /**
     * Completes all samples without a response.
     *
     * @return false if the run is over
     */
    boolean completeAll();
}
