// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;

/** One side of a comparison. */
@FunctionalInterface
interface Contender<M> {

    /** Does the compared work once. */
    M run() throws IOException;
}
