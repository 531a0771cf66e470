// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Arrays;
import java.util.Locale;

/**
 * The first bytes and the name of a file, from which {@link DatasetReader} detects the format.
 *
 * @param bytes the first {@value #LENGTH} bytes of the decompressed content, or fewer if the file is shorter
 * @param fileName the name of the file without the extension of a compression, such as {@code .gz}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FileStart(byte[] bytes, String fileName) {

    static final int LENGTH = 1 << 16;

    /** Returns true if the file starts with these bytes. */
    public boolean beginsWith(byte... magic) {
        return has(0, magic);
    }

    /** Returns true if the file has these bytes at an offset. */
    boolean has(int offset, byte... magic) {
        return bytes.length >= offset + magic.length
                && Arrays.equals(bytes, offset, offset + magic.length, magic, 0, magic.length);
    }

    /** Returns true if the name of the file has this extension, such as {@code .csv}; ignores case. */
    public boolean isNamed(String extension) {
        return fileName.toLowerCase(Locale.ROOT).endsWith(extension);
    }
}
