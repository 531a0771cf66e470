// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.inference.Timeline;
import io.loadharness.inference.Usage;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Metrics for the files of inference-perf that {@code RunMetrics} does not contain: metrics whose time window starts at the first send, and
 * metrics that include failed requests.
 *
 * @param windowNanos the time from the first send to the end of the last request
 * @param sendNanos the time from the first send to the last send
 * @param scheduleDelays the schedule delays of all sent requests
 * @param failedLatencies the latencies of requests that were sent and failed
 * @param failedPromptTokens the number of prompt tokens of each failed request
 * @param cachedTokens the number of prompt tokens that servers took from prefix caches, over all completed requests; -1 if one of the
 *     responses does not report this number
 */
record SentRequestStatistics(
        long windowNanos,
        long sendNanos,
        Optional<Distribution> scheduleDelays,
        Optional<Distribution> failedLatencies,
        Optional<Distribution> failedPromptTokens,
        long cachedTokens) {

    /** Computes the metrics of the stages of a run. */
    static SentRequestStatistics of(List<RunReport> stages) throws IOException {
        LongStream.Builder scheduleDelays = LongStream.builder();
        LongStream.Builder failedLatencies = LongStream.builder();
        LongStream.Builder failedPrompts = LongStream.builder();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        long end = Long.MIN_VALUE;
        long cached = 0;
        for (RunReport stage : stages) {
            long delay =
                    Duration.between(stages.get(0).recorded(), stage.recorded()).toNanos();
            try (RecordReader records = stage.folder().openRecords()) {
                for (SampleRecord next = records.next(); next != null; next = records.next()) {
                    SampleRecord each = next.delayedBy(delay);
                    Timeline times = each.times();
                    if (times.sent() != Timeline.UNKNOWN) {
                        first = Math.min(first, times.sent());
                        last = Math.max(last, times.sent());
                        end = Math.max(end, times.done());
                        scheduleDelays.add(Metric.SCHEDULE_DELAY.of(each));
                    }
                    if (each.isOk()) {
                        int fromCache = each.usage().cached();
                        cached = cached < 0 || fromCache == Usage.UNKNOWN ? -1 : cached + fromCache;
                    } else {
                        addKnown(failedLatencies, Metric.LATENCY.of(each));
                        addKnown(failedPrompts, Metric.INPUT_TOKENS.of(each));
                    }
                }
            }
        }
        return new SentRequestStatistics(
                first > end ? 0 : end - first,
                first > last ? 0 : last - first,
                Distribution.of(scheduleDelays.build().toArray()),
                Distribution.of(failedLatencies.build().toArray()),
                Distribution.of(failedPrompts.build().toArray()),
                cached);
    }

    private static void addKnown(LongStream.Builder values, long value) {
        if (value != Metric.NONE) {
            values.add(value);
        }
    }
}
