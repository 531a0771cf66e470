// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.loadharness.inference.Timeline;
import io.loadharness.metrics.Distribution;
import io.loadharness.record.SampleRecord;
import java.util.Comparator;
import java.util.List;
import java.util.stream.LongStream;

/** Limits for the times that LoadGen measures in a run with one slot. They are computed from the records of the run. */
record LoadGenLimits(Limits latency, Limits firstToken, Limits perToken) {

    private static final long UNLIMITED = Long.MAX_VALUE / 4;

    /**
     * The time of each sample as the records have it, and the minimum and maximum that LoadGen can have measured.
     *
     * <p>If each sample of one distribution is at most the same sample of another, this also applies to their percentiles.
     */
    record Limits(Distribution min, Distribution recorded, Distribution max) {

        void check(String percentile, JsonNode reported, long loadGens) {
            double percentage = Double.parseDouble(percentile);
            assertThat(reported.asLong()).isEqualTo(recorded.percentile(percentage));
            assertThat(loadGens).isBetween(min.percentile(percentage), max.percentile(percentage));
        }
    }

    /** The times of a sample: the minimum, the recorded value and the maximum. */
    private record Times(long min, long recorded, long max) {}

    private interface Measure {

        /**
         * Returns the times of a sample.
         *
         * @param earlier the maximum time by which LoadGen's scheduled start is earlier than the recorded one
         * @param end the latest time at which LoadGen can have read the clock for the end of the response
         */
        Times of(SampleRecord sample, long earlier, long end);
    }

    static LoadGenLimits of(List<SampleRecord> records) {
        return new LoadGenLimits(
                limits(records, (sample, earlier, end) -> {
                    Timeline times = sample.times();
                    long recorded = times.reported() - times.scheduled();
                    return new Times(recorded, recorded, end - times.scheduled() + earlier);
                }),
                limits(records, (sample, earlier, end) -> {
                    Timeline times = sample.times();
                    long recorded = times.firstReported() - times.scheduled();
                    return new Times(recorded, recorded, nextRead(sample) - times.scheduled() + earlier);
                }),
                limits(records, (sample, earlier, end) -> {
                    Timeline times = sample.times();
                    int later = sample.tokens() - 1;
                    return new Times(
                            (times.reported() - nextRead(sample)) / later,
                            (times.reported() - times.firstReported()) / later,
                            (end - times.firstReported()) / later);
                }));
    }

    /**
     * Returns the time at which the thread that reported the first token to LoadGen read bytes again. If all tokens came with the same
     * bytes, it is the time of the report of the end.
     */
    private static long nextRead(SampleRecord sample) {
        return LongStream.of(sample.gaps())
                .filter(gap -> gap > 0)
                .map(gap -> sample.times().firstToken() + gap)
                .findFirst()
                .orElse(sample.times().reported());
    }

    private static Limits limits(List<SampleRecord> records, Measure measure) {
        List<SampleRecord> bySend = records.stream()
                .sorted(Comparator.comparingLong(each -> each.times().dequeued()))
                .toList();
        int count = bySend.size();
        long[] min = new long[count];
        long[] recorded = new long[count];
        long[] max = new long[count];
        for (int i = 0; i < count; i++) {
            Timeline times = bySend.get(i).times();
            // LoadGen issues a query after the previous one was received. The first and the last sample have no limit.
            long earlier = i == 0
                    ? UNLIMITED
                    : times.issued() - bySend.get(i - 1).times().issued();
            long end = i == count - 1 ? UNLIMITED : bySend.get(i + 1).times().dequeued();
            Times limits = measure.of(bySend.get(i), earlier, end);
            min[i] = limits.min();
            recorded[i] = limits.recorded();
            max[i] = limits.max();
        }
        return new Limits(of(min), of(recorded), of(max));
    }

    private static Distribution of(long[] values) {
        return Distribution.of(values).orElseThrow();
    }
}
