package io.loadharness.cli.bench;

import java.io.IOException;

/** One side of a comparison. */
interface Contender {

    /** Runs a workload once. */
    Measurement run(Workload workload) throws IOException;
}
