// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class CoordinationCostTest {

    @TempDir
    Path path;

    /** The time to first token of each sample is 19 ms, and its latency is 30 ms. */
    private RunReport report(long firstTokenCost, long wholeCost) throws IOException {
        return RunReport.of(
                new RecordedRun(path).byWorkers(firstTokenCost, wholeCost).of(10, 0));
    }

    private static JsonNode coordination(RunReport report) throws IOException {
        String result = FixedRun.written("json", report);
        assertThat(JsonSchemas.resultErrors(result)).isEmpty();
        return RunJson.MAPPER.readTree(result).get("coordination");
    }

    @Test
    void aShareOfExactlyFivePercentIsNoWarning() throws IOException {
        RunReport report = report(950_000, 1_500_000);

        JsonNode cost = coordination(report);
        assertThat(cost.get("ttft_share").asDouble()).isEqualTo(0.05);
        assertThat(cost.get("latency_share").asDouble()).isEqualTo(0.05);
        assertThat(cost.has("warning")).isFalse();
        assertThat(report.warnings()).isEmpty();
    }

    @ParameterizedTest
    @CsvSource({"950_001, 1_500_000", "950_000, 1_500_001"})
    void aNanosecondMoreIsAWarningThatKeepsTheVerdict(String firstTokenCost, String wholeCost) throws IOException {
        RunReport report =
                report(Long.parseLong(firstTokenCost.replace("_", "")), Long.parseLong(wholeCost.replace("_", "")));

        assertThat(report.warnings()).singleElement().satisfies(warning -> {
            assertThat(warning)
                    .startsWith(
                            "The coordination of the workers costs 5.0 % of the time to first token and 5.0 % of the"
                                    + " latency, more than 5.0 %");
            assertThat(coordination(report).get("warning").asText()).isEqualTo(warning);
        });
        assertThat(report.reasonTexts()).noneMatch(each -> each.contains("coordination"));
    }

    @Test
    void aRunWithoutWorkersHasNoCost() throws IOException {
        RunReport report = RunReport.of(new RecordedRun(path).of(10, 0));

        assertThat(coordination(report)).isNull();
        assertThat(report.warnings()).isEmpty();
    }
}
