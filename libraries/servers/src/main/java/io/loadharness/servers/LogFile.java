// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.UnaryOperator;

/** The log of a server, with a mask for its secrets. The methods read at most the last 64 KiB of the log. */
record LogFile(Path path, UnaryOperator<String> mask) {

    private static final int MAX_BYTES = 64 << 10;
    private static final int MAX_WIDTH = 500;

    /**
     * Control characters. {@code PlainText} of harness-core has the same list, but the class path of the watchdog does not contain
     * harness-core.
     */
    private static final String CONTROL = "[\\p{Cc}\\u061C\\u200E\\u200F\\u202A-\\u202E\\u2066-\\u2069]";

    /** Returns the last non-blank lines; empty if the log cannot be read. */
    List<String> tail(int lines) {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] end = new byte[(int) Math.min(MAX_BYTES, file.length())];
            file.seek(file.length() - end.length);
            int read = Math.max(0, file.read(end));
            List<String> all = new String(end, 0, read, StandardCharsets.UTF_8)
                    .lines()
                    .map(this::shown)
                    .filter(line -> !line.isBlank())
                    .toList();
            return all.subList(Math.max(0, all.size() - lines), all.size());
        } catch (IOException e) {
            return List.of();
        }
    }

    /**
     * Returns the byte offset of the first of the last {@code lines} lines. The offset is at most 64 KiB before the end of the log. It is 0
     * if the log cannot be read.
     */
    long startOfLast(int lines) {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] end = new byte[(int) Math.min(MAX_BYTES, file.length())];
            long from = file.length() - end.length;
            file.seek(from);
            int start = Math.max(0, file.read(end));
            int left = start > 0 && end[start - 1] == '\n' ? lines : lines - 1;
            while (start > 0 && (end[start - 1] != '\n' || left-- > 0)) {
                start--;
            }
            return from + start;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Returns a line for display: {@link #plainText} without secrets. */
    String shown(String line) {
        return plainText(mask.apply(withoutColors(line)));
    }

    private static String withoutColors(String line) {
        return line.replaceAll("(\\x1b\\[|\\x9b)[0-9;?]*[A-Za-z]", "");
    }

    /** Removes color codes, replaces characters that change the terminal or the text direction, and shortens the line to 500 characters. */
    static String plainText(String line) {
        String plain = withoutColors(line).replaceAll("\\R|\\t", " ").replaceAll(CONTROL, "\uFFFD");
        return plain.length() <= MAX_WIDTH ? plain : plain.substring(0, MAX_WIDTH) + " …";
    }
}
