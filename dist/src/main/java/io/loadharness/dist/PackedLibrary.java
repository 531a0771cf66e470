// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import org.tukaani.xz.FilterOptions;
import org.tukaani.xz.LZMA2Options;
import org.tukaani.xz.X86Options;
import org.tukaani.xz.XZ;
import org.tukaani.xz.XZOutputStream;

/** Compresses a native library with xz, which makes it a third smaller than the compression of jars does. */
final class PackedLibrary {

    private static final int MIB = 1 << 20;
    private static final int DICTIONARY = 32 * MIB;
    private static final int LITERAL_CONTEXT_BITS = 4;

    private PackedLibrary() {}

    /** Returns a library in the format xz. The same library always results in the same bytes. */
    static byte[] of(byte[] library) throws IOException {
        LZMA2Options lzma = new LZMA2Options(LZMA2Options.PRESET_MAX);
        lzma.setDictSize(DICTIONARY);
        lzma.setNiceLen(LZMA2Options.NICE_LEN_MAX);
        lzma.setDepthLimit(512);
        lzma.setLc(LITERAL_CONTEXT_BITS);
        lzma.setLp(0);
        lzma.setPb(0);
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream out =
                new XZOutputStream(packed, new FilterOptions[] {new X86Options(), lzma}, XZ.CHECK_CRC32)) {
            out.write(library);
        }
        return packed.toByteArray();
    }
}
