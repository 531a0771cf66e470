// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MeasurementTest {

    @TempDir
    private Path logs;

    @Test
    void serverRateIsTheRateOfCompletedSamples() throws Exception {
        log(entry("result_completed_samples_per_sec", "1.5e+06"), entry("result_50.00_percentile_latency_ns", "90"));

        assertThat(Measurement.of(Workload.SERVER, false, logs, 0)).isEqualTo(new Measurement(1_500_000, 90));
    }

    @Test
    void logWithoutTheRateIsReported() throws Exception {
        log(entry("result_50.00_percentile_latency_ns", "90"));

        assertThatThrownBy(() -> Measurement.of(Workload.OFFLINE_BULK, false, logs, 0))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("result_samples_per_second");
    }

    @Test
    void accuracyRateIsTheRateOfCompletions() throws Exception {
        assertThat(Measurement.of(Workload.ACCURACY_8K, false, logs, 1_000_000_000))
                .isEqualTo(new Measurement(Workload.ACCURACY_8K.count(false), 0));
    }

    private void log(String... entries) throws IOException {
        Files.write(logs.resolve("mlperf_log_detail.txt"), List.of(entries));
    }

    private static String entry(String key, String value) {
        return ":::MLLOG {\"key\": \"" + key + "\", \"value\": " + value + ", \"metadata\": {}}";
    }
}
