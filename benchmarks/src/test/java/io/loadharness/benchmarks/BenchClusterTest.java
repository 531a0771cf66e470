// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import io.loadharness.cli.ExitCode;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("load")
@Timeout(600)
class BenchClusterTest {

    @Test
    void everyFigureIsMeasured() {
        BenchSession session = BenchSession.of("bench", "cluster", "--quick", "--pairs", "1", "--json");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        assertThat(session.outLines())
                .extracting(line -> line.replaceAll("\\{\"figure\": \"(\\w+)\", \"median\": -?[\\d.]+, .*}", "$1"))
                .containsExactly(
                        "hop_us_p50",
                        "hop_us_p99",
                        "hop_p99_ratio",
                        "cluster_overhead_ratio",
                        "cluster_ttft_share",
                        "coordinator_cpu_us_per_request");
    }
}
