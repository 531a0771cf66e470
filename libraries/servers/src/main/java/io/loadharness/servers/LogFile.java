// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;

/** The log that a server writes by itself, read from its end, however large it is. */
record LogFile(Path path) {

    private static final int MOST_BYTES = 64 << 10;
    private static final int MOST_WIDTH = 500;

    /** The last lines with something in them; none if the log cannot be read. */
    List<String> tail(int lines) {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] end = new byte[(int) Math.min(MOST_BYTES, file.length())];
            file.seek(file.length() - end.length);
            int read = Math.max(0, file.read(end));
            List<String> all = new String(end, 0, read, StandardCharsets.UTF_8)
                    .lines()
                    .map(LogFile::shown)
                    .filter(line -> !line.isBlank())
                    .toList();
            return all.subList(Math.max(0, all.size() - lines), all.size());
        } catch (IOException e) {
            return List.of();
        }
    }

    /** Where the last lines begin; at most so many bytes before the end. */
    long beginOfLast(int lines) {
        try (RandomAccessFile file = new RandomAccessFile(path.toFile(), "r")) {
            byte[] end = new byte[(int) Math.min(MOST_BYTES, file.length())];
            long from = file.length() - end.length;
            file.seek(from);
            int begin = Math.max(0, file.read(end));
            int left = begin > 0 && end[begin - 1] == '\n' ? lines : lines - 1;
            while (begin > 0 && (end[begin - 1] != '\n' || left-- > 0)) {
                begin--;
            }
            return from + begin;
        } catch (IOException e) {
            return 0;
        }
    }

    /** Without what would move the cursor or colour the terminal. */
    static String shown(String line) {
        String plain = line.replaceAll("\\x1b\\[[0-9;?]*[A-Za-z]", "").replaceAll("\\p{Cntrl}", " ");
        return plain.length() <= MOST_WIDTH ? plain : plain.substring(0, MOST_WIDTH) + " …";
    }
}
