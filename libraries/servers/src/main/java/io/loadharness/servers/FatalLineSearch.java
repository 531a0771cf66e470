// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Searches a growing log for fatal lines. A fatal line shows that the server will never be ready. Not thread-safe. */
final class FatalLineSearch {

    private static final int CHUNK = 1 << 20;
    private static final int MAX_LINE_LENGTH = 16 << 10;

    private final Path log;
    private final List<Pattern> patterns;
    private final byte[] chunk = new byte[CHUNK];
    private long position;
    private String partialLine = "";

    FatalLineSearch(Path log, List<Pattern> patterns) {
        this.log = log;
        this.patterns = patterns;
    }

    /** Searches the next 1 MiB of the log, and returns the first fatal line in it. */
    Optional<String> next() {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(position);
            int read = Math.max(0, file.read(chunk));
            position += read;
            String text = partialLine + new String(chunk, 0, read, StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf('\n') + 1;
            partialLine = text.substring(Math.max(end, text.length() - MAX_LINE_LENGTH));
            return text.substring(0, end)
                    .lines()
                    .filter(line -> patterns.stream()
                            .anyMatch(each -> each.matcher(line).find()))
                    .findFirst()
                    .map(String::strip);
        } catch (IOException notYetCreated) {
            return Optional.empty();
        }
    }

    /** Returns true if the whole log was searched. */
    boolean isAtEnd() {
        return position >= log.toFile().length();
    }
}
