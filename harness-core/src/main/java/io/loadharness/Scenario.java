// SPDX-License-Identifier: Apache-2.0
package io.loadharness;

/** The traffic pattern of a run, as MLPerf defines it. */
public enum Scenario {
    /** One sample at a time; the next is issued when the previous one is complete. Judged by a latency percentile. */
    SINGLE_STREAM("SingleStream"),
    /** One query of N samples at a time. Judged by a percentile of the query latency. */
    MULTI_STREAM("MultiStream"),
    /** Single samples at Poisson arrivals of a given rate. Judged by a latency bound at a percentile. */
    SERVER("Server"),
    /** All samples in one query. Judged by samples per second. */
    OFFLINE("Offline");

    private final String loadGenName;

    Scenario(String loadGenName) {
        this.loadGenName = loadGenName;
    }

    /** The spelling that LoadGen uses in its logs and configuration files, {@code Server} for example. */
    public String loadGenName() {
        return loadGenName;
    }
}
