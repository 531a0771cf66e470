// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("timing")
@Timeout(300)
class BenchScheduleTest {

    @Test
    void everyFigureIsMeasured() {
        BenchSession session = BenchSession.of("bench", "schedule", "--quick", "--pairs", "1", "--json");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .extracting(line -> line.replaceAll("\\{\"figure\": \"(\\w+)\", \"median\": -?[\\d.]+, .*}", "$1"))
                .containsExactly(
                        "poisson_cv_error",
                        "poisson_late_us_p99",
                        "constant_cv",
                        "constant_late_us_p99",
                        "cpu_us_per_request",
                        "received_short_gaps",
                        "received_ks");
    }

    @Test
    void busyWaitHasNoCostPerRequest() {
        BenchSession session = BenchSession.of("bench", "schedule", "--quick", "--pairs", "1", "--busy-wait");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.out())
                .contains(
                        "Poisson, issue delay (p99)",
                        "Received gaps < 0.1 ms / those of a C client",
                        "relative to the ideal: ")
                .doesNotContain("CPU time");
    }
}
