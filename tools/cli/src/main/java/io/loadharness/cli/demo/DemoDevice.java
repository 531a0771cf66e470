// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.demo;

import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.SystemUnderTest;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/**
 * A system under test that squares numbers in batches, as an accelerator would. Each batch takes one millisecond, independent of its size.
 * An instance serves one run, and the caller closes it.
 */
final class DemoDevice extends SystemUnderTest {

    static final Duration BATCH_TIME = Duration.ofMillis(1);

    private static final int BATCH_SIZE = 16;

    static final double PEAK_PER_SECOND = BATCH_SIZE * 1e9 / BATCH_TIME.toNanos();

    private final BlockingQueue<QuerySample> waiting = new LinkedBlockingQueue<>();
    private final Thread worker = new Thread(this::work, "demo-device");

    DemoDevice() {
        super("demo-device");
        worker.setDaemon(true);
        worker.start();
    }

    @Override
    public void issueQuery(Query query) {
        query.forEach(waiting::add);
    }

    private void work() {
        try {
            while (true) {
                List<QuerySample> batch = new ArrayList<>(BATCH_SIZE);
                batch.add(waiting.take());
                waiting.drainTo(batch, BATCH_SIZE - 1);
                Thread.sleep(BATCH_TIME.toMillis());
                batch.forEach(DemoDevice::square);
            }
        } catch (InterruptedException | IllegalStateException e) {
            waiting.clear(); // the device is closed, or the run was aborted
        }
    }

    private static void square(QuerySample sample) {
        long number = sample.index();
        sample.complete(ByteBuffer.allocate(Long.BYTES).putLong(number * number).flip());
    }

    @Override
    public void close() {
        worker.interrupt();
    }
}
