package io.loadharness.cli.bench;

import io.loadharness.Query;
import io.loadharness.SystemUnderTest;

/** Answers at once, and remembers when it was asked and what the thread that asks has cost. */
final class IssueProbe extends SystemUnderTest {

    private final ThreadCost cost = new ThreadCost();
    private final long[] moments;
    private int count;

    /** Takes so many queries at most. */
    IssueProbe(int most) {
        super("issue-probe");
        moments = new long[most];
    }

    @Override
    public void issueQuery(Query query) {
        moments[count++] = System.nanoTime();
        cost.next();
        query.get(0).complete();
    }

    @Override
    public void flushQueries() {
        cost.end();
    }

    /** The coefficient of variation of the times between queries. */
    double variation() {
        double mean = (double) (moments[count - 1] - moments[0]) / (count - 1);
        double squares = 0;
        for (int i = 1; i < count; i++) {
            double off = moments[i] - moments[i - 1] - mean;
            squares += off * off;
        }
        return Math.sqrt(squares / (count - 1)) / mean;
    }

    double cpuMicros() {
        return cost.micros();
    }
}
