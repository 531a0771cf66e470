// SPDX-License-Identifier: Apache-2.0
package io.loadharness.stress;

import io.loadharness.Failure;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.SampleSink;
import java.nio.Buffer;
import java.util.concurrent.atomic.AtomicInteger;
import org.openjdk.jcstress.annotations.Actor;
import org.openjdk.jcstress.annotations.Arbiter;
import org.openjdk.jcstress.annotations.Expect;
import org.openjdk.jcstress.annotations.JCStressTest;
import org.openjdk.jcstress.annotations.Outcome;
import org.openjdk.jcstress.annotations.State;
import org.openjdk.jcstress.infra.results.III_Result;

/**
 * Tests in which two threads end the same sample or report its first token. In each result, r1 and r2 are 1 if the call of the first or
 * second thread was accepted, otherwise 0. r3 is the number of ends that reached the load generator.
 */
public final class SampleStress {

    private static final Failure FAILURE = new Failure(Failure.Kind.CANCELLED, "stress");

    private SampleStress() {}

    /**
     * A sink that counts the ends of samples. It adds 1000 if a first token overlaps or follows the end, because no test accepts such a
     * result.
     */
    static final class CountingSink implements SampleSink {

        static final int WRONG_ORDER = 1000;

        private final AtomicInteger ends = new AtomicInteger();
        private volatile boolean inFirstToken;

        @Override
        public boolean firstTokenComplete(long id, Buffer tokens) {
            inFirstToken = true;
            if (ends.get() != 0) {
                ends.addAndGet(WRONG_ORDER);
            }
            inFirstToken = false;
            return true;
        }

        @Override
        public boolean complete(long id, Buffer response, long tokenCount) {
            return end(1);
        }

        @Override
        public boolean completeAll(long[] ids, int count) {
            return end(count);
        }

        @Override
        public boolean fail(long id, int index, Failure failure) {
            return end(1);
        }

        private boolean end(int count) {
            ends.addAndGet(inFirstToken ? WRONG_ORDER : count);
            return true;
        }

        int ends() {
            return ends.get();
        }
    }

    private static int attempt(Runnable call) {
        try {
            call.run();
            return 1;
        } catch (IllegalStateException refused) {
            return 0;
        }
    }

    /** Two threads end the only sample of a query. Only one of them may succeed. */
    @JCStressTest
    @Outcome(id = "1, 0, 1", expect = Expect.ACCEPTABLE, desc = "completed")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "failed")
    @State
    public static class CompleteAndFail {

        private final CountingSink sink = new CountingSink();
        private final QuerySample sample = Query.of(sink, 1, 1).get(0);

        /** Completes the sample. */
        @Actor
        public void complete(III_Result result) {
            result.r1 = attempt(sample::complete);
        }

        /** Fails the sample. */
        @Actor
        public void fail(III_Result result) {
            result.r2 = attempt(() -> sample.fail(FAILURE));
        }

        /** Reports the counts. */
        @Arbiter
        public void count(III_Result result) {
            result.r3 = sink.ends();
        }
    }

    /** A first token must reach the load generator before the end of its sample or not at all. */
    @JCStressTest
    @Outcome(id = "1, 1, 1", expect = Expect.ACCEPTABLE, desc = "the first token came before the end")
    @Outcome(id = "0, 1, 1", expect = Expect.ACCEPTABLE, desc = "the first token came too late")
    @State
    public static class FirstTokenAndComplete {

        private final CountingSink sink = new CountingSink();
        private final QuerySample sample = Query.of(sink, 1, 1).get(0);

        /** Reports the first token. */
        @Actor
        public void start(III_Result result) {
            result.r1 = attempt(() -> sample.firstTokenComplete(7));
        }

        /** Completes the sample. */
        @Actor
        public void complete(III_Result result) {
            result.r2 = attempt(sample::complete);
        }

        /** Reports the counts. */
        @Arbiter
        public void count(III_Result result) {
            result.r3 = sink.ends();
        }
    }

    /** A query is completed as a whole while one of its samples fails. Each of the three samples must end once. */
    @JCStressTest
    @Outcome(id = "1, 1, 3", expect = Expect.ACCEPTABLE, desc = "the sample failed first")
    @Outcome(id = "1, 0, 3", expect = Expect.ACCEPTABLE, desc = "the query was completed first")
    @State
    public static class CompleteAllAndFail {

        private final CountingSink sink = new CountingSink();
        private final Query query = Query.of(sink, new long[] {1, 1, 2, 2, 3, 3});

        /** Completes the query. */
        @Actor
        public void completeAll(III_Result result) {
            result.r1 = attempt(query::completeAll);
        }

        /** Fails the second of the three samples. */
        @Actor
        public void fail(III_Result result) {
            result.r2 = attempt(() -> query.get(1).fail(FAILURE));
        }

        /** Reports the counts. */
        @Arbiter
        public void count(III_Result result) {
            result.r3 = sink.ends();
        }
    }
}
