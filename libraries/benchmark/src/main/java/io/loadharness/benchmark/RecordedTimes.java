// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.dataset.Dataset;
import io.loadharness.dataset.DatasetColumn;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.IntegerColumn;
import io.loadharness.dataset.NumberColumn;
import io.loadharness.dataset.StandardColumn;
import io.loadharness.schedule.Trace;
import io.loadharness.workload.RequestTrace;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Optional;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;

/** Reads the arrival times of requests from data sets and traces. Times are relative to the earliest time. */
final class RecordedTimes {

    private static final double NANOS_PER_SECOND = 1e9;

    private RecordedTimes() {}

    /**
     * Returns the arrival times of all rows, sorted. The sample indices are the row numbers.
     *
     * @throws IllegalArgumentException if the data set has no times
     */
    static Trace of(Optional<Dataset> data) {
        Dataset dataset = data.orElseThrow(() -> new IllegalArgumentException("replay needs arrival times:"
                + " use a trace workload, a data set with a column \"at_s\", or a trace file with the times"));
        DatasetColumn column = dataset.find(StandardColumn.AT_S)
                .orElseThrow(() -> new IllegalArgumentException("replay: " + dataset.name()
                        + " has no column \"at_s\"; its columns are " + String.join(", ", dataset.columnNames())));
        IntToDoubleFunction seconds = seconds(dataset.name(), column);
        double[] times = IntStream.range(0, dataset.rows())
                .mapToDouble(row -> finite(dataset.name(), row, column, seconds))
                .toArray();
        int[] order = IntStream.range(0, times.length)
                .boxed()
                .sorted(Comparator.comparingDouble(row -> times[row]))
                .mapToInt(Integer::intValue)
                .toArray();
        return Trace.ofNanos(
                nanos(Arrays.stream(order).mapToDouble(row -> times[row]).toArray()), order);
    }

    /** Returns the times of a trace file. */
    static Trace in(Path file) throws IOException {
        RequestTrace trace = new RequestTrace();
        new DatasetReader().stream(file, trace);
        double[] times = trace.arrivals();
        if (times.length == 0) {
            throw new IllegalArgumentException(file + " has no request with both a prompt and a response");
        }
        Arrays.sort(times);
        return Trace.ofNanos(nanos(times));
    }

    private static IntToDoubleFunction seconds(String dataset, DatasetColumn column) {
        if (column instanceof NumberColumn numbers) {
            return numbers::get;
        }
        if (column instanceof IntegerColumn integers) {
            return row -> (double) integers.get(row);
        }
        throw new IllegalArgumentException(
                "replay: the column \"at_s\" of " + dataset + " must contain numbers: got type " + column.type());
    }

    private static double finite(String dataset, int row, DatasetColumn column, IntToDoubleFunction seconds) {
        if (column.isMissing(row) || !Double.isFinite(seconds.applyAsDouble(row))) {
            throw new IllegalArgumentException(
                    "replay: " + dataset + ", row " + (row + 1) + " has no number for \"at_s\"");
        }
        return seconds.applyAsDouble(row);
    }

    private static long[] nanos(double[] sorted) {
        return Arrays.stream(sorted)
                .mapToLong(each -> Math.round((each - sorted[0]) * NANOS_PER_SECOND))
                .toArray();
    }
}
