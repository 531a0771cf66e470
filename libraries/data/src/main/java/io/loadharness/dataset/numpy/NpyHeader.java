// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.numpy;

import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.FileStart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The header of a {@code .npy} file, which precedes the values of the array.
 *
 * @param length the number of bytes before the first value
 * @param description the parsed Python literal {@code descr}: a string with the type of the values, or a list of the named fields
 * @param isFortran true if the values are stored by columns, false if by rows
 */
record NpyHeader(int length, Object description, boolean isFortran, List<Long> shape) {

    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int VERSION_LENGTH = 2;
    private static final int MAX_LENGTH = 1 << 20;
    private static final Set<String> KEYS = Set.of("descr", "fortran_order", "shape");

    static byte[] magic() {
        return MAGIC.clone();
    }

    /** Returns true if the file starts with the header of an array. */
    static boolean isStartOf(FileStart start) {
        return start.beginsWith(MAGIC);
    }

    /** Reads the header up to the first value. */
    static NpyHeader read(InputStream in) throws IOException {
        byte[] start = bytes(in, MAGIC.length + VERSION_LENGTH);
        if (!isStartOf(new FileStart(start, ""))) {
            throw DatasetException.of("this is not a NumPy array: the header of np.save is missing");
        }
        int version = start[MAGIC.length];
        if (version < 1 || version > 3) {
            throw DatasetException.of("the array has format version " + version + "; supported are 1, 2 and 3");
        }
        int lengthSize = version == 1 ? Short.BYTES : Integer.BYTES;
        ByteBuffer lengthBytes = ByteBuffer.wrap(bytes(in, lengthSize)).order(ByteOrder.LITTLE_ENDIAN);
        long length = version == 1
                ? Short.toUnsignedLong(lengthBytes.getShort())
                : Integer.toUnsignedLong(lengthBytes.getInt());
        if (length > MAX_LENGTH) {
            throw DatasetException.of(
                    "the header of the array is " + length + " bytes long; the maximum is " + MAX_LENGTH);
        }
        String text =
                new String(bytes(in, (int) length), version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        return of(start.length + lengthSize + (int) length, PythonLiteral.parse(text));
    }

    private static NpyHeader of(int length, Object literal) throws DatasetException {
        if (literal instanceof Map<?, ?> entries && entries.keySet().equals(KEYS)) {
            Object description = entries.get("descr");
            if (description != null
                    && entries.get("fortran_order") instanceof Boolean isFortran
                    && entries.get("shape") instanceof List<?> sizes
                    && sizes.stream().allMatch(size -> size instanceof Long number && number >= 0)) {
                List<Long> shape = sizes.stream().map(Long.class::cast).toList();
                return new NpyHeader(length, description, isFortran, shape);
            }
        }
        throw DatasetException.of(
                "the header of the array must have exactly the keys descr, fortran_order and shape, with valid values");
    }

    private static byte[] bytes(InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw DatasetException.of("the file is truncated: it ends in the header of the array");
        }
        return bytes;
    }
}
