// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

/** What happened to each sample of a run, a line each, with tabs between the columns. */
final class SampleRows {

    private static final String COLUMNS =
            "number\tsample\tscheduled_ns\tissued_ns\tfirst_token_ns\tended_ns\ttokens\toutcome";
    private static final int ENDED_COLUMN = 5;
    private static final String ANSWERED = "answered";

    private SampleRows() {}

    /** Prints all; what did not happen is an empty column. */
    static void print(PrintStream out, SampleTable table) {
        StringBuilder line = new StringBuilder(COLUMNS).append('\n');
        int size = table.size();
        for (int number = 0; number < size; number++) {
            line.append(number).append('\t').append(table.index(number));
            line.append('\t').append(table.due(number)).append('\t').append(table.issued(number));
            line.append('\t').append(table.hasStarted(number) ? "" + table.started(number) : "");
            line.append('\t').append(table.hasEnded(number) ? "" + table.ended(number) : "");
            line.append('\t').append(table.isAnswered(number) ? "" + table.tokens(number) : "");
            line.append('\t').append(outcome(table, number)).append('\n');
            out.append(line);
            line.setLength(0);
        }
        out.append(line);
        out.flush();
    }

    /**
     * Reads back when samples were answered.
     *
     * @throws IOException if the file cannot be read, or has not these rows
     */
    static long[] answered(Path file) throws IOException {
        try (Stream<String> lines = Files.lines(file)) {
            return lines.filter(line -> line.endsWith("\t" + ANSWERED))
                    .mapToLong(line -> Long.parseLong(line.split("\t", -1)[ENDED_COLUMN]))
                    .toArray();
        } catch (UncheckedIOException | NumberFormatException | ArrayIndexOutOfBoundsException e) {
            throw new IOException(file + " is not what a run has written", e);
        }
    }

    private static String outcome(SampleTable table, int number) {
        if (table.isAnswered(number)) {
            return ANSWERED;
        }
        return table.hasEnded(number) ? "failed" : "outstanding";
    }
}
