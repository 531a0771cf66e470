// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.TemporalAccessor;
import java.util.Arrays;
import java.util.Collection;
import java.util.stream.Collectors;

/** The known formats of traces, recognized by their column names. */
enum TraceKind {
    AZURE("TIMESTAMP", "ContextTokens", "GeneratedTokens", 0),
    MOONCAKE("timestamp", "input_length", "output_length", 1e6),
    BURST_GPT("Timestamp", "Request tokens", "Response tokens", 1e9);

    private static final double NANOS_PER_SECOND = 1e9;

    private final String time;
    private final String input;
    private final String output;
    private final double nanosPerUnit;

    TraceKind(String time, String input, String output, double nanosPerUnit) {
        this.time = time;
        this.input = input;
        this.output = output;
        this.nanosPerUnit = nanosPerUnit;
    }

    static TraceKind of(Collection<String> columns) throws DatasetException {
        return Arrays.stream(values())
                .filter(kind -> columns.containsAll(Arrays.asList(kind.time, kind.input, kind.output)))
                .findFirst()
                .orElseThrow(() -> new DatasetException("the columns " + String.join(", ", columns)
                        + " are not those of a known trace: "
                        + Arrays.stream(values()).map(TraceKind::columns).collect(Collectors.joining(" or "))));
    }

    String input() {
        return input;
    }

    String output() {
        return output;
    }

    String time() {
        return time;
    }

    /**
     * Returns an arrival time in nanoseconds. The times of an Azure trace count from 1970, those of other traces from the start of the
     * trace.
     */
    long nanos(TraceCell cell) throws DatasetException {
        if (this != AZURE) {
            return (long) Math.rint(cell.number(time) * nanosPerUnit);
        }
        String text = cell.text(time);
        try {
            TemporalAccessor parsed = DateTimeFormatter.ISO_DATE_TIME.parseBest(
                    text.strip().replace(' ', 'T'), OffsetDateTime::from, LocalDateTime::from);
            OffsetDateTime time =
                    parsed instanceof OffsetDateTime zoned ? zoned : ((LocalDateTime) parsed).atOffset(ZoneOffset.UTC);
            return Math.addExact(Math.multiplyExact(time.toEpochSecond(), (long) NANOS_PER_SECOND), time.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            throw new DatasetException(
                    time + " must be a date and time such as 2024-05-10 00:00:00.009930: got '" + text + "'");
        }
    }

    private String columns() {
        return time + ", " + input + " and " + output;
    }
}
