// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.options;

import io.loadharness.report.RunFolder;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** The folder of results and logs: its default path, and the checks that it can be written and contains no run. */
public final class OutputFolder {

    private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss-SSS");

    private OutputFolder() {}

    /**
     * Returns a folder for a command that starts now, for example {@code loadharness-logs/run-20260102-030405-678}. Commands that start in
     * the same second have different folders, because the name contains milliseconds.
     */
    public static Path of(String command) {
        return Path.of("loadharness-logs", command + "-" + TIME.format(LocalDateTime.now(ZoneId.systemDefault())));
    }

    /**
     * Checks that a folder contains no run, whose files the files of another run would replace.
     *
     * @throws IllegalArgumentException if the folder contains a run
     */
    public static void requireUnused(Path folder) {
        if (Files.exists(new RunFolder(folder).records())) {
            throw new IllegalArgumentException(
                    "--output-dir: " + folder + " has the records of an earlier run: choose another folder");
        }
    }

    /**
     * Checks that a folder exists or can be created. Creates nothing.
     *
     * @throws IllegalArgumentException if the folder cannot be written to
     */
    public static void check(Path folder) {
        Path existing = folder.toAbsolutePath().normalize();
        for (Path parent = existing.getParent();
                parent != null && !Files.exists(existing, LinkOption.NOFOLLOW_LINKS);
                parent = existing.getParent()) {
            existing = parent;
        }
        if (Files.isSymbolicLink(existing) && !Files.exists(existing)) {
            throw new IllegalArgumentException("--output-dir: " + existing
                    + " is a symbolic link whose target does not exist: create the target, or choose another path");
        }
        if (!Files.isDirectory(existing)) {
            throw new IllegalArgumentException("--output-dir: " + existing + " is not a folder: choose another path");
        }
        if (!Files.isWritable(existing)) {
            throw new IllegalArgumentException(
                    "--output-dir: this user cannot write to " + existing + ": choose another folder");
        }
    }
}
