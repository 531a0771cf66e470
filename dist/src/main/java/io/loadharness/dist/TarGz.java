// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.Deflater;
import java.util.zip.GZIPOutputStream;

/** Writes a folder as a compressed tar archive. The same files always result in the same archive: sorted, without owners and times. */
final class TarGz {

    private static final int BLOCK = 512;
    private static final int NAME_LENGTH = 100;
    private static final long TIME = LocalDateTime.of(2026, 1, 1, 0, 0).toEpochSecond(ZoneOffset.UTC);

    private TarGz() {}

    /** Writes a folder as the only folder at the top of an archive. The files in its folder {@code bin} can be executed. */
    static void write(Path folder, Path archive) throws IOException {
        try (OutputStream file = Files.newOutputStream(archive);
                OutputStream out = new BufferedOutputStream(new Best(file), 1 << 16);
                Stream<Path> walk = Files.walk(folder)) {
            String top = String.valueOf(folder.getFileName());
            List<Path> all = walk.sorted().toList();
            for (Path each : all) {
                String name = folder.relativize(each).toString();
                if (Files.isDirectory(each)) {
                    out.write(header(top, name.isEmpty() ? "" : name + "/", 0, 0755, '5'));
                } else {
                    long size = Files.size(each);
                    out.write(header(top, name, size, name.startsWith("bin/") ? 0755 : 0644, '0'));
                    Files.copy(each, out);
                    out.write(new byte[(int) ((BLOCK - size % BLOCK) % BLOCK)]);
                }
            }
            out.write(new byte[2 * BLOCK]);
        }
    }

    private static final class Best extends GZIPOutputStream {

        Best(OutputStream out) throws IOException {
            super(out, 1 << 16);
            def.setLevel(Deflater.BEST_COMPRESSION);
        }
    }

    private static byte[] header(String top, String name, long size, int mode, char type) throws IOException {
        // A name of the format ustar has at most 100 bytes. A folder before it has a field of its own.
        String shortName = name.isEmpty() ? top + "/" : name;
        if (shortName.length() > NAME_LENGTH) {
            throw new IOException("the name " + name + " is longer than " + NAME_LENGTH + " characters");
        }
        byte[] header = new byte[BLOCK];
        put(header, 0, shortName);
        put(header, 100, String.format("%07o\0", mode));
        put(header, 108, "0000000\0");
        put(header, 116, "0000000\0");
        put(header, 124, String.format("%011o\0", size));
        put(header, 136, String.format("%011o\0", TIME));
        put(header, 148, "        ");
        put(header, 156, String.valueOf(type));
        put(header, 257, "ustar\00000");
        put(header, 345, name.isEmpty() ? "" : top);
        int sum = 0;
        for (byte each : header) {
            sum += each & 0xff;
        }
        put(header, 148, String.format("%06o\0 ", sum));
        return header;
    }

    private static void put(byte[] header, int at, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.US_ASCII);
        System.arraycopy(bytes, 0, header, at, bytes.length);
    }
}
