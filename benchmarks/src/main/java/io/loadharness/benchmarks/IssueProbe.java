// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Query;
import io.loadharness.SystemUnderTest;

/** A system that completes samples immediately, and records the times of the queries and the CPU time of the issuing thread. */
final class IssueProbe extends SystemUnderTest {

    private final ThreadCost cost = new ThreadCost();
    private final Timestamps times;

    /** Creates a probe for a maximum number of queries. */
    IssueProbe(int maxQueries) {
        super("issue-probe");
        times = new Timestamps(maxQueries);
    }

    @Override
    public void issueQuery(Query query) {
        times.add(System.nanoTime());
        cost.next();
        query.get(0).complete();
    }

    @Override
    public void flushQueries() {
        cost.end();
    }

    /** Returns the coefficient of variation of the times between queries. */
    double variation() {
        return times.variation();
    }

    double cpuMicros() {
        return cost.micros();
    }
}
