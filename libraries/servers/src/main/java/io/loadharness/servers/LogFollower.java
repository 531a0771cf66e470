// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** The log of a server while it grows. For one thread. */
public final class LogFollower {

    private static final int MOST_BYTES = 64 << 10;

    private final Path log;
    private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
    private long position;

    /** Begins with lines that are there, out of the last 64 KiB. */
    LogFollower(Path log, int lines) {
        this.log = log;
        position = new LogFile(log).beginOfLast(lines);
    }

    /** Some lines that have come since; none if there are none now. One without an end waits for it, unless it is very long. */
    public List<String> next() {
        byte[] read = new byte[MOST_BYTES];
        int count;
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            if (file.length() < position) {
                position = 0; // somebody has cut it
            }
            file.seek(position);
            count = Math.max(0, file.read(read));
        } catch (IOException e) {
            return List.of();
        }
        position += count;
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (read[i] == '\n' || unfinished.size() >= MOST_BYTES) {
                lines.addAll(rest());
            }
            if (read[i] != '\n') {
                unfinished.write(read[i]);
            }
        }
        return lines;
    }

    /** What waits for the end of its line, when no more will come. */
    public List<String> rest() {
        String line = LogFile.shown(unfinished.toString(StandardCharsets.UTF_8));
        unfinished.reset();
        return line.isBlank() ? List.of() : List.of(line);
    }
}
