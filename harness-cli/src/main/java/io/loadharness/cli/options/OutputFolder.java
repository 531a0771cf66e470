package io.loadharness.cli.options;

import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** Where logs go if nobody says where. */
public final class OutputFolder {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss");

    private OutputFolder() {}

    /** A folder for what a command writes now. */
    public static Path of(String command) {
        return Path.of("loadharness-logs", command + "-" + TIME.format(LocalDateTime.now(ZoneId.systemDefault())));
    }
}
