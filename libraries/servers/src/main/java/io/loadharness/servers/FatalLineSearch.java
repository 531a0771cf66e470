// SPDX-License-Identifier: Apache-2.0
package io.loadharness.servers;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/** Looks through a log as it grows for lines after which its server will not be ready. For one thread. */
final class FatalLineSearch {

    private static final int CHUNK = 1 << 20;
    private static final int MOST_LINE = 16 << 10;

    private final Path log;
    private final List<Pattern> patterns;
    private final byte[] chunk = new byte[CHUNK];
    private long position;
    private String begun = "";

    FatalLineSearch(Path log, List<Pattern> patterns) {
        this.log = log;
        this.patterns = patterns;
    }

    /** The first such line in what was written since the last look, up to 1 MiB of it at a time. */
    Optional<String> next() {
        try (RandomAccessFile file = new RandomAccessFile(log.toFile(), "r")) {
            file.seek(position);
            int read = Math.max(0, file.read(chunk));
            position += read;
            String text = begun + new String(chunk, 0, read, StandardCharsets.ISO_8859_1);
            int end = text.lastIndexOf('\n') + 1;
            begun = text.substring(Math.max(end, text.length() - MOST_LINE));
            return text.substring(0, end)
                    .lines()
                    .filter(line -> patterns.stream()
                            .anyMatch(each -> each.matcher(line).find()))
                    .findFirst()
                    .map(String::strip);
        } catch (IOException notThereYet) {
            return Optional.empty();
        }
    }

    /** Whether all that was written so far was looked at. */
    boolean isAtEnd() {
        return position >= log.toFile().length();
    }
}
