// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** Writes and reads the detail file: one line per sample, columns separated by tabs. */
final class SampleRows {

    private static final String COLUMNS =
            "number\tsample\tscheduled_ns\tissued_ns\tfirst_token_ns\tended_ns\ttokens\toutcome";
    private static final int ENDED_COLUMN = 5;
    private static final String COMPLETED = "completed";

    private SampleRows() {}

    /** Prints all samples. If a value does not exist, its column is empty. */
    static void print(PrintStream out, SampleTable table) {
        StringBuilder line = new StringBuilder(COLUMNS).append('\n');
        int size = table.size();
        for (int number = 0; number < size; number++) {
            line.append(number).append('\t').append(table.index(number));
            line.append('\t').append(table.scheduled(number)).append('\t').append(table.issued(number));
            line.append('\t').append(table.hasStarted(number) ? "" + table.started(number) : "");
            line.append('\t').append(table.hasEnded(number) ? "" + table.ended(number) : "");
            line.append('\t').append(table.isCompleted(number) ? "" + table.tokens(number) : "");
            line.append('\t').append(outcome(table, number)).append('\n');
            out.append(line);
            line.setLength(0);
        }
        out.append(line);
        out.flush();
    }

    /**
     * Reads the end times of all completed samples.
     *
     * @throws IOException if the file cannot be read, or is not a detail file
     */
    static long[] completionTimes(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.endsWith("\t" + COMPLETED))
                    .mapToLong(line -> Long.parseLong(line.split("\t", -1)[ENDED_COLUMN]))
                    .toArray();
        } catch (UncheckedIOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(
                    file + " is not the detail file of a run: it was changed, or another program wrote it", e);
        }
    }

    private static String outcome(SampleTable table, int number) {
        if (table.isCompleted(number)) {
            return COMPLETED;
        }
        return table.hasEnded(number) ? "failed" : "in_flight";
    }
}
