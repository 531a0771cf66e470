// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Query;
import io.loadharness.SystemUnderTest;

/** Answers at once, and remembers when it was asked and what the thread that asks has cost. */
final class IssueProbe extends SystemUnderTest {

    private final ThreadCost cost = new ThreadCost();
    private final Moments moments;

    /** Takes so many queries at most. */
    IssueProbe(int most) {
        super("issue-probe");
        moments = new Moments(most);
    }

    @Override
    public void issueQuery(Query query) {
        moments.add(System.nanoTime());
        cost.next();
        query.get(0).complete();
    }

    @Override
    public void flushQueries() {
        cost.end();
    }

    /** The coefficient of variation of the times between queries. */
    double variation() {
        return moments.variation();
    }

    double cpuMicros() {
        return cost.micros();
    }
}
