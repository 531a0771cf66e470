// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * A shared library for Linux on x86_64 without content. DuckDB always loads the library in its jar; in the archive, it loads this one,
 * because LoadHarness has already loaded the library with the content. The format is ELF.
 */
final class EmptyLibrary {

    private static final int HEADER_SIZE = 64;
    private static final int SEGMENT_SIZE = 56;
    private static final int SEGMENTS = 3;
    private static final int DYNAMIC = HEADER_SIZE + SEGMENTS * SEGMENT_SIZE;
    private static final int DYNAMIC_SIZE = 5 * 16;
    private static final int HASH_TABLE = DYNAMIC + DYNAMIC_SIZE;
    private static final int SYMBOL_TABLE = HASH_TABLE + 4 * 4;
    private static final int STRING_TABLE = SYMBOL_TABLE + 24;
    private static final int SIZE = STRING_TABLE + 1;

    private static final int PT_LOAD = 1;
    private static final int PT_DYNAMIC = 2;
    private static final int PT_GNU_STACK = 0x6474e551;
    private static final int DT_NULL = 0;
    private static final int DT_HASH = 4;
    private static final int DT_STRTAB = 5;
    private static final int DT_SYMTAB = 6;
    private static final int DT_STRSZ = 10;
    private static final int READ_WRITE = 6;

    private final ByteBuffer bytes = ByteBuffer.allocate(SIZE).order(ByteOrder.LITTLE_ENDIAN);

    private EmptyLibrary() {}

    /** Returns the content of the file. */
    static byte[] content() {
        EmptyLibrary library = new EmptyLibrary();
        library.header();
        library.segment(PT_LOAD, 0, SIZE, 4096);
        library.segment(PT_DYNAMIC, DYNAMIC, DYNAMIC_SIZE, 8);
        library.segment(
                PT_GNU_STACK, 0, 0, 16); // without it, the JVM assumes that the library needs an executable stack
        library.entry(DT_HASH, HASH_TABLE);
        library.entry(DT_STRTAB, STRING_TABLE);
        library.entry(DT_SYMTAB, SYMBOL_TABLE);
        library.entry(DT_STRSZ, SIZE - STRING_TABLE);
        library.entry(DT_NULL, 0);
        library.bytes.putInt(1).putInt(1); // one bucket and one symbol, which has no name; the rest of the file is 0
        return library.bytes.array();
    }

    private void header() {
        bytes.put(new byte[] {0x7f, 'E', 'L', 'F', 2, 1, 1}).position(16); // 64 bits, little-endian, version 1
        bytes.putShort((short) 3).putShort((short) 0x3e).putInt(1); // shared library, x86_64, version 1
        bytes.putLong(0)
                .putLong(HEADER_SIZE)
                .putLong(0)
                .putInt(0); // the segments follow; no entry point and no sections
        bytes.putShort((short) HEADER_SIZE).putShort((short) SEGMENT_SIZE).putShort((short) SEGMENTS);
        bytes.position(HEADER_SIZE);
    }

    private void segment(int type, long offset, long size, long alignment) {
        bytes.putInt(type).putInt(READ_WRITE).putLong(offset).putLong(offset).putLong(offset);
        bytes.putLong(size).putLong(size).putLong(alignment);
    }

    private void entry(long tag, long value) {
        bytes.putLong(tag).putLong(value);
    }
}
