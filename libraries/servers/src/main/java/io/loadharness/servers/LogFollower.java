// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/** Reads new lines of a server log while the log grows. Not thread-safe. */
public final class LogFollower {

    private static final int MAX_BYTES = 64 << 10;

    private final LogFile log;
    private final ByteArrayOutputStream unfinished = new ByteArrayOutputStream();
    private long position;

    /**
     * Creates a follower. It first returns the last {@code lines} existing lines, and then new lines. It reads at most the last 64 KiB of
     * the existing log.
     */
    LogFollower(LogFile log, int lines) {
        this.log = log;
        position = log.startOfLast(lines);
    }

    /**
     * Returns the new lines; empty if the log has no new lines. An incomplete line is returned later, when it is complete or longer than 64
     * KiB.
     */
    public List<String> next() {
        byte[] read = new byte[MAX_BYTES];
        int count;
        try (RandomAccessFile file = new RandomAccessFile(log.path().toFile(), "r")) {
            if (file.length() < position) {
                position = 0; // the log was truncated
            }
            file.seek(position);
            count = Math.max(0, file.read(read));
        } catch (IOException e) {
            return List.of();
        }
        position += count;
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            if (read[i] == '\n' || unfinished.size() >= MAX_BYTES) {
                lines.addAll(rest());
            }
            if (read[i] != '\n') {
                unfinished.write(read[i]);
            }
        }
        return lines;
    }

    /** Returns the incomplete last line. Call this method after the server has ended. */
    public List<String> rest() {
        String line = log.shown(unfinished.toString(StandardCharsets.UTF_8));
        unfinished.reset();
        return line.isBlank() ? List.of() : List.of(line);
    }
}
