// SPDX-License-Identifier: Apache-2.0
package io.loadharness.zstd;

import com.github.luben.zstd.ZstdIOException;
import com.github.luben.zstd.ZstdInputStreamNoFinalizer;
import io.loadharness.dataset.Compression;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.FileStart;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Decompresses Zstandard files (RFC 8878) with the native library of zstd. Reads all frames of a file. */
public final class ZstdCompression implements Compression {

    private static final byte[] ZSTD_FRAME = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final byte[] SKIPPABLE_FRAME = {0x2a, 0x4d, 0x18};

    /** Called by {@link java.util.ServiceLoader}. */
    public ZstdCompression() {}

    @Override
    public String extension() {
        return "zst";
    }

    @Override
    public boolean matches(FileStart start) {
        return start.beginsWith(ZSTD_FRAME) || isSkippableFrame(start.bytes());
    }

    /**
     * Returns true if the bytes start a skippable frame. Parallel compressors write such a frame at the start of a file. Sixteen magic
     * numbers are reserved for skippable frames.
     */
    private static boolean isSkippableFrame(byte[] start) {
        return start.length > SKIPPABLE_FRAME.length
                && (start[0] & 0xf0) == 0x50
                && start[1] == SKIPPABLE_FRAME[0]
                && start[2] == SKIPPABLE_FRAME[1]
                && start[3] == SKIPPABLE_FRAME[2];
    }

    @Override
    public InputStream decompress(InputStream packed) throws IOException {
        try {
            return new ExplainingStream(new ZstdInputStreamNoFinalizer(packed));
        } catch (LinkageError e) {
            throw DatasetException.of("the native library of zstd cannot be loaded on " + System.getProperty("os.name")
                    + " " + System.getProperty("os.arch") + ": decompress the file with `zstd -d` first");
        }
    }

    /** A stream that replaces the errors of zstd with messages for users. */
    private static final class ExplainingStream extends FilterInputStream {

        ExplainingStream(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            try {
                return super.read();
            } catch (ZstdIOException e) {
                throw explained(e);
            }
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            try {
                return super.read(into, from, length);
            } catch (ZstdIOException e) {
                throw explained(e);
            }
        }

        private static DatasetException explained(ZstdIOException e) {
            return DatasetException.of("the zstd file is truncated or damaged: " + e.getMessage());
        }
    }
}
