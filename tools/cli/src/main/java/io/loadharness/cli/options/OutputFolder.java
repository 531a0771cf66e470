// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import java.nio.file.Files;
import java.nio.file.LinkOption;
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

    /**
     * Checks that a folder is one, or can be made. Makes nothing.
     *
     * @throws IllegalArgumentException if nothing can be written there
     */
    public static void check(Path folder) {
        Path existing = folder.toAbsolutePath().normalize();
        for (Path parent = existing.getParent();
                parent != null && !Files.exists(existing, LinkOption.NOFOLLOW_LINKS);
                parent = existing.getParent()) {
            existing = parent;
        }
        if (!Files.isDirectory(existing)) {
            throw new IllegalArgumentException("--output-dir: " + existing + " is not a folder: name another place");
        }
        if (!Files.isWritable(existing)) {
            throw new IllegalArgumentException(
                    "--output-dir: this user cannot write to " + existing + ": name another folder");
        }
    }
}
