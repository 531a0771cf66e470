// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;

/** Extracts the files and folders of an untrusted tar archive. Supports the formats that GNU tar and BusyBox write. */
final class TarFile {

    private static final int BLOCK = 512;
    private static final int MAX_NAME_BYTES = 1 << 16;

    private final InputStream in;
    private final Path folder;

    private TarFile(InputStream in, Path folder) {
        this.in = in;
        this.folder = folder.toAbsolutePath().normalize();
    }

    /**
     * Extracts an archive. Skips links and devices, because results do not contain them.
     *
     * @return the number of files
     * @throws IOException if the archive is truncated or malformed, or if the path of a file is outside the folder
     */
    static int extract(InputStream in, Path folder) throws IOException {
        try {
            return new TarFile(in, folder).extract();
        } catch (EOFException e) {
            throw new IOException("the archive with the results is truncated", e);
        }
    }

    private int extract() throws IOException {
        byte[] header = new byte[BLOCK];
        String longName = "";
        int files = 0;
        while (true) {
            readFully(header);
            if (isZero(header)) {
                return files;
            }
            check(header);
            long size = number(header, 124, 12);
            char type = (char) header[156];
            if (type == 'L' || type == 'x' || type == 'g') {
                if (size > MAX_NAME_BYTES) {
                    throw malformed("a name of " + size + " bytes");
                }
                byte[] data = new byte[(int) size];
                readFully(data);
                skip(padding(size));
                if (type == 'L') {
                    longName = text(data, 0, data.length);
                } else if (type == 'x') {
                    longName = path(new String(data, StandardCharsets.UTF_8), longName);
                }
                continue;
            }
            String name = longName.isEmpty() ? name(header) : longName;
            longName = "";
            if (type == '5') {
                Files.createDirectories(resolve(name));
            } else if (type == '0' || type == 0) {
                write(resolve(name), size);
                files++;
                skip(padding(size));
                continue;
            }
            skip(type == '5' || type == '1' || type == '2' ? 0 : size + padding(size));
        }
    }

    private void write(Path file, long size) throws IOException {
        Files.createDirectories(file.getParent());
        byte[] buffer = new byte[1 << 16];
        try (OutputStream out = Files.newOutputStream(
                file, StandardOpenOption.CREATE, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE)) {
            long left = size;
            while (left > 0) {
                int count = in.read(buffer, 0, (int) Math.min(buffer.length, left));
                if (count < 0) {
                    throw new EOFException();
                }
                out.write(buffer, 0, count);
                left -= count;
            }
        }
    }

    private Path resolve(String name) throws IOException {
        Path path =
                folder.resolve(name.startsWith("/") ? name.substring(1) : name).normalize();
        if (!path.startsWith(folder) || name.contains("\0")) {
            throw malformed("a file outside its folder, " + ApiErrors.oneLine(name));
        }
        for (Path each = path; each != null && !each.equals(folder); each = each.getParent()) {
            if (Files.isSymbolicLink(each)) {
                throw malformed("a file behind a link, " + ApiErrors.oneLine(name));
            }
        }
        return path;
    }

    private static String name(byte[] header) {
        String name = text(header, 0, 100);
        boolean isUstar = text(header, 257, 6).startsWith("ustar") && header[262] == 0;
        String prefix = isUstar ? text(header, 345, 155) : "";
        return prefix.isEmpty() ? name : prefix + "/" + name;
    }

    /** Returns the path from an extended header. The header contains it as a record of the form "LENGTH path=VALUE". */
    private static String path(String records, String fallback) {
        return records.lines()
                .filter(each -> each.matches("[0-9]+ path=.*"))
                .map(each -> each.substring(each.indexOf('=') + 1))
                .findFirst()
                .orElse(fallback);
    }

    private static void check(byte[] header) throws IOException {
        long sum = 0;
        for (int i = 0; i < BLOCK; i++) {
            sum += i >= 148 && i < 156 ? ' ' : header[i] & 0xff;
        }
        if (sum != number(header, 148, 8)) {
            throw malformed("a wrong checksum");
        }
    }

    private static long number(byte[] header, int from, int length) throws IOException {
        long value = (header[from] & 0x80) != 0 ? binary(header, from, length) : octal(text(header, from, length));
        if (value < 0) {
            throw malformed("a negative size");
        }
        return value;
    }

    /** Returns a binary number, which archives contain for sizes above 8 GiB. */
    private static long binary(byte[] header, int from, int length) {
        long value = 0;
        for (int i = from + length - 8; i < from + length; i++) {
            value = value << 8 | (header[i] & 0xff);
        }
        return value;
    }

    private static long octal(String text) throws IOException {
        String digits = text.strip();
        try {
            return digits.isEmpty() ? 0 : Long.parseLong(digits, 8);
        } catch (NumberFormatException e) {
            throw malformed("the number " + ApiErrors.oneLine(digits));
        }
    }

    private static String text(byte[] bytes, int from, int length) {
        int end = from;
        while (end < from + length && bytes[end] != 0) {
            end++;
        }
        return new String(bytes, from, end - from, StandardCharsets.UTF_8);
    }

    private static boolean isZero(byte[] header) {
        return Arrays.equals(header, new byte[BLOCK]);
    }

    private static long padding(long size) {
        return (BLOCK - size % BLOCK) % BLOCK;
    }

    private void readFully(byte[] bytes) throws IOException {
        if (in.readNBytes(bytes, 0, bytes.length) != bytes.length) {
            throw new EOFException();
        }
    }

    private void skip(long count) throws IOException {
        in.skipNBytes(count);
    }

    private static IOException malformed(String reason) {
        return new IOException("the archive with the results is malformed: it contains " + reason);
    }
}
