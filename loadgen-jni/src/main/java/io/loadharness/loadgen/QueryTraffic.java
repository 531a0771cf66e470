// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

/**
 * What LoadGen generates before one measurement, and how long issuing it should take.
 *
 * @param queries in Server an expectation, because arrivals are random; else exact
 * @param samplesPerQuery exact
 * @param seconds what the settings imply if the system is as fast as they say
 */
record QueryTraffic(double queries, double samplesPerQuery, double seconds) {

    private static final double BYTES_PER_QUERY = 320;
    private static final double BYTES_PER_SAMPLE = 200;
    private static final double BYTES_PER_ANSWER = 32;

    double samples() {
        return queries * samplesPerQuery;
    }

    String described() {
        String count = queries == 1 ? "one query" : Amount.of(queries) + " queries";
        return samplesPerQuery == 1 ? count : count + " of " + Amount.of(samplesPerQuery) + " samples";
    }

    /** What LoadGen keeps for it, as measured, a little more than less, and the answers to a query that come all at once. */
    double bytes() {
        return BYTES_PER_QUERY * queries + BYTES_PER_SAMPLE * samples() + BYTES_PER_ANSWER * samplesPerQuery;
    }
}
