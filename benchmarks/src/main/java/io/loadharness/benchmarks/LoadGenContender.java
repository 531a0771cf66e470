// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;

/** One side of a comparison on LoadGen. */
interface LoadGenContender {

    /** Runs a workload once. */
    Measurement run(Workload workload) throws IOException;
}
