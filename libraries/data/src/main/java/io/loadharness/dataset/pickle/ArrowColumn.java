package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** A column as Arrow has it, in one or many chunks. */
final class ArrowColumn implements Column {

    private final List<ArrowChunk> chunks;

    /** The first row of each chunk. */
    private final int[] firsts;

    private final int length;

    private ArrowColumn(List<ArrowChunk> chunks) throws DatasetException {
        this.chunks = chunks;
        this.firsts = new int[chunks.size()];
        long rows = 0;
        for (int i = 0; i < firsts.length; i++) {
            firsts[i] = (int) rows;
            rows = Expect.integer(rows + chunks.get(i).length(), 0, Integer.MAX_VALUE, "the length of a column");
        }
        this.length = (int) rows;
    }

    /** Takes {@code chunked_array([chunk, ...], type)} or a single chunk. */
    static ArrowColumn of(Object array) throws DatasetException {
        Instance instance = Expect.type(Instance.class, array, "a column of Arrow");
        if (!instance.is("chunked_array")) {
            return new ArrowColumn(List.of(ArrowChunk.of(ArrowArray.of(instance))));
        }
        Sequence parts = Expect.type(Sequence.class, instance.argument(0), "the chunks of a column");
        List<ArrowChunk> chunks = new ArrayList<>();
        for (int i = 0; i < parts.length(); i++) {
            Instance part = Expect.type(Instance.class, parts.get(i), "a chunk of a column");
            ArrowChunk chunk = ArrowChunk.of(ArrowArray.of(part));
            if (chunk.length() > 0) {
                chunks.add(chunk);
            }
        }
        return new ArrowColumn(chunks);
    }

    @Override
    public int length() {
        return length;
    }

    @Override
    public Object get(int row) throws DatasetException {
        int found = Arrays.binarySearch(firsts, row);
        int chunk = found < 0 ? -found - 2 : found;
        return chunks.get(chunk).get(row - firsts[chunk]);
    }
}
