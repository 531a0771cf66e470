package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.LogSettings;
import io.loadharness.QuerySample;
import io.loadharness.Scenario;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A query costs a few dozen bytes of the heap and no more. */
class AllocationTest {

    private static final int WARM_UP = 200_000;
    private static final int MEASURED = 100_000;

    @TempDir
    Path logs;

    @ParameterizedTest
    @EnumSource(names = {"SINGLE_STREAM", "SERVER"})
    void bytesPerQuery(Scenario scenario) {
        long[] allocated = new long[2];
        int[] queries = new int[1];
        new MlperfLoadGen()
                .run(
                        QuickRuns.system(query -> {
                            for (QuerySample sample : query) {
                                sample.complete();
                            }
                            if (++queries[0] == WARM_UP) {
                                allocated[0] = allocatedByThisThread();
                            } else if (queries[0] == WARM_UP + MEASURED) {
                                allocated[1] = allocatedByThisThread();
                            }
                        }),
                        QuickRuns.LIBRARY,
                        QuickRuns.settings(scenario)
                                .minQueryCount(WARM_UP + MEASURED)
                                .serverTargetQps(10_000_000)
                                .minDuration(Duration.ZERO)
                                .build(),
                        LogSettings.in(logs));
        assertThat((double) (allocated[1] - allocated[0]) / MEASURED)
                .isPositive()
                .isLessThanOrEqualTo(64);
    }

    private static long allocatedByThisThread() {
        var threads = (com.sun.management.ThreadMXBean) java.lang.management.ManagementFactory.getThreadMXBean();
        return threads.getThreadAllocatedBytes(Thread.currentThread().getId());
    }
}
