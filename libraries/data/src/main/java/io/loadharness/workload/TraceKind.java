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

/** A published form of traces, told by its columns. */
enum TraceKind {
    AZURE("TIMESTAMP", "ContextTokens", "GeneratedTokens", 0),
    MOONCAKE("timestamp", "input_length", "output_length", 1e6),
    BURST_GPT("Timestamp", "Request tokens", "Response tokens", 1e9);

    private static final double NANOS_OF_SECOND = 1e9;

    private final String time;
    private final String input;
    private final String output;
    private final double nanosOfUnit;

    TraceKind(String time, String input, String output, double nanosOfUnit) {
        this.time = time;
        this.input = input;
        this.output = output;
        this.nanosOfUnit = nanosOfUnit;
    }

    static TraceKind of(Collection<String> columns) throws DatasetException {
        return Arrays.stream(values())
                .filter(kind -> columns.containsAll(Arrays.asList(kind.time, kind.input, kind.output)))
                .findFirst()
                .orElseThrow(() -> new DatasetException("a trace has the columns "
                        + Arrays.stream(values()).map(TraceKind::columns).collect(Collectors.joining(" or "))
                        + ", and this one has " + String.join(", ", columns)));
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

    /** Nanoseconds since whatever the trace counts from. */
    long nanos(TraceCell cell) throws DatasetException {
        if (this != AZURE) {
            return (long) Math.rint(cell.number(time) * nanosOfUnit);
        }
        String text = cell.text(time);
        try {
            TemporalAccessor moment = DateTimeFormatter.ISO_DATE_TIME.parseBest(
                    text.strip().replace(' ', 'T'), OffsetDateTime::from, LocalDateTime::from);
            OffsetDateTime instant =
                    moment instanceof OffsetDateTime known ? known : ((LocalDateTime) moment).atOffset(ZoneOffset.UTC);
            return Math.addExact(
                    Math.multiplyExact(instant.toEpochSecond(), (long) NANOS_OF_SECOND), instant.getNano());
        } catch (DateTimeException | ArithmeticException e) {
            throw new DatasetException(
                    time + " must be a date and time such as 2024-05-10 00:00:00.009930, not '" + text + "'");
        }
    }

    private String columns() {
        return time + ", " + input + " and " + output;
    }
}
