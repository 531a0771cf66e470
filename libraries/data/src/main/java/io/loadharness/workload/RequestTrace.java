// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.RowSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The requests of a trace: when each came, how long its prompt was, and its answer. Read by giving it to the reader of a file as its sink;
 * which form of trace it is, is told by the columns:
 *
 * <ul>
 *   <li>{@code TIMESTAMP} (a date), {@code ContextTokens}, {@code GeneratedTokens}: Azure's public traces
 *   <li>{@code timestamp} (milliseconds), {@code input_length}, {@code output_length} and, if there, {@code hash_ids}: Mooncake's
 *   <li>{@code Timestamp} (seconds), {@code Request tokens}, {@code Response tokens}: BurstGPT
 * </ul>
 *
 * <p>A request without a prompt or without an answer, which is how BurstGPT notes failures, cannot be asked for again and is left out.
 * For one thread until all rows are read; then it does not change, and any thread may use it.
 */
public final class RequestTrace implements RowSink {

    /** How many tokens a hash of Mooncake's traces stands for. */
    static final int BLOCK = 512;

    private static final String HASHES = "hash_ids";

    private final List<String> names = new ArrayList<>();
    private final List<TraceCell> cells = new ArrayList<>();
    private @Nullable TraceKind kind;
    private long rows;
    private int requests;
    private int[] inputs = new int[1024];
    private int[] outputs = new int[1024];
    private long[] nanos = new long[1024];
    private int[][] blocks = new int[1024][];

    /** A trace without requests. */
    public RequestTrace() {}

    /**
     * Reads the requests of a file.
     *
     * @throws DatasetException if the file is not a trace; says where and why
     * @throws IOException if the file cannot be read
     */
    public static RequestTrace read(Path file) throws IOException {
        RequestTrace trace = new RequestTrace();
        new DatasetReader().stream(file, trace);
        return trace;
    }

    /** How many requests can be asked for again. */
    public int requests() {
        return requests;
    }

    /** How many rows were left out because they have no prompt or no answer. */
    public long leftOut() {
        return rows - requests;
    }

    /** The lengths of the prompts, in the order of the trace; for {@link LengthDistribution#empirical} for instance. */
    public int[] inputLengths() {
        return Arrays.copyOf(inputs, requests);
    }

    /** The lengths of the answers, in the order of the trace. */
    public int[] outputLengths() {
        return Arrays.copyOf(outputs, requests);
    }

    /** When each request came, in seconds after the earliest. */
    public double[] arrivals() {
        long first = Arrays.stream(nanos, 0, requests).min().orElse(0);
        return Arrays.stream(nanos, 0, requests)
                .mapToDouble(each -> (each - first) / 1e9)
                .toArray();
    }

    /** What the blocks of a prompt are, where the trace says it: equal numbers are equal tokens. */
    int[] blocks(int request) {
        return blocks[request];
    }

    @Override
    public int column(String name) {
        int column = names.indexOf(name);
        if (column >= 0) {
            return column;
        }
        names.add(name);
        cells.add(new TraceCell());
        return names.size() - 1;
    }

    @Override
    public void text(int column, String value) {
        cells.get(column).set(value);
    }

    @Override
    public void integer(int column, long value) {
        cells.get(column).set((double) value);
    }

    @Override
    public void number(int column, double value) {
        cells.get(column).set(value);
    }

    @Override
    public void flag(int column, boolean value) {
        // no trace has any that matter
    }

    @Override
    public void integers(int column, int[] values, int from, int count) {
        cells.get(column).set(Arrays.copyOfRange(values, from, from + count));
    }

    @Override
    public void json(int column, String value) {
        cells.get(column).set(value);
    }

    @Override
    public void endRow() throws DatasetException {
        if (kind == null) {
            kind = TraceKind.of(names);
        }
        int input = cell(kind.input()).count(kind.input());
        int output = cell(kind.output()).count(kind.output());
        if (input > 0 && output > 0) {
            add(input, output, kind.nanos(cell(kind.time())), cell(HASHES).list(HASHES));
        }
        cells.forEach(TraceCell::clear);
        rows++;
    }

    @Override
    public long rows() {
        return rows;
    }

    private TraceCell cell(String name) {
        return cells.get(column(name));
    }

    private void add(int input, int output, long at, int[] ids) throws DatasetException {
        if (ids.length > (input + BLOCK - 1) / BLOCK) {
            throw new DatasetException(HASHES + " has " + ids.length + " blocks of " + BLOCK
                    + " tokens, which are more than input_length " + input);
        }
        if (requests == inputs.length) {
            inputs = Arrays.copyOf(inputs, requests * 2);
            outputs = Arrays.copyOf(outputs, requests * 2);
            nanos = Arrays.copyOf(nanos, requests * 2);
            blocks = Arrays.copyOf(blocks, requests * 2);
        }
        inputs[requests] = input;
        outputs[requests] = output;
        nanos[requests] = at;
        blocks[requests] = ids;
        requests++;
    }
}
