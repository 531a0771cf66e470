// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;

/** Hand-written logs and their parsed starts. */
final class StartupLogs {

    static final Path FOLDER = Path.of("src/test/resources/io/loadharness/startup");
    static final Instant END = Instant.parse("2026-06-15T12:00:00Z");

    private StartupLogs() {}

    static String text(String name) throws IOException {
        return Files.readString(FOLDER.resolve(name));
    }

    static Startup startup(String name) throws IOException {
        List<Startup> starts = read(text(name));
        return starts.get(starts.size() - 1);
    }

    static List<Startup> read(String log) throws IOException {
        return read(log.getBytes(StandardCharsets.UTF_8), Optional.empty());
    }

    static List<Startup> read(byte[] log, Optional<Integer> year) throws IOException {
        return StartupLog.read(
                "the log",
                new ByteArrayInputStream(log),
                new LogTime(ZoneOffset.UTC, year, END),
                PatternPack.builtIn());
    }
}
