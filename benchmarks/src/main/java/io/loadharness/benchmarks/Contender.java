// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;

/** One side of a comparison. */
@FunctionalInterface
interface Contender<M> {

    /** Runs the compared workload once and returns its measurement. */
    M run() throws IOException;
}
