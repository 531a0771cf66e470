// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** Writes a tar archive in the format ustar. All members belong to root and have the same time, so that equal files give equal archives. */
public final class TarWriter {

    private static final int BLOCK = 512;
    private static final int NAME = 100;
    private static final int PREFIX = 155;

    private final OutputStream out;
    private final long time;

    /**
     * Writes to a stream, which the caller closes.
     *
     * @param time the time of all members, in seconds since 1970
     */
    public TarWriter(OutputStream out, long time) {
        this.out = out;
        this.time = time;
    }

    /** Writes a folder. */
    public void folder(String name) throws IOException {
        header(name + "/", 0755, 0, '5');
    }

    /**
     * Writes a file.
     *
     * @throws IOException if the content does not have the given number of bytes, or the name is too long for the format
     */
    public void file(String name, int mode, long size, InputStream content) throws IOException {
        header(name, mode, size, '0');
        if (content.transferTo(out) != size) {
            throw new IOException(name + " changed while it was copied: repeat the command");
        }
        out.write(new byte[(int) (-size & (BLOCK - 1))]);
    }

    /** Writes the end of the archive. */
    public void end() throws IOException {
        out.write(new byte[2 * BLOCK]);
        out.flush();
    }

    /** Writes the header of a member. The folders of a long name have a field of their own. */
    private void header(String name, int mode, long size, char type) throws IOException {
        byte[] block = new byte[BLOCK];
        int cut =
                name.getBytes(StandardCharsets.UTF_8).length <= NAME ? -1 : name.indexOf('/', name.length() - NAME - 1);
        put(block, 0, NAME, name.substring(cut + 1));
        put(block, 345, PREFIX, cut < 0 ? "" : name.substring(0, cut));
        put(block, 100, 7, String.format(Locale.ROOT, "%07o", mode));
        put(block, 108, 7, "0000000");
        put(block, 116, 7, "0000000");
        put(block, 124, 11, String.format(Locale.ROOT, "%011o", size));
        put(block, 136, 11, String.format(Locale.ROOT, "%011o", time));
        put(block, 148, 8, "        ");
        block[156] = (byte) type;
        put(block, 257, 8, "ustar\00000");
        int sum = 0;
        for (byte each : block) {
            sum += each & 0xff;
        }
        put(block, 148, 8, String.format(Locale.ROOT, "%06o\0 ", sum));
        out.write(block);
    }

    private static void put(byte[] block, int from, int length, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > length) {
            throw new IOException("the name of a file is too long for a tar archive: " + text);
        }
        System.arraycopy(bytes, 0, block, from, bytes.length);
    }
}
