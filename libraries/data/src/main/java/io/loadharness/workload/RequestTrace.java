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
 * The arrival times and the lengths of prompts and completions of a request trace. {@link #read} reads a trace from a file. A trace is also
 * a {@link RowSink}, to which any source can write rows. The column names determine the format of the trace:
 *
 * <ul>
 *   <li>{@code TIMESTAMP} (date and time), {@code ContextTokens}, {@code GeneratedTokens}: Azure's public traces
 *   <li>{@code timestamp} (milliseconds), {@code input_length}, {@code output_length}, optionally {@code hash_ids}: Mooncake
 *   <li>{@code Timestamp} (seconds), {@code Request tokens}, {@code Response tokens}: BurstGPT
 * </ul>
 *
 * <p>Requests without input or output tokens cannot be replayed and are skipped. BurstGPT records failed requests in this way. Not
 * thread-safe while rows are written to the trace; thread-safe afterwards.
 *
 * <pre>{@code
 * RequestTrace trace = RequestTrace.read(Path.of("AzureLLMInferenceTrace_conv.csv"));
 * var workload = new TracePrompts(PromptStyle.tokenIds(PromptVocabulary.of(32_000)), trace, 42);
 * }</pre>
 */
public final class RequestTrace implements RowSink {

    /** The number of tokens that each id in {@code hash_ids} of a Mooncake trace stands for. */
    static final int TOKENS_PER_BLOCK = 512;

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

    /** Creates a trace without requests. */
    public RequestTrace() {}

    /**
     * Reads the requests of a file.
     *
     * @throws DatasetException if the file is not a trace; the message gives the position and the reason
     * @throws IOException if the file cannot be read
     */
    public static RequestTrace read(Path file) throws IOException {
        RequestTrace trace = new RequestTrace();
        new DatasetReader().stream(file, trace);
        return trace;
    }

    /** Returns the number of requests that can be replayed. */
    public int requests() {
        return requests;
    }

    /** Returns the number of rows that were skipped because they have no input or no output tokens. */
    public long skippedRows() {
        return rows - requests;
    }

    /** Returns the lengths of the prompts in the order of the trace, for example for {@link LengthDistribution#empirical}. */
    public int[] inputLengths() {
        return Arrays.copyOf(inputs, requests);
    }

    /** Returns the lengths of the completions in the order of the trace. */
    public int[] outputLengths() {
        return Arrays.copyOf(outputs, requests);
    }

    /** Returns the arrival times in seconds after the earliest request, in the order of the trace. */
    public double[] arrivals() {
        long first = Arrays.stream(nanos, 0, requests).min().orElse(0);
        return Arrays.stream(nanos, 0, requests)
                .mapToDouble(each -> (each - first) / 1e9)
                .toArray();
    }

    /**
     * Returns the ids of the 512-token blocks of a prompt; empty if the trace has no {@code hash_ids}. Blocks with equal ids have equal
     * tokens.
     */
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
        // no known trace has relevant booleans
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
        if (ids.length > (input + TOKENS_PER_BLOCK - 1) / TOKENS_PER_BLOCK) {
            throw new DatasetException(HASHES + " has " + ids.length + " blocks of " + TOKENS_PER_BLOCK
                    + " tokens, which is more than the " + input + " tokens of input_length");
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
