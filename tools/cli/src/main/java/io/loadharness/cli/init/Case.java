// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.init;

import io.loadharness.cli.options.EnumNames;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;

/** What somebody wants to know, for whom there is a run file to begin with. */
public enum Case {
    /** LoadGen's Server. */
    SERVER("which rate a server bears within bounds on its times, by LoadGen"),
    /** LoadGen's Offline. */
    OFFLINE("how much a server gets done, by LoadGen"),
    /** LoadGen's SingleStream. */
    SINGLE_STREAM("how long one request takes at a time, by LoadGen"),
    /** A profile of MLPerf. */
    MLPERF("a model of MLPerf with its data set and rules, by LoadGen"),
    /** A schedule of independent arrivals. */
    POISSON("what users at a rate wait for, without LoadGen"),
    /** A closed loop. */
    CONCURRENT("so many users at a time, without LoadGen"),
    /** A sweep of rates. */
    SWEEP("at which rate a server is saturated, without LoadGen");

    private final String question;

    Case(String question) {
        this.question = question;
    }

    /** What the run tells. */
    String question() {
        return question;
    }

    /** The run file. */
    String text() throws IOException {
        try (InputStream in = Case.class.getResourceAsStream(EnumNames.of(this) + ".yaml")) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }
}
