// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class SampleTableTest {

    @Test
    void manySamplesAreKept() {
        SampleTable table = new SampleTable();
        for (int i = 0; i < 20_000; i++) {
            assertThat(table.add(i * 3, 10L * i, 10L * i + 1)).isEqualTo(i);
            table.start(i, 10L * i + 2);
            table.end(i, 10L * i + 3, i % 7);
        }

        assertThat(table.size()).isEqualTo(20_000);
        for (int i = 0; i < 20_000; i++) {
            assertThat(table.index(i)).isEqualTo(i * 3);
            assertThat(table.scheduled(i)).isEqualTo(10L * i);
            assertThat(table.issued(i)).isEqualTo(10L * i + 1);
            assertThat(table.started(i)).isEqualTo(10L * i + 2);
            assertThat(table.ended(i)).isEqualTo(10L * i + 3);
            assertThat(table.tokens(i)).isEqualTo(i % 7);
            assertThat(table.isCompleted(i)).isTrue();
        }
    }

    @Test
    void eventsAtTimeZeroAreRecorded() {
        SampleTable table = new SampleTable();
        table.add(0, 0, 0);

        assertThat(table.hasStarted(0)).isFalse();
        assertThat(table.hasEnded(0)).isFalse();
        table.start(0, 0);
        table.fail(0, 0);

        assertThat(table.hasStarted(0)).isTrue();
        assertThat(table.hasEnded(0)).isTrue();
        assertThat(table.isCompleted(0)).isFalse();
        assertThat(table.ended(0)).isZero();
    }
}
