// SPDX-License-Identifier: Apache-2.0
package io.loadharness.examples;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.SystemUnderTest;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * A system that simulates an engine with four worker threads. Each sample takes one millisecond. The worker threads complete the samples.
 */
final class PooledSystem extends SystemUnderTest {

    private final ExecutorService workers = Executors.newFixedThreadPool(4);

    PooledSystem() {
        super("four workers");
    }

    @Override
    public void issueQuery(Query query) {
        for (QuerySample sample : query) {
            workers.execute(() -> process(sample));
        }
    }

    private static void process(QuerySample sample) {
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
