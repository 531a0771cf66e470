// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadharness.metrics.Metric;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.nio.file.Path;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.yaml.snakeyaml.Yaml;

class OtherToolsTest {

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"inference-perf", "inference-perf-stage", "inference-perf-requests"})
    void inferencePerfFilesMatchTheirSchema(String format) throws IOException {
        JsonNode document = RunJson.MAPPER.readTree(FixedRun.written(format, FixedRun.report()));

        assertThat(JsonSchemas.errors(format, document)).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"llm-d-0.1", "llm-d-0.2"})
    void llmdReportsMatchTheirSchema(String format) throws IOException {
        JsonNode document = yaml(FixedRun.written(format, FixedRun.report()));

        assertThat(JsonSchemas.errors(format, document)).isEmpty();
    }

    @Test
    void llmdReportHasServerMetrics() throws IOException {
        JsonNode document = yaml(FixedRun.written("llm-d-0.2", RunReport.of(FixedRun.withServers(folder))));

        assertThat(JsonSchemas.errors("llm-d-0.2", document)).isEmpty();
        assertThat(document.at("/results/observability/components/1/component_label")
                        .asText())
                .isEqualTo(document.at("/scenario/stack/1/metadata/label").asText());
    }

    @Test
    void thePrometheusFileRequiresServerMetrics() {
        assertThatThrownBy(() -> FixedRun.written("inference-perf-prometheus", FixedRun.report()))
                .isInstanceOf(ReportException.class)
                .hasMessage("inference-perf-prometheus requires server metrics, which the run in "
                        + FixedRun.FOLDER.path() + " did not record; run with --enable-metrics");
    }

    @Test
    void aRunWithoutSamplesHasFilesIfTheFormatAllowsIt() throws IOException {
        RunReport report = RunReport.of(new RecordedRun(folder).of(0, 0));

        assertThat(JsonSchemas.errors(
                        "inference-perf", RunJson.MAPPER.readTree(FixedRun.written("inference-perf", report))))
                .isEmpty();
        assertThat(JsonSchemas.errors("llm-d-0.2", yaml(FixedRun.written("llm-d-0.2", report))))
                .isEmpty();
        assertThatThrownBy(() -> FixedRun.written("llm-d-0.1", report))
                .isInstanceOf(ReportException.class)
                .hasMessage("llm-d-0.1 requires ttft, which the run in " + folder + " did not measure");
    }

    @Test
    void failuresHaveInferencePerfLabels() throws IOException {
        JsonNode labels = RunJson.MAPPER
                .readTree(FixedRun.written("inference-perf", FixedRun.report()))
                .at("/failures/by_label");

        assertThat(labels.fieldNames())
                .toIterable()
                .containsExactlyInAnyOrder("503 - Service Unavailable", "Timeout", "other");
        assertThat(labels.at("/503 - Service Unavailable/count").asLong()).isEqualTo(2);
    }

    @Test
    void anInferencePerfEntryHasTheTimesOfItsRequest() throws IOException {
        JsonNode entries = RunJson.MAPPER.readTree(FixedRun.written("inference-perf-requests", FixedRun.report()));

        int row = 0;
        try (RecordReader records = FixedRun.FOLDER.openRecords()) {
            for (SampleRecord each = records.next(); each != null; each = records.next()) {
                JsonNode entry = entries.get(row++);
                assertThat(entry.get("error").isNull()).isEqualTo(each.isOk());
                if (each.isOk()) {
                    JsonNode times = entry.at("/info/response_metrics/output_token_times");
                    double start = entry.get("start_time").asDouble();
                    assertThat(entry.get("end_time").asDouble() - start)
                            .isCloseTo(Metric.LATENCY.of(each) / 1e9, Offset.offset(1e-9));
                    assertThat(times.get(0).asDouble() - start)
                            .isCloseTo(Metric.TTFT.of(each) / 1e9, Offset.offset(1e-9));
                    assertThat(times).hasSize(each.gaps().length + 1);
                }
            }
        }
        assertThat(entries).hasSize(row).isNotEmpty();
    }

    @Test
    void timesAreInSecondsAndPercentilesAreInterpolated() throws IOException {
        RunReport report = FixedRun.report();
        double expected =
                report.metrics().distribution(Metric.TTFT).orElseThrow().interpolated(99) / 1e9;

        assertThat(RunJson.MAPPER
                        .readTree(FixedRun.written("inference-perf", report))
                        .at("/successes/latency/time_to_first_token/p99")
                        .asDouble())
                .isEqualTo(expected);
        assertThat(yaml(FixedRun.written("llm-d-0.2", report))
                        .at("/results/request_performance/aggregate/latency/time_to_first_token/p99")
                        .asDouble())
                .isCloseTo(expected, Offset.offset(1e-15));
    }

    private static JsonNode yaml(String text) {
        return RunJson.MAPPER.valueToTree(new Yaml().load(text));
    }
}
