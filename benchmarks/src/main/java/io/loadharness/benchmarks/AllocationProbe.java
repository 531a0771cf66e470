// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import com.sun.management.ThreadMXBean;
import io.loadharness.Query;
import io.loadharness.QuerySample;
import io.loadharness.SystemUnderTest;
import java.lang.management.ManagementFactory;

/**
 * A system that completes one-sample queries immediately. It measures the bytes that all threads of the JVM allocate during the second half
 * of the queries.
 */
final class AllocationProbe extends SystemUnderTest {

    private final ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final int last;
    private final int middle;
    private int queries;
    private long bytesBefore;
    private long bytes;

    AllocationProbe(int queries) {
        super("allocation-probe");
        last = queries;
        middle = queries / 2;
    }

    @Override
    public void issueQuery(Query query) {
        for (QuerySample sample : query) {
            sample.complete();
        }
        queries++;
        if (queries == middle) {
            bytesBefore = allocatedBytes();
        } else if (queries == last) {
            bytes = allocatedBytes() - bytesBefore;
        }
    }

    private long allocatedBytes() {
        long sum = 0;
        for (long bytesOfThread : threads.getThreadAllocatedBytes(threads.getAllThreadIds())) {
            sum += Math.max(0, bytesOfThread); // -1 for a thread that has just terminated
        }
        return sum;
    }

    double bytesPerQuery() {
        return (double) bytes / (last - middle);
    }
}
