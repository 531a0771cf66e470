// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import io.loadharness.TestMode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a run came to, read in the same way for every side: as LoadGen wrote it into its detail log. An accuracy run has no figures
 * there, and its wall time is that of writing the answers to the disk; so there the rate is that of the answers themselves, by the
 * clock of the side that gave them.
 *
 * @param perSecond samples completed
 * @param medianNanos the median latency; 0 in an accuracy run
 */
record Measurement(double perSecond, double medianNanos) {

    /** Reads a run. */
    static Measurement of(Workload workload, boolean quick, Path logs, long answeringNanos) throws IOException {
        if (workload.mode() == TestMode.ACCURACY_ONLY) {
            return new Measurement(workload.count(quick) * 1e9 / answeringNanos, 0);
        }
        List<String> lines = Files.readAllLines(logs.resolve("mlperf_log_detail.txt"));
        String rate =
                switch (workload.scenario()) {
                    case SINGLE_STREAM -> "result_qps_with_loadgen_overhead";
                    case SERVER -> "result_completed_samples_per_sec";
                    case MULTI_STREAM, OFFLINE -> "result_samples_per_second";
                };
        return new Measurement(value(lines, rate), value(lines, "result_50.00_percentile_latency_ns"));
    }

    private static double value(List<String> lines, String key) throws IOException {
        Pattern entry = Pattern.compile("\"key\": \"" + Pattern.quote(key) + "\", \"value\": ([^,]+),");
        for (String line : lines) {
            Matcher matcher = entry.matcher(line);
            if (matcher.find()) {
                return Double.parseDouble(matcher.group(1));
            }
        }
        throw new IOException("LoadGen's detail log has no " + key);
    }
}
