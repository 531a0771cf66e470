// SPDX-License-Identifier: Apache-2.0
package io.loadharness.schedule;

import io.loadharness.LogFiles;
import io.loadharness.LogSettings;
import io.loadharness.generator.LogClaim;
import io.loadharness.internal.FileErrors;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** The log files of one run. No other run can write these files at the same time. */
final class RunFiles {

    /** The default prefix of the file names. It replaces LoadGen's default prefix, so that the files cannot be confused with LoadGen's. */
    private static final String PREFIX = "loadharness_schedule_";

    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'_'");

    private final LogSettings settings;
    private final Path directory;
    private final LogFiles paths;
    private final LogClaim claim;
    private final FileChannel summary;
    private final FileChannel detail;

    private RunFiles(LogSettings settings) throws IOException {
        this.settings = settings;
        directory = Files.createDirectories(
                        settings.directory().toAbsolutePath().normalize())
                .toRealPath();
        String defaultPrefix = LogSettings.in(directory).prefix();
        String prefix = (settings.prefix().equals(defaultPrefix) ? PREFIX : settings.prefix())
                + (settings.prefixWithDatetime() ? DATETIME.format(LocalDateTime.now(ZoneId.systemDefault())) : "");
        paths = LogFiles.in(directory, prefix, settings.suffix());
        requireRegular(paths.summary());
        requireRegular(paths.detail());
        claim = LogClaim.of(List.of(paths.summary(), paths.detail()));
        try {
            summary = claim.open(paths.summary());
            detail = claim.open(paths.detail());
        } catch (Throwable e) {
            claim.release();
            throw e;
        }
    }

    /**
     * Creates the directory, reserves the files for this run and truncates them. If the directory is a symbolic link, the run uses the
     * current target of the link, even if the link changes later.
     *
     * @throws IllegalArgumentException if the files cannot be written, or another run has reserved them
     */
    static RunFiles claim(LogSettings settings) {
        if (settings.enableTrace()) {
            throw new IllegalArgumentException(
                    "a schedule does not support traces: remove enableTrace from the log settings");
        }
        try {
            return new RunFiles(settings);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot write the results of the run to " + settings.directory() + ": " + FileErrors.describe(e),
                    e);
        }
    }

    private static void requireRegular(Path file) {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    file + " is not a regular file: remove it, or use another directory or prefix for the run");
        }
    }

    LogFiles paths() {
        return paths;
    }

    Path directory() {
        return directory;
    }

    /**
     * Writes both files.
     *
     * @throws IOException if writing fails, or if a file was replaced, moved or deleted during the run
     */
    void write(String summaryText, SampleTable table) throws IOException {
        claim.requireSameFiles();
        write(summary, out -> out.print(summaryText));
        write(detail, out -> SampleRows.print(out, table));
        claim.requireSameFiles();
        summary.close();
        detail.close();
        if (settings.copySummaryToStdout()) {
            System.out.print(summaryText);
        }
        if (settings.copyDetailToStdout()) {
            SampleRows.print(System.out, table);
        }
    }

    /** Releases the files for other runs. Repeated calls have no effect. */
    void release() {
        claim.release();
    }

    private interface Content {
        void printTo(PrintStream out);
    }

    private static void write(FileChannel file, Content content) throws IOException {
        PrintStream out = new PrintStream(Channels.newOutputStream(file), false, StandardCharsets.UTF_8);
        content.printTo(out);
        if (out.checkError()) {
            throw new IOException("could not write the whole file; the disk may be full");
        }
    }
}
