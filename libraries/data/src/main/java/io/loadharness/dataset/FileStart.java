// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.util.Locale;

/**
 * What a format is told by.
 *
 * @param bytes the first bytes of the file, unpacked if it is packed: {@value #LENGTH}, or all if there are fewer
 * @param fileName its name, without the ending of a packer such as {@code .gz}
 */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record FileStart(byte[] bytes, String fileName) {

    static final int LENGTH = 1 << 16;

    /** Whether the bytes begin so. */
    public boolean beginsWith(byte... magic) {
        if (bytes.length < magic.length) {
            return false;
        }
        for (int i = 0; i < magic.length; i++) {
            if (bytes[i] != magic[i]) {
                return false;
            }
        }
        return true;
    }

    /** Whether the name ends so, capitals aside. */
    public boolean isNamed(String ending) {
        return fileName.toLowerCase(Locale.ROOT).endsWith(ending);
    }
}
