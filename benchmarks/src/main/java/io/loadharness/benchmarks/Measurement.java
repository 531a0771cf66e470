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
 * The result of a run. For all sides, it comes from LoadGen's detail log. The log of an accuracy run contains no rate, and most of the wall
 * time is spent on writing the responses to the disk. Therefore, the rate of an accuracy run is computed from the time in which the
 * measured program completed the samples.
 *
 * @param perSecond the completed samples per second
 * @param medianNanos the median latency; 0 in an accuracy run
 */
record Measurement(double perSecond, double medianNanos) {

    /** Reads the result of a run. {@code completionNanos} is used only for accuracy runs. */
    static Measurement of(Workload workload, boolean quick, Path logs, long completionNanos) throws IOException {
        if (workload.mode() == TestMode.ACCURACY_ONLY) {
            return new Measurement(workload.count(quick) * 1e9 / completionNanos, 0);
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
