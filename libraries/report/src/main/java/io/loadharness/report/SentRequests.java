// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.inference.Timeline;
import io.loadharness.inference.Usage;
import io.loadharness.metrics.Distribution;
import io.loadharness.metrics.Metric;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * What inference-perf knows of a run beside our metrics: it counts time from the first send, and looks at failed requests too.
 *
 * @param windowNanos from the first send to the end of the last request
 * @param sendNanos from the first send to the last
 * @param lags how late all were sent
 * @param failedLatencies of those that were sent and failed
 * @param failedPromptTokens of those that failed
 * @param cachedTokens tokens of answered requests' prompts that the servers found in their caches; -1 if one of them does not say
 */
record SentRequests(
        long windowNanos,
        long sendNanos,
        Optional<Distribution> lags,
        Optional<Distribution> failedLatencies,
        Optional<Distribution> failedPromptTokens,
        long cachedTokens) {

    static SentRequests of(RunFolder folder) throws IOException {
        LongStream.Builder lags = LongStream.builder();
        LongStream.Builder failedLatencies = LongStream.builder();
        LongStream.Builder failedPrompts = LongStream.builder();
        long first = Long.MAX_VALUE;
        long last = Long.MIN_VALUE;
        long end = Long.MIN_VALUE;
        long cached = 0;
        try (RecordReader records = folder.openRecords()) {
            for (SampleRecord each = records.next(); each != null; each = records.next()) {
                Timeline times = each.times();
                if (times.sent() != Timeline.UNKNOWN) {
                    first = Math.min(first, times.sent());
                    last = Math.max(last, times.sent());
                    end = Math.max(end, times.done());
                    lags.add(Metric.SCHEDULE_LAG.of(each));
                }
                if (each.isOk()) {
                    int ofCache = each.usage().cached();
                    cached = cached < 0 || ofCache == Usage.UNKNOWN ? -1 : cached + ofCache;
                } else {
                    addKnown(failedLatencies, Metric.LATENCY.of(each));
                    addKnown(failedPrompts, Metric.INPUT_TOKENS.of(each));
                }
            }
        }
        return new SentRequests(
                first > end ? 0 : end - first,
                first > last ? 0 : last - first,
                Distribution.of(lags.build().toArray()),
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
