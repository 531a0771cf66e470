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

/** Unpacks Zstandard, RFC 8878, by its own native code; of several frames in a file all. */
public final class ZstdCompression implements Compression {

    private static final byte[] FRAME = {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd};
    private static final byte[] SKIPPED = {0x2a, 0x4d, 0x18};

    /** For {@link java.util.ServiceLoader}. */
    public ZstdCompression() {}

    @Override
    public String ending() {
        return "zst";
    }

    @Override
    public boolean packed(FileStart start) {
        return start.beginsWith(FRAME) || isSkipped(start.bytes());
    }

    /** Tools that pack in parallel begin with a frame that unpackers skip: 16 numbers in front of a magic one. */
    private static boolean isSkipped(byte[] start) {
        return start.length > SKIPPED.length
                && (start[0] & 0xf0) == 0x50
                && start[1] == SKIPPED[0]
                && start[2] == SKIPPED[1]
                && start[3] == SKIPPED[2];
    }

    @Override
    public InputStream unpack(InputStream packed) throws IOException {
        try {
            return new Explained(new ZstdInputStreamNoFinalizer(packed));
        } catch (LinkageError e) {
            throw DatasetException.of("the native code of zstd does not load on " + System.getProperty("os.name") + " "
                    + System.getProperty("os.arch") + ": unpack the file by `zstd -d` first");
        }
    }

    private static final class Explained extends FilterInputStream {

        Explained(InputStream in) {
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
