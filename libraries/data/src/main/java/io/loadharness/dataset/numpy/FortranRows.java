// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;

/**
 * A stream that returns a two-dimensional array by rows, although the file stores the array by columns (Fortran order). The stream
 * transposes a few megabytes at a time.
 */
final class FortranRows extends InputStream {

    private static final int BLOCK = 1 << 22;

    private final FileChannel file;
    private final long start;
    private final long rows;
    private final int width;
    private final int size;
    private final int rowsPerBlock;
    private final byte[] column;
    private final byte[] block;
    private long row;
    private int next;
    private int end;

    /** Opens the file. The layout must describe a two-dimensional array of integers. */
    FortranRows(Path path, int start, NpyLayout layout) throws IOException {
        this.start = start;
        rows = layout.rows();
        width = (int) layout.fields().get(0).width();
        size = layout.fields().get(0).type().size();
        file = FileChannel.open(path);
        if (file.size() != start + layout.bytes()) {
            long fileSize = file.size();
            file.close();
            throw DatasetException.of("the header of the array claims " + layout.bytes()
                    + " bytes of values, but the file has " + (fileSize - start));
        }
        rowsPerBlock = (int) Math.min(rows, Math.max(1, BLOCK / layout.rowBytes()));
        column = new byte[rowsPerBlock * size];
        block = new byte[column.length * width];
    }

    @Override
    public int read() throws IOException {
        return isEmpty() ? -1 : block[next++] & 0xff;
    }

    @Override
    public int read(byte[] into, int from, int length) throws IOException {
        if (isEmpty()) {
            return -1;
        }
        int count = Math.min(length, end - next);
        System.arraycopy(block, next, into, from, count);
        next += count;
        return count;
    }

    private boolean isEmpty() throws IOException {
        if (next == end && row < rows) {
            transpose((int) Math.min(rowsPerBlock, rows - row));
        }
        return next == end;
    }

    private void transpose(int count) throws IOException {
        for (int i = 0; i < width; i++) {
            readColumn(start + (i * rows + row) * size, count * size);
            for (int j = 0; j < count; j++) {
                System.arraycopy(column, j * size, block, (j * width + i) * size, size);
            }
        }
        row += count;
        next = 0;
        end = count * width * size;
    }

    private void readColumn(long from, int length) throws IOException {
        ByteBuffer into = ByteBuffer.wrap(column, 0, length);
        while (into.hasRemaining()) {
            if (file.read(into, from + into.position()) < 0) {
                throw DatasetException.of("the file became shorter while it was read");
            }
        }
    }

    @Override
    public void close() throws IOException {
        file.close();
    }
}
