// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;

/** A program that runs LoadGen workloads, as one side of a comparison. */
interface LoadGenContender {

    /** Runs a workload once. */
    Measurement run(Workload workload) throws IOException;
}
