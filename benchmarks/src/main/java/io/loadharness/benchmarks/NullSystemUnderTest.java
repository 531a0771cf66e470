// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.SystemUnderTest;
import java.util.Arrays;

/** A system under test that completes all samples immediately. It uses only the public API. */
abstract class NullSystemUnderTest extends SystemUnderTest {

    private static final int TOKENS = 2048;

    NullSystemUnderTest() {
        super("null");
    }

    static NullSystemUnderTest of(Workload.Completion completion) {
        return switch (completion) {
            case EACH -> new Each();
            case BULK -> new Bulk();
            case TOKENS -> new Tokens();
        };
    }

    /** Returns the time in nanoseconds that this system needed to complete the samples; 0 if the rate comes from LoadGen's log. */
    long completionNanos() {
        return 0;
    }

    private static final class Each extends NullSystemUnderTest {
        @Override
        public void issueQuery(Query query) {
            for (QuerySample sample : query) {
                sample.complete();
            }
        }
    }

    private static final class Bulk extends NullSystemUnderTest {
        @Override
        public void issueQuery(Query query) {
            query.completeAll();
        }
    }

    private static final class Tokens extends NullSystemUnderTest {
        private final int[] tokens = new int[TOKENS];
        private long completionNanos;

        Tokens() {
            Arrays.setAll(tokens, i -> i);
        }

        @Override
        public void issueQuery(Query query) {
            long start = System.nanoTime();
            for (QuerySample sample : query) {
                sample.complete(tokens);
            }
            completionNanos += System.nanoTime() - start;
        }

        @Override
        long completionNanos() {
            return completionNanos;
        }
    }
}
