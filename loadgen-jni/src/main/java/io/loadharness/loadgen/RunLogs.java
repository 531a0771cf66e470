package io.loadharness.loadgen;

import io.loadharness.LogFiles;
import io.loadharness.LogSettings;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.List;

/** The log files of one run, which no other run may write at the same time. */
final class RunLogs {

    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z_'");

    private final LogSettings settings;
    private final Path directory;
    private final String prefix;
    private final LogFiles files;
    private final LogClaim claim;

    /**
     * Claims the files and makes their directory.
     *
     * @throws IllegalArgumentException if the directory cannot be made, something else than a log lies there, or another run
     *     writes these files
     */
    RunLogs(LogSettings settings) {
        this.settings = settings;
        directory = settings.directory().toAbsolutePath().normalize();
        // LoadGen would put the time there itself, and nobody would know the names
        prefix = settings.prefix()
                + (settings.prefixWithDatetime() ? DATETIME.format(LocalDateTime.now(ZoneId.systemDefault())) : "");
        files = LogFiles.in(directory, prefix, settings.suffix());
        LogFiles real;
        try {
            real = LogFiles.in(Files.createDirectories(directory).toRealPath(), prefix, settings.suffix());
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot make the log directory " + directory + ": " + FileTrouble.of(e), e);
        }
        List<Path> all = List.of(real.detail(), real.summary(), real.accuracy(), real.trace());
        all.forEach(LogFileKind::requireWritable);
        claim = LogClaim.of(all);
    }

    LogFiles files() {
        return files;
    }

    Path directory() {
        return directory;
    }

    void applyTo(NativeRun run) {
        run.setLogFiles(directory.toString(), prefix, settings.suffix());
        run.setLogOptions(
                settings.copyDetailToStdout(),
                settings.copySummaryToStdout(),
                settings.asyncPollInterval().toMillis(),
                settings.enableTrace());
    }

    /**
     * Reads the logs of a run that went to its end.
     *
     * @throws UnreadableLogException if one of them is missing, cut or damaged
     */
    LoadGenLogs read() throws UnreadableLogException {
        if (settings.enableTrace()) {
            LogEnd.requireOfTrace(files.trace());
        }
        return LoadGenLogs.read(files);
    }

    /** Says that the run is over and its files are free; may be said again. */
    void release() {
        claim.release();
    }
}
