// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.zip.ZipEntry;
import java.util.zip.ZipException;
import java.util.zip.ZipInputStream;

/** Decompresses zip archives that contain a single file, as pandas writes them. Does not match the archives of NumPy. */
public final class ZipCompression implements Compression {

    private static final byte[] MAGIC = {'P', 'K', 3, 4};

    /** The offset of the length of the first file name. */
    private static final int NAME_LENGTH_OFFSET = 26;

    /** The offset of the first file name. */
    private static final int NAME_OFFSET = 30;

    private static final String ONE_FILE = "the zip archive must contain a single file";
    private static final String REMEDY = ": unpack it and use one of its files";

    /** Called by {@link java.util.ServiceLoader}. */
    public ZipCompression() {}

    @Override
    public String extension() {
        return "zip";
    }

    @Override
    public boolean matches(FileStart start) {
        return start.beginsWith(MAGIC) && !firstName(start.bytes()).endsWith(".npy");
    }

    private static String firstName(byte[] start) {
        if (start.length < NAME_OFFSET) {
            return "";
        }
        int length = (start[NAME_LENGTH_OFFSET] & 0xff) | ((start[NAME_LENGTH_OFFSET + 1] & 0xff) << Byte.SIZE);
        return new String(start, NAME_OFFSET, Math.min(length, start.length - NAME_OFFSET), StandardCharsets.UTF_8);
    }

    @Override
    public InputStream decompress(InputStream compressed) throws IOException {
        ZipInputStream zip = new ZipInputStream(compressed);
        try {
            ZipEntry first = zip.getNextEntry();
            if (first == null || first.isDirectory()) {
                throw DatasetException.of(ONE_FILE + ", but it "
                        + (first == null ? "is empty" : "starts with the folder " + first.getName()) + REMEDY);
            }
            return new SingleFile(zip, first.getName());
        } catch (ZipException e) {
            throw damaged(e);
        }
    }

    private static DatasetException damaged(ZipException e) {
        return DatasetException.of("the zip archive is damaged or encrypted: " + e.getMessage());
    }

    /** The content of the only file of an archive. Rejects a second file. */
    private static final class SingleFile extends FilterInputStream {

        private final ZipInputStream zip;
        private final String name;
        private boolean isAtEnd;

        SingleFile(ZipInputStream zip, String name) {
            super(zip);
            this.zip = zip;
            this.name = name;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] into, int from, int length) throws IOException {
            if (isAtEnd) {
                return -1;
            }
            try {
                int got = super.read(into, from, length);
                if (got < 0) {
                    isAtEnd = true;
                    requireNoOther();
                }
                return got;
            } catch (ZipException e) {
                throw damaged(e);
            }
        }

        private void requireNoOther() throws IOException {
            ZipEntry other = zip.getNextEntry();
            if (other != null) {
                throw DatasetException.of(ONE_FILE + ", but it contains " + name + ", " + other.getName() + REMEDY);
            }
        }
    }
}
