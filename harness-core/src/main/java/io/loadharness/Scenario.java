// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/** The load pattern of a run, as MLPerf defines it. */
public enum Scenario {
    /** One sample at a time. The next sample is issued when the previous sample is complete. The metric is a latency percentile. */
    SINGLE_STREAM("SingleStream"),
    /** One query of N samples at a time. The metric is a percentile of the query latency. */
    MULTI_STREAM("MultiStream"),
    /**
     * Single samples with Poisson arrivals at a given rate. The metric is the rate at which a latency percentile stays within its bound.
     */
    SERVER("Server"),
    /** All samples in one query. The metric is samples per second. */
    OFFLINE("Offline");

    private final String loadGenName;

    Scenario(String loadGenName) {
        this.loadGenName = loadGenName;
    }

    /** Returns the name that LoadGen uses in its logs and configuration files, for example {@code Server}. */
    public String loadGenName() {
        return loadGenName;
    }
}
