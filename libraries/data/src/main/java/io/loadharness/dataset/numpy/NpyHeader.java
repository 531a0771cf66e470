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
 * What stands in front of the values of an array of NumPy.
 *
 * @param length the bytes until the first value
 * @param description Python's literal for the types of the values
 * @param isFortran whether the values of a column lie together instead of those of a row
 */
record NpyHeader(int length, Object description, boolean isFortran, List<Long> shape) {

    private static final byte[] MAGIC = {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y'};
    private static final int VERSION_LENGTH = 2;
    private static final int MAX_LENGTH = 1 << 20;
    private static final Set<String> KEYS = Set.of("descr", "fortran_order", "shape");

    static byte[] magic() {
        return MAGIC.clone();
    }

    static boolean begins(FileStart start) {
        return start.beginsWith(MAGIC);
    }

    /** Reads as far as the first value. */
    static NpyHeader read(InputStream in) throws IOException {
        byte[] begin = bytes(in, MAGIC.length + VERSION_LENGTH);
        if (!begins(new FileStart(begin, ""))) {
            throw DatasetException.of("this is not a NumPy array: the header of np.save is missing");
        }
        int version = begin[MAGIC.length];
        if (version < 1 || version > 3) {
            throw DatasetException.of("the array is of version " + version + " of the format; 1, 2 and 3 can be read");
        }
        int bytesOfLength = version == 1 ? Short.BYTES : Integer.BYTES;
        ByteBuffer lengthBytes = ByteBuffer.wrap(bytes(in, bytesOfLength)).order(ByteOrder.LITTLE_ENDIAN);
        long length = version == 1
                ? Short.toUnsignedLong(lengthBytes.getShort())
                : Integer.toUnsignedLong(lengthBytes.getInt());
        if (length > MAX_LENGTH) {
            throw DatasetException.of(
                    "the header of the array is " + length + " bytes long; the maximum is " + MAX_LENGTH);
        }
        String text =
                new String(bytes(in, (int) length), version < 3 ? StandardCharsets.ISO_8859_1 : StandardCharsets.UTF_8);
        return of(begin.length + bytesOfLength + (int) length, PythonLiteral.parse(text));
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
        throw DatasetException.of("the header of the array must say descr, fortran_order and shape, and nothing else");
    }

    private static byte[] bytes(InputStream in, int count) throws IOException {
        byte[] bytes = in.readNBytes(count);
        if (bytes.length < count) {
            throw DatasetException.of("the file is truncated: it ends within the header of the array");
        }
        return bytes;
    }
}
