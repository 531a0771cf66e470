package io.loadharness.cli.dataset;

import io.loadharness.dataset.DatasetColumn;
import io.loadharness.report.Quantity;
import java.io.PrintWriter;
import java.util.Arrays;
import java.util.Optional;

/** How many prompts are how long, drawn as bars. */
final class LengthHistogram {

    private static final int BARS = 12;
    private static final int LONGEST_BAR = 50;
    /** What is beyond was no length, and is not drawn. */
    private static final double LONGEST = 1L << 53;

    private final String name;
    private final long first;
    private final long width;
    private final long[] counts;

    private LengthHistogram(String name, long first, long width, long[] counts) {
        this.name = name;
        this.first = first;
        this.width = width;
        this.counts = counts;
    }

    /** The lengths of a column; empty if all are the same, or one is none. */
    static Optional<LengthHistogram> of(String name, DatasetColumn column) {
        double[] sizes = ColumnSizes.of(column).sorted();
        if (sizes.length == 0
                || sizes[0] == sizes[sizes.length - 1]
                || Math.max(-sizes[0], sizes[sizes.length - 1]) > LONGEST) {
            return Optional.empty();
        }
        long width = roundUp((sizes[sizes.length - 1] - sizes[0] + 1) / BARS);
        long first = (long) Math.floor(sizes[0] / width) * width;
        long[] counts = new long[(int) ((sizes[sizes.length - 1] - first) / width) + 1];
        Arrays.stream(sizes).forEach(size -> counts[(int) ((size - first) / width)]++);
        return Optional.of(new LengthHistogram(name, first, width, counts));
    }

    /** The next of 1, 2, 5, 10, 20, 50 and so on. */
    private static long roundUp(double least) {
        long power = 1;
        while (true) {
            for (long each : new long[] {power, 2 * power, 5 * power}) {
                if (each >= least) {
                    return each;
                }
            }
            power *= 10;
        }
    }

    void print(PrintWriter out) {
        out.println("Lengths of " + name);
        long most = Arrays.stream(counts).max().orElseThrow();
        int digits = Quantity.count(first + counts.length * width).length();
        for (int bar = 0; bar < counts.length; bar++) {
            long from = first + bar * width;
            String range =
                    padded(Quantity.count(from), digits) + " – " + padded(Quantity.count(from + width - 1), digits);
            String drawn = "█".repeat((int) Math.ceil((double) LONGEST_BAR * counts[bar] / most));
            out.println("  " + range + "  " + drawn + " " + Quantity.count(counts[bar]));
        }
    }

    private static String padded(String text, int width) {
        return " ".repeat(Math.max(0, width - text.length())) + text;
    }
}
