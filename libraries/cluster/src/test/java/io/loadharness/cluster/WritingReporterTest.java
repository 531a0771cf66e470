// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

/** The time of this class passes only where a test calls a tick. */
class WritingReporterTest {

    private final AtomicLong work = new AtomicLong();
    private final AtomicInteger reports = new AtomicInteger();
    private final WritingReporter reporter = new WritingReporter(work::get, reports::incrementAndGet);

    @Test
    void reportsEachProgressOnce() {
        reporter.tick();
        assertThat(reports).hasValue(1);
        work.set(5);
        reporter.tick();
        work.set(4); // a temporary file was deleted
        reporter.tick();

        assertThat(reports).hasValue(3);
    }

    @Test
    void doesNotReportAProgramThatHangs() {
        for (int i = 0; i < 100; i++) {
            reporter.tick();
        }

        assertThat(reports).hasValue(1);
    }

    @Test
    void reportsNothingAfterTheEnd() {
        reporter.close();
        work.set(5);
        reporter.tick();

        assertThat(reports).hasValue(0);
    }
}
