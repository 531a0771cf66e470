// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.image;

import java.io.BufferedInputStream;
import java.io.EOFException;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The members of an uncompressed tar archive, by their names. Reads only the headers, and skips names longer than 100 bytes, which no file
 * of an image archive has.
 */
final class TarIndex {

    private static final int BLOCK = 512;
    private static final int NAME = 100;

    private TarIndex() {}

    /** A file or a link in an archive. */
    private record Entry(String name, boolean isLink, long start, long size) {}

    /**
     * Returns the regular files of an archive by their names, without a leading {@code ./}.
     *
     * @throws IOException if the file is not a tar archive or is truncated
     */
    static Map<String, Content> read(Path file) throws IOException {
        Map<String, Content> all = new LinkedHashMap<>();
        try (InputStream in = new BufferedInputStream(Files.newInputStream(file))) {
            for (Entry each : entries(in)) {
                if (!each.isLink) {
                    all.put(each.name, new Member(file, each.start, each.size));
                }
            }
        }
        return all;
    }

    /**
     * Returns the names of the files and the links of an archive, without a leading {@code ./} or {@code /}.
     *
     * @throws IOException if the stream is not a tar archive or is truncated
     */
    static Set<String> names(InputStream in) throws IOException {
        return entries(in).stream()
                .map(each -> each.name.replaceFirst("^/", ""))
                .collect(Collectors.toSet());
    }

    private static List<Entry> entries(InputStream in) throws IOException {
        List<Entry> all = new ArrayList<>();
        long start = BLOCK;
        byte[] block = in.readNBytes(BLOCK);
        while (block.length == BLOCK && block[0] != 0) {
            requireHeader(block);
            long size = number(block);
            boolean isLink = block[156] == '1' || block[156] == '2';
            if (isLink || block[156] == '0' || block[156] == 0) {
                all.add(new Entry(name(block), isLink, start, size));
            }
            long blocks = (size + BLOCK - 1) / BLOCK * BLOCK;
            try {
                in.skipNBytes(blocks);
            } catch (EOFException e) {
                throw new IOException("the archive is truncated", e);
            }
            start += blocks + BLOCK;
            block = in.readNBytes(BLOCK);
        }
        if (all.isEmpty()) {
            throw new IOException("the file is not a tar archive");
        }
        return all;
    }

    private static void requireHeader(byte[] block) throws IOException {
        int sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : block[i] & 0xff;
        }
        if (sum != octal(block, 148, 8)) {
            throw new IOException("the file is not a tar archive");
        }
    }

    private static String name(byte[] block) {
        String prefix = block[257] == 'u' && block[345] != 0 ? text(block, 345, 155) + "/" : "";
        return (prefix + text(block, 0, NAME)).replaceFirst("^\\./", "");
    }

    private static String text(byte[] block, int from, int length) {
        int end = from;
        while (end < from + length && block[end] != 0) {
            end++;
        }
        return new String(block, from, end - from, StandardCharsets.UTF_8);
    }

    /** Returns the size of a member: octal digits, or a binary number if the first bit is set. */
    private static long number(byte[] block) throws IOException {
        if ((block[124] & 0x80) == 0) {
            return octal(block, 124, 12);
        }
        long value = 0;
        for (int i = 128; i < 136; i++) {
            value = (value << 8) | (block[i] & 0xff);
        }
        if (value < 0) {
            throw new IOException("the archive is malformed");
        }
        return value;
    }

    private static long octal(byte[] block, int from, int length) throws IOException {
        String digits = text(block, from, length).strip();
        if (!digits.matches("[0-7]{0,12}")) {
            throw new IOException("the file is not a tar archive");
        }
        return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
    }

    /** A member of an archive. */
    private record Member(Path file, long start, long size) implements Content {

        @Override
        public InputStream open() throws IOException {
            SeekableByteChannel channel = Files.newByteChannel(file);
            channel.position(start);
            return new Limited(Channels.newInputStream(channel), size);
        }
    }

    /** The first bytes of a stream. */
    private static final class Limited extends FilterInputStream {

        private long left;

        Limited(InputStream in, long size) {
            super(in);
            left = size;
        }

        @Override
        public int read() throws IOException {
            byte[] one = new byte[1];
            return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            if (left == 0) {
                return -1;
            }
            int count = in.read(bytes, offset, (int) Math.min(length, left));
            left -= Math.max(count, 0);
            return count;
        }
    }
}
