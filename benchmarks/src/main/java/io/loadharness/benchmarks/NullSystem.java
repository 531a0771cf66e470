// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.SystemUnderTest;
import java.util.Arrays;

/** Does nothing but complete, as a user would write it. */
abstract class NullSystem extends SystemUnderTest {

    private static final int TOKENS = 2048;

    NullSystem() {
        super("null");
    }

    static NullSystem thatCompletes(Workload.Completion how) {
        return switch (how) {
            case EACH -> new Each();
            case BULK -> new Bulk();
            case TOKENS -> new Tokens();
        };
    }

    /** How long the answers took; 0 where LoadGen knows. */
    long answeringNanos() {
        return 0;
    }

    private static final class Each extends NullSystem {
        @Override
        public void issueQuery(Query query) {
            for (QuerySample sample : query) {
                sample.complete();
            }
        }
    }

    private static final class Bulk extends NullSystem {
        @Override
        public void issueQuery(Query query) {
            query.completeAll();
        }
    }

    private static final class Tokens extends NullSystem {
        private final int[] tokens = new int[TOKENS];
        private long answeringNanos;

        Tokens() {
            Arrays.setAll(tokens, i -> i);
        }

        @Override
        public void issueQuery(Query query) {
            long begin = System.nanoTime();
            for (QuerySample sample : query) {
                sample.complete(tokens);
            }
            answeringNanos += System.nanoTime() - begin;
        }

        @Override
        long answeringNanos() {
            return answeringNanos;
        }
    }
}
