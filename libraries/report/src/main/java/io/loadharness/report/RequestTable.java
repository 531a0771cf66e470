// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.Failure;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetWriter;
import io.loadharness.dataset.FormulaCells;
import io.loadharness.dataset.RowSink;
import io.loadharness.dataset.WritableFormat;
import io.loadharness.dataset.WrittenDataset;
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
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/**
 * Writes the records of a run as a table with a row for each request, in the order in which the requests ended. The columns are the
 * outcome, the times in nanoseconds since the start of the recording, the token counts, and the metrics of completed requests. Not
 * thread-safe.
 */
public final class RequestTable {

    private static final String WITHOUT_LISTS = "csv";

    private static final Map<String, ToLongFunction<Timeline>> TIMES = timelineColumns();
    private static final Map<String, ToIntFunction<Usage>> USAGES = usageColumns();

    private final RowSink rows;
    private final int sample;
    private final int endpoint;
    private final int outcome;
    private final int failure;
    private final int message;
    private final int tokenSource;
    private final int finishReason;
    private final int gaps;
    private final Map<ToLongFunction<Timeline>, Integer> times = new LinkedHashMap<>();
    private final Map<ToIntFunction<Usage>, Integer> usages = new LinkedHashMap<>();
    private final Map<Metric, Integer> metrics = new EnumMap<>(Metric.class);
    private int[] ints = new int[0];

    private RequestTable(RowSink rows, boolean withGaps) {
        this.rows = rows;
        sample = rows.column("sample");
        endpoint = rows.column("endpoint");
        outcome = rows.column("outcome");
        failure = rows.column("failure");
        message = rows.column("message");
        TIMES.forEach((name, time) -> times.put(time, rows.column(name + "_ns")));
        for (Metric each : Metric.values()) {
            if (each != Metric.ITL) {
                boolean isTime = each.unit() == Metric.Unit.NANOSECONDS;
                metrics.put(each, rows.column(each.id() + (isTime ? "_ns" : "")));
            }
        }
        USAGES.forEach((name, usage) -> usages.put(usage, rows.column(name + "_tokens")));
        tokenSource = rows.column("token_source");
        finishReason = rows.column("finish_reason");
        gaps = withGaps ? rows.column("gaps_ns") : -1;
    }

    private static Map<String, ToLongFunction<Timeline>> timelineColumns() {
        Map<String, ToLongFunction<Timeline>> times = new LinkedHashMap<>();
        times.put("scheduled", Timeline::scheduled);
        times.put("issued", Timeline::issued);
        times.put("dequeued", Timeline::dequeued);
        times.put("sent", Timeline::sent);
        times.put("first_byte", Timeline::firstByte);
        times.put("first_token", Timeline::firstToken);
        times.put("first_content", Timeline::firstContent);
        times.put("last_token", Timeline::lastToken);
        times.put("done", Timeline::done);
        times.put("first_reported", Timeline::firstReported);
        times.put("reported", Timeline::reported);
        return times;
    }

    private static Map<String, ToIntFunction<Usage>> usageColumns() {
        Map<String, ToIntFunction<Usage>> usages = new LinkedHashMap<>();
        usages.put("cached", Usage::cached);
        usages.put("completion", Usage::completion);
        usages.put("reasoning", Usage::reasoning);
        return usages;
    }

    /**
     * Writes the records of a run to a file. All formats except CSV also have a list column with the gaps between the chunks of each
     * response.
     *
     * @param escapesFormulas true to write an apostrophe in front of strings that spreadsheet programs treat as formulas; these strings
     *     start with {@code =}, {@code +}, {@code -}, {@code @}, a tab or a carriage return
     * @return the file, its number of rows, and the number of strings that spreadsheet programs treat as formulas
     * @throws ReportException if the folder has no records
     */
    public static WrittenDataset export(RunFolder folder, WritableFormat format, Path file, boolean escapesFormulas)
            throws IOException {
        try (RecordReader records = folder.openRecords();
                DatasetWriter writer = format.create(file)) {
            boolean isCsv = format.name().equals(WITHOUT_LISTS);
            FormulaCells cells = new FormulaCells(writer, escapesFormulas);
            write(records, isCsv ? cells : writer, !isCsv);
            writer.finish();
            return new WrittenDataset(file, writer.rows(), List.of(), cells.count());
        }
    }

    /**
     * Writes the remaining records of a reader.
     *
     * @param withGaps true if the gaps between the chunks of a response are written as a list column
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
        rows.text(outcome, record.isOk() ? "completed" : "failed");
        if (record.failure().isPresent()) {
            Failure cause = record.failure().get();
            rows.text(failure, cause.kind().name());
            text(message, cause.message());
        }
        for (Map.Entry<ToLongFunction<Timeline>, Integer> each : times.entrySet()) {
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

    /** Writes the gaps as ints. If a gap is longer than two seconds, it does not fit into an int, and the gaps are written as JSON. */
    private void gaps(long[] values) throws DatasetException {
        if (ints.length < values.length) {
            ints = new int[2 * values.length];
        }
        for (int i = 0; i < values.length; i++) {
            ints[i] = (int) values[i];
            if (ints[i] != values[i]) {
                rows.json(gaps, Arrays.toString(values));
                return;
            }
        }
        rows.integers(gaps, ints, 0, values.length);
    }
}
