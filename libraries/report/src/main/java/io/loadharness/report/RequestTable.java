// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Failure;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.WritableFormat;
import io.loadharness.inference.Timeline;
import io.loadharness.inference.Usage;
import io.loadharness.metrics.Metric;
import io.loadharness.record.RecordReader;
import io.loadharness.record.SampleRecord;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * The records of a run as a table with a row for each request, in the order in which they ended: what became of it, its moments in
 * nanoseconds since the recording began, its tokens, and the metrics of answered ones. For one thread.
 */
public final class RequestTable {

    private static final String WITHOUT_LISTS = "csv";
    private static final Map<String, ToLongFunction<Timeline>> MOMENTS = moments();
    private static final Map<String, ToIntFunction<Usage>> USAGES = usages();

    private final RowSink rows;
    private final int sample;
    private final int endpoint;
    private final int outcome;
    private final int failure;
    private final int message;
    private final int tokenSource;
    private final int finishReason;
    private final int gaps;
    private final Map<ToLongFunction<Timeline>, Integer> moments = new LinkedHashMap<>();
    private final Map<ToIntFunction<Usage>, Integer> usages = new LinkedHashMap<>();
    private final Map<Metric, Integer> metrics = new EnumMap<>(Metric.class);
    private int[] small = new int[0];

    private RequestTable(RowSink rows, boolean withGaps) {
        this.rows = rows;
        sample = rows.column("sample");
        endpoint = rows.column("endpoint");
        outcome = rows.column("outcome");
        failure = rows.column("failure");
        message = rows.column("message");
        MOMENTS.forEach((name, moment) -> moments.put(moment, rows.column(name + "_ns")));
        for (Metric each : Metric.values()) {
            if (each != Metric.ITL) {
                boolean time = each.unit() == Metric.Unit.NANOSECONDS;
                metrics.put(each, rows.column(each.id() + (time ? "_ns" : "")));
            }
        }
        USAGES.forEach((name, usage) -> usages.put(usage, rows.column(name + "_tokens")));
        tokenSource = rows.column("token_source");
        finishReason = rows.column("finish_reason");
        gaps = withGaps ? rows.column("gaps_ns") : -1;
    }

    private static Map<String, ToLongFunction<Timeline>> moments() {
        Map<String, ToLongFunction<Timeline>> moments = new LinkedHashMap<>();
        moments.put("scheduled", Timeline::scheduled);
        moments.put("issued", Timeline::issued);
        moments.put("taken", Timeline::taken);
        moments.put("sent", Timeline::sent);
        moments.put("first_byte", Timeline::firstByte);
        moments.put("first_token", Timeline::firstToken);
        moments.put("first_answer", Timeline::firstAnswer);
        moments.put("last_token", Timeline::lastToken);
        moments.put("done", Timeline::done);
        moments.put("first_told", Timeline::firstTold);
        moments.put("told", Timeline::told);
        return moments;
    }

    private static Map<String, ToIntFunction<Usage>> usages() {
        Map<String, ToIntFunction<Usage>> usages = new LinkedHashMap<>();
        usages.put("cached", Usage::cached);
        usages.put("completion", Usage::completion);
        usages.put("reasoning", Usage::reasoning);
        return usages;
    }

    /**
     * Writes the records of a run to a file. Formats that can hold lists also get the gaps between the pieces of each answer.
     *
     * @return the number of rows
     * @throws ReportException if the folder has no records
     */
    public static long export(RunFolder folder, WritableFormat format, Path file) throws IOException {
        try (RecordReader records = folder.openRecords();
                DatasetWriter writer = format.create(file)) {
            write(records, writer, !format.name().equals(WITHOUT_LISTS));
            writer.finish();
            return writer.rows();
        }
    }

    /**
     * Writes all records that are left in a reader.
     *
     * @param withGaps whether the gaps between an answer's pieces are a column too: a list in each row
     */
    static void write(RecordReader records, RowSink rows, boolean withGaps) throws IOException {
        RequestTable table = new RequestTable(rows, withGaps);
        for (SampleRecord each = records.next(); each != null; each = records.next()) {
            table.row(each);
        }
    }

    private void row(SampleRecord record) throws DatasetException {
        rows.integer(sample, record.sampleIndex());
        text(endpoint, record.endpoint());
        rows.text(outcome, record.isOk() ? "answered" : "failed");
        if (record.failure().isPresent()) {
            Failure why = record.failure().get();
            rows.text(failure, why.kind().name());
            text(message, why.message());
        }
        for (Map.Entry<ToLongFunction<Timeline>, Integer> each : moments.entrySet()) {
            integer(each.getValue(), each.getKey().applyAsLong(record.times()), Timeline.UNKNOWN);
        }
        if (record.isOk()) {
            for (Map.Entry<Metric, Integer> each : metrics.entrySet()) {
                integer(each.getValue(), each.getKey().of(record), Metric.NONE);
            }
        }
        for (Map.Entry<ToIntFunction<Usage>, Integer> each : usages.entrySet()) {
            integer(each.getValue(), each.getKey().applyAsInt(record.usage()), Usage.UNKNOWN);
        }
        rows.text(tokenSource, record.tokenSource().name().toLowerCase(Locale.ROOT));
        text(finishReason, record.finishReason());
        if (gaps >= 0) {
            gaps(record.gaps());
        }
        rows.endRow();
    }

    private void integer(int column, long value, long none) throws DatasetException {
        if (value != none) {
            rows.integer(column, value);
        }
    }

    private void text(int column, String value) throws DatasetException {
        if (!value.isEmpty()) {
            rows.text(column, value);
        }
    }

    /** A gap of more than two seconds fits into no int. */
    private void gaps(long[] values) throws DatasetException {
        if (small.length < values.length) {
            small = new int[2 * values.length];
        }
        for (int i = 0; i < values.length; i++) {
            small[i] = (int) values[i];
            if (small[i] != values[i]) {
                rows.json(gaps, Arrays.toString(values));
                return;
            }
        }
        rows.integers(gaps, small, 0, values.length);
    }
}
