// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

import java.util.Optional;

/**
 * The samples of one large query while they still lie with the load generator, so that a query that is only completed as a whole
 * never copies them. {@link Query} calls it on whatever thread touches the query first, one call at a time.
 */
public interface SampleBatch {

    /**
     * Copies the samples: id and index of the first, id and index of the second, and so on.
     *
     * @return empty if the run is over
     */
    Optional<long[]> idsAndIndices();

    /**
     * Completes all samples without an answer.
     *
     * @return false if the run is over
     */
    boolean completeAll();
}
