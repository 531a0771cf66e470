// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.init;

import io.loadharness.cli.options.EnumNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** The templates of run files that {@code harness init} writes. */
public enum RunFileTemplate {
    /** LoadGen's server scenario. */
    SERVER("the maximum rate within latency bounds, with LoadGen"),
    /** LoadGen's offline scenario. */
    OFFLINE("the maximum throughput, with LoadGen"),
    /** LoadGen's single-stream scenario. */
    SINGLE_STREAM("the latency of one request at a time, with LoadGen"),
    /** An MLPerf profile. */
    MLPERF("an MLPerf model with its data set and rules, with LoadGen"),
    /** A schedule of independent arrivals. */
    POISSON("latencies at a fixed request rate, without LoadGen"),
    /** A closed loop. */
    CONCURRENT("latencies with a fixed number of concurrent users, without LoadGen"),
    /** A sweep of rates. */
    SWEEP("the rate at which a server is saturated, without LoadGen"),
    /** Servers that the run starts. */
    START("latencies of servers that the run starts and stops, without LoadGen"),
    /** An engine without a server. */
    ENGINE("a model file, in an engine without a server, with LoadGen");

    private final String purpose;

    RunFileTemplate(String purpose) {
        this.purpose = purpose;
    }

    /** Returns a phrase for the quantity that a run with this file measures. */
    String purpose() {
        return purpose;
    }

    /** Returns the text of the run file. */
    String text() throws IOException {
        try (InputStream in = RunFileTemplate.class.getResourceAsStream(EnumNames.of(this) + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
