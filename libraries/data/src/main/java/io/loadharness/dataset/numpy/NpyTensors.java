// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.FileStart;
import io.loadharness.inference.Tensor;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.ReadableByteChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * The rows of a NumPy array as tensors: the first dimension of the array counts the rows. The elements are in direct memory, so that
 * engines need no copy.
 */
public final class NpyTensors {

    /** The maximum size of a block of memory; a row is always within one block. */
    private static final long BLOCK = 1 << 30;

    /** The maximum size of a {@code .npy} file that is copied: half of the usual limit of direct memory. */
    private static final long MAX_COPIED_BYTES = Runtime.getRuntime().maxMemory() / 2;

    private final String name;
    private final Tensor.Type type;
    private final long[] shape;
    private final int rows;
    private final int rowBytes;
    private final int rowsPerBlock;
    private final List<ByteBuffer> blocks;

    private NpyTensors(String name, NpyHeader header) throws DatasetException {
        this.name = name;
        this.type = type(header);
        List<Long> dimensions = header.shape();
        if (dimensions.isEmpty()) {
            throw DatasetException.of(
                    array() + " has no dimensions: the first dimension must be the number of samples");
        }
        if (header.isFortran() && dimensions.size() > 1) {
            throw DatasetException.of(
                    array() + " is in Fortran (column-major) order: save numpy.ascontiguousarray(array)");
        }
        this.shape = dimensions.stream().skip(1).mapToLong(Long::longValue).toArray();
        try {
            long bytes = type.bytes();
            for (long each : shape) {
                bytes = Math.multiplyExact(bytes, each);
            }
            this.rows = Math.toIntExact(dimensions.get(0));
            this.rowBytes = Math.toIntExact(bytes);
        } catch (ArithmeticException e) {
            throw DatasetException.of(array() + " has the shape " + dimensions + ": a sample can have at most "
                    + Integer.MAX_VALUE + " bytes, and an array at most " + Integer.MAX_VALUE + " samples");
        }
        this.rowsPerBlock = rowBytes == 0 ? Integer.MAX_VALUE : (int) Math.max(1, BLOCK / rowBytes);
        this.blocks = new ArrayList<>();
    }

    /**
     * Reads the arrays of a {@code .npy} or {@code .npz} file into direct memory. A {@code .npy} file that is larger than half of the
     * maximum heap is mapped instead: such a file must not change while the tensors are in use.
     *
     * @throws DatasetException if the file cannot be used; the message starts with the file
     */
    public static List<NpyTensors> read(Path file) throws IOException {
        return read(file, MAX_COPIED_BYTES);
    }

    static List<NpyTensors> read(Path file, long maxCopiedBytes) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return isArchive(channel) ? archive(file) : List.of(array(channel, maxCopiedBytes));
        } catch (DatasetException e) {
            throw DatasetException.of(file + ": " + e.getMessage());
        }
    }

    /** Returns true if a file starts like a {@code .npy} or {@code .npz} file. */
    public static boolean canRead(Path file) throws IOException {
        try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
            return NpyHeader.isStartOf(start(channel)) || isArchive(channel);
        }
    }

    private static FileStart start(FileChannel channel) throws IOException {
        ByteBuffer start = ByteBuffer.allocate(8);
        while (start.hasRemaining() && channel.read(start, start.position()) > 0) {
            // read on
        }
        return new FileStart(start.array(), "");
    }

    private static boolean isArchive(FileChannel channel) throws IOException {
        return start(channel).beginsWith((byte) 'P', (byte) 'K', (byte) 3, (byte) 4);
    }

    private static NpyTensors array(FileChannel channel, long maxCopiedBytes) throws IOException {
        NpyHeader header = NpyHeader.read(Channels.newInputStream(channel));
        NpyTensors array = new NpyTensors("", header);
        long size = channel.size() - header.length();
        long wanted = (long) array.rows * array.rowBytes;
        if (size != wanted) {
            throw DatasetException.of("the header requires " + wanted + " bytes of data, but the file has " + size
                    + (size < wanted ? ": the file is truncated" : ""));
        }
        boolean isMapped = wanted > maxCopiedBytes && array.isNative(header);
        for (int row = 0; row < array.rows; row += array.rowsPerBlock) {
            long from = header.length() + (long) row * array.rowBytes;
            int bytes = array.bytesOfBlock(row);
            if (isMapped) {
                array.blocks.add(
                        channel.map(FileChannel.MapMode.READ_ONLY, from, bytes).load());
            } else {
                array.copy(channel.position(from), bytes, header);
            }
        }
        return array;
    }

    private static List<NpyTensors> archive(Path file) throws IOException {
        List<NpyTensors> arrays = new ArrayList<>();
        try (ZipFile zip = NpzArchive.zip(file)) {
            for (ZipEntry entry : NpzArchive.entries(zip, Files.size(file))) {
                try (InputStream in = zip.getInputStream(entry)) {
                    arrays.add(unpacked(NpzColumn.nameOf(entry), in));
                }
            }
        } catch (ZipException e) {
            throw DatasetException.of("the zip archive is damaged: " + e.getMessage());
        }
        NpyTensors first = arrays.get(0);
        for (NpyTensors each : arrays) {
            if (each.rows != first.rows) {
                throw DatasetException.of(
                        each.array() + " has " + each.rows + " rows, but " + first.array() + " has " + first.rows);
            }
        }
        return arrays;
    }

    private static NpyTensors unpacked(String name, InputStream in) throws IOException {
        NpyHeader header = NpyHeader.read(in);
        NpyTensors array = new NpyTensors(name, header);
        ReadableByteChannel channel = Channels.newChannel(in);
        for (int row = 0; row < array.rows; row += array.rowsPerBlock) {
            array.copy(channel, array.bytesOfBlock(row), header);
        }
        if (in.read() >= 0) {
            throw DatasetException.of(array.array() + " has more data than the " + array.rows + " rows of its header");
        }
        return array;
    }

    private void copy(ReadableByteChannel channel, int bytes, NpyHeader header) throws IOException {
        ByteBuffer block = allocate(bytes);
        while (block.hasRemaining()) {
            if (channel.read(block) < 0) {
                throw DatasetException.of(array() + " is truncated: the file ends before the end of its data");
            }
        }
        block.flip();
        if (!isNative(header)) {
            reverse(block);
        }
        blocks.add(block);
    }

    private ByteBuffer allocate(int bytes) throws DatasetException {
        try {
            return ByteBuffer.allocateDirect(bytes);
        } catch (OutOfMemoryError e) {
            throw DatasetException.of(
                    array() + " does not fit into the direct memory of Java: set a larger limit, for example"
                            + " JAVA_TOOL_OPTIONS=-XX:MaxDirectMemorySize=16g, or save an array of an .npz file as .npy,"
                            + " which is not copied if it is large");
        }
    }

    private int bytesOfBlock(int firstRow) {
        return Math.min(rowsPerBlock, rows - firstRow) * rowBytes;
    }

    private boolean isNative(NpyHeader header) throws DatasetException {
        return type.bytes() == 1
                || NpyType.of(String.valueOf(header.description())).order() == ByteOrder.nativeOrder();
    }

    private void reverse(ByteBuffer block) {
        for (int at = 0; at < block.limit(); at += type.bytes()) {
            switch (type.bytes()) {
                case 2 -> block.putShort(at, Short.reverseBytes(block.getShort(at)));
                case 4 -> block.putInt(at, Integer.reverseBytes(block.getInt(at)));
                default -> block.putLong(at, Long.reverseBytes(block.getLong(at)));
            }
        }
    }

    private Tensor.Type type(NpyHeader header) throws DatasetException {
        if (!(header.description() instanceof String description)) {
            throw DatasetException.of(array() + " has named fields: save one array for each input of the model");
        }
        NpyType numpy = NpyType.of(description);
        Tensor.@Nullable Type found =
                switch ("" + numpy.kind() + numpy.size()) {
                    case "b1" -> Tensor.Type.BOOL;
                    case "i1" -> Tensor.Type.INT8;
                    case "u1" -> Tensor.Type.UINT8;
                    case "i2" -> Tensor.Type.INT16;
                    case "i4" -> Tensor.Type.INT32;
                    case "i8" -> Tensor.Type.INT64;
                    case "f2" -> Tensor.Type.FLOAT16;
                    case "f4" -> Tensor.Type.FLOAT32;
                    case "f8" -> Tensor.Type.FLOAT64;
                    default -> null;
                };
        if (found == null) {
            throw DatasetException.of(array() + " has elements of type \"" + description + "\"; tensors can have "
                    + List.of(Tensor.Type.values()));
        }
        return found;
    }

    private String array() {
        return name.isEmpty() ? "the array" : "the array \"" + name + "\"";
    }

    /** Returns the name of the array in its archive; empty for a {@code .npy} file. */
    public String name() {
        return name;
    }

    /** Returns the number of rows. */
    public int rows() {
        return rows;
    }

    /** Returns a row without copying its elements. */
    public Tensor tensor(int row) {
        if (rowBytes == 0) {
            return new Tensor(name, type, shape, ByteBuffer.allocateDirect(0));
        }
        ByteBuffer block = blocks.get(row / rowsPerBlock);
        return new Tensor(name, type, shape, block.slice(row % rowsPerBlock * rowBytes, rowBytes));
    }
}
