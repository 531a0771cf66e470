// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadharness.cli.ExitCode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Tag("load")
@Timeout(600)
class BenchReportTest {

    @Test
    void recordingAndReportsFitIntoASmallHeap() throws IOException {
        BenchSession session = BenchSession.of("bench", "report", "--quick", "--pairs", "1", "--json");

        assertThat(session.exitCode()).as(session.err()).isEqualTo(ExitCode.OK);
        List<JsonNode> figures = session.figures();
        assertThat(figures)
                .extracting(each -> each.get("figure").asText())
                .containsExactly(
                        "record_us_20",
                        "report_s_20",
                        "report_cpu_s_20",
                        "record_us_200",
                        "report_s_200",
                        "report_cpu_s_200",
                        "merge_million_s",
                        "merge_report_ratio");
        assertThat(figures)
                .allSatisfy(each -> assertThat(each.get("median").asDouble()).isPositive());
    }
}
