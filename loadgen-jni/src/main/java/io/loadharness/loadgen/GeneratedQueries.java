// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

/**
 * The queries that LoadGen generates before one measurement, and the expected time to issue them.
 *
 * @param queries the number of queries; exact, except in Server, where it is an expected value because the arrivals are random
 * @param samplesPerQuery the exact number of samples per query
 * @param seconds the time to issue all queries at the rate of the settings
 */
record GeneratedQueries(double queries, double samplesPerQuery, double seconds) {

    private static final double BYTES_PER_QUERY = 320;
    private static final double BYTES_PER_SAMPLE = 200;
    private static final double BYTES_PER_RESPONSE = 32;

    double samples() {
        return queries * samplesPerQuery;
    }

    String described() {
        String count = queries == 1 ? "one query" : ReadableNumber.of(queries) + " queries";
        return samplesPerQuery == 1 ? count : count + " of " + ReadableNumber.of(samplesPerQuery) + " samples";
    }

    /**
     * Returns the number of bytes that LoadGen needs for all queries and for the responses of one query. The estimate assumes that all
     * samples of this query are completed at the same time. The sizes were measured and rounded up.
     */
    double bytes() {
        return BYTES_PER_QUERY * queries + BYTES_PER_SAMPLE * samples() + BYTES_PER_RESPONSE * samplesPerQuery;
    }
}
