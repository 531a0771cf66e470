// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.SystemUnderTest;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** Stands for an engine with four workers that needs a millisecond for a sample. Answers on its workers' threads. */
final class PooledSystem extends SystemUnderTest {

    private final ExecutorService workers = Executors.newFixedThreadPool(4);

    PooledSystem() {
        super("four workers");
    }

    @Override
    public void issueQuery(Query query) {
        for (QuerySample sample : query) {
            workers.execute(() -> answer(sample));
        }
    }

    private static void answer(QuerySample sample) {
        try {
            Thread.sleep(1);
            sample.complete();
        } catch (InterruptedException e) {
            sample.fail(e);
        }
    }

    @Override
    public void close() {
        workers.shutdown();
    }
}
