// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LogSettings;
import io.loadharness.QuerySample;
import io.loadharness.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Checks that a query allocates only a few dozen bytes of heap once the code is compiled. The time of compilation depends on the
 * machine.
 */
@Tag("slow")
class AllocationTest {

    private static final int WINDOW = 100_000;
    private static final int WINDOWS = 20;

    @TempDir
    Path logs;

    @ParameterizedTest
    @EnumSource(names = {"SINGLE_STREAM", "SERVER"})
    void bytesPerQuery(Scenario scenario) {
        List<Long> allocated = new ArrayList<>();
        int[] queries = new int[1];
        new MlperfLoadGen()
                .run(
                        QuickRuns.system(query -> {
                            for (QuerySample sample : query) {
                                sample.complete();
                            }
                            if (queries[0]++ % WINDOW == 0) {
                                allocated.add(allocatedByThisThread());
                            }
                        }),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(scenario)
                                .minQueryCount(WINDOW * WINDOWS + 1)
                                .serverTargetQps(10_000_000)
                                .minDuration(Duration.ZERO)
                                .build(),
                        LogSettings.in(logs));
        double least = IntStream.range(1, allocated.size())
                .mapToDouble(i -> (double) (allocated.get(i) - allocated.get(i - 1)) / WINDOW)
                .min()
                .orElseThrow();
        assertThat(least).isPositive().isLessThanOrEqualTo(64);
    }

    private static long allocatedByThisThread() {
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
