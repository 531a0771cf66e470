// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.LogFiles;
import io.loadharness.LogSettings;
import io.loadharness.TestLog;
import io.loadharness.generator.LogClaim;
import io.loadharness.internal.FileTrouble;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;

/** The log files of one run, which no other run may write at the same time. */
final class RunLogs {

    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z_'");

    private final LogSettings settings;
    private final Path directory;
    private final String prefix;
    private final LogFiles files;
    private final LogClaim claim;
    private volatile boolean opened;

    /**
     * Claims the files and makes their directory. A symbolic link to the directory is followed once, now.
     *
     * @throws IllegalArgumentException if the directory cannot be made, something else than a log lies there, or another run
     *     writes these files
     */
    RunLogs(LogSettings settings) {
        this.settings = settings;
        Path named = settings.directory().toAbsolutePath().normalize();
        try {
            directory = Files.createDirectories(named).toRealPath();
        } catch (IOException e) {
            throw new IllegalArgumentException("cannot make the log directory " + named + ": " + FileTrouble.of(e), e);
        }
        // LoadGen would put the time there itself, and the names would not be known
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

    /** Empties the files and remembers which they are. Call it before LoadGen opens them: LoadGen writes into files that exist. */
    void open() {
        opened = true;
        List<Path> written = new ArrayList<>(List.of(files.detail(), files.summary(), files.accuracy()));
        if (settings.enableTrace()) {
            written.add(files.trace());
        }
        for (Path file : written) {
            try {
                claim.open(file);
            } catch (IOException e) {
                // LoadGen cannot open it either, and fails
            }
        }
    }

    /**
     * Reads the logs of a run that went to its end.
     *
     * @throws UnreadableLogException if one of them is missing, cut or damaged, or is not the file that this run has written
     */
    LoadGenLogs read() throws UnreadableLogException {
        requireSameFiles();
        if (settings.enableTrace()) {
            LogEnd.requireOfTrace(files.trace());
        }
        LoadGenLogs logs = LoadGenLogs.read(files);
        requireSameFiles();
        return logs;
    }

    /** Reads what there is of the logs of a run that was stopped; nothing if they are not the files that this run has written. */
    TestLog readAsFarAsPossible() {
        if (!opened) {
            return LoadGenLogs.unread(files); // what is there is of an earlier run
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

    /** Frees the files for other runs, after LoadGen has left them and they were read. Further calls do nothing. */
    void release() {
        claim.release();
    }
}
