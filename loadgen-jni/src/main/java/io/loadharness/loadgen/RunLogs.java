// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.LogFiles;
import io.loadharness.LogSettings;
import io.loadharness.TestLog;
import io.loadharness.generator.LogClaim;
import io.loadharness.internal.FileErrors;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The log files of one run. No other run can write these files at the same time. */
final class RunLogs {

    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z_'");

    private final LogSettings settings;
    private final Path directory;
    private final String prefix;
    private final LogFiles files;
    private final LogClaim claim;
    private volatile LogOrigin origin = LogOrigin.UNKNOWN;
    private volatile boolean opened;

    /**
     * Claims the files and creates their directory. If the directory is a symbolic link, this constructor resolves it, and the run uses the
     * resolved directory.
     *
     * @throws IllegalArgumentException if the directory cannot be created, LoadGen cannot write a log to one of the paths, or another run
     *     writes these files
     */
    RunLogs(LogSettings settings) {
        this.settings = settings;
        Path named = settings.directory().toAbsolutePath().normalize();
        try {
            directory = Files.createDirectories(named).toRealPath();
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot create the log directory " + named + ": " + FileErrors.describe(e), e);
        }
        // LoadGen does not add the time itself, because this class must know the names of the files
        prefix = settings.prefix()
                + (settings.prefixWithDatetime() ? DATETIME.format(LocalDateTime.now(ZoneId.systemDefault())) : "");
        files = LogFiles.in(directory, prefix, settings.suffix());
        List<Path> all = List.of(files.detail(), files.summary(), files.accuracy(), files.trace());
        all.forEach(LogFileKind::requireWritable);
        claim = LogClaim.of(all);
    }

    Path directory() {
        return directory;
    }

    void applyTo(NativeRun run) {
        run.setLogFiles(directory.toString(), prefix, settings.suffix());
        run.setLogOptions(settings.copyDetailToStdout(), settings.copySummaryToStdout(), settings.enableTrace());
    }

    /**
     * Empties the files and records their identity. Must be called before LoadGen opens the files, so that LoadGen writes into these files
     * and does not create new files. Must be called on the thread that runs LoadGen.
     */
    void open() {
        origin = LogOrigin.ofCurrentThread();
        opened = true;
        List<Path> written = new ArrayList<>(List.of(files.detail(), files.summary(), files.accuracy()));
        if (settings.enableTrace()) {
            written.add(files.trace());
        }
        for (Path file : written) {
            try {
                claim.open(file);
            } catch (IOException e) {
                // LoadGen cannot open this file either, and the run fails
            }
        }
    }

    /**
     * Reads the logs of a completed run.
     *
     * @throws UnreadableLogException if a log is missing, truncated or damaged, or was not written by this run
     */
    LoadGenLogs read() throws UnreadableLogException {
        requireSameFiles();
        LoadGenLogs logs;
        try {
            if (settings.enableTrace()) {
                LogEnd.requireOfTrace(files.trace());
            }
            logs = LoadGenLogs.read(files, origin);
        } catch (UnreadableLogException e) {
            throw withDiskProblem(e);
        }
        requireSameFiles();
        return logs;
    }

    /**
     * Checks if the log directory can be written, and adds the cause to the message of the exception if not. This check is necessary,
     * because LoadGen does not report a full disk.
     */
    private UnreadableLogException withDiskProblem(UnreadableLogException error) {
        try {
            claim.requireSpace();
            return error;
        } catch (IOException e) {
            return new UnreadableLogException(
                    error.getMessage() + ", because LoadGen could not write to the disk: " + FileErrors.describe(e),
                    error);
        }
    }

    /** Reads the available part of the logs of an aborted run. Returns a log without content if this run did not write the files. */
    TestLog readAsFarAsPossible() {
        if (!opened) {
            return LoadGenLogs.unread(files); // existing files are from an earlier run
        }
        try {
            requireSameFiles();
            return LoadGenLogs.readAsFarAsPossible(files);
        } catch (UnreadableLogException e) {
            return LoadGenLogs.unread(files);
        }
    }

    private void requireSameFiles() throws UnreadableLogException {
        try {
            claim.requireSameFiles();
        } catch (IOException e) {
            throw new UnreadableLogException(e);
        }
    }

    /**
     * Releases the files for other runs. Called after LoadGen has closed the files and the result has read them. Repeated calls do nothing.
     */
    void release() {
        claim.release();
    }
}
