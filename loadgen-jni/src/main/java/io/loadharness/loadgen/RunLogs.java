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
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** The log files of one run, which no other run of this process may write at the same time. */
final class RunLogs {

    private static final Set<Path> WRITTEN = ConcurrentHashMap.newKeySet();
    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z_'");

    private final LogSettings settings;
    private final Path directory;
    private final String prefix;
    private final LogFiles files;

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
        try {
            Files.createDirectories(directory);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot make the log directory " + directory + " ("
                            + e.getClass().getSimpleName() + ")",
                    e);
        }
        all(files).forEach(LogFileKind::requireWritable);
        if (!WRITTEN.add(files.detail())) {
            throw new IllegalArgumentException(
                    "another run is writing " + files.detail() + ": give each run a directory or a prefix of its own");
        }
    }

    private static List<Path> all(LogFiles files) {
        return List.of(files.summary(), files.detail(), files.accuracy(), files.trace());
    }

    LogFiles files() {
        return files;
    }

    Path directory() {
        return directory;
    }

    void applyTo(NativeRun run) {
        run.setLogFiles(directory.toString(), prefix, settings.suffix(), false);
        run.setLogOptions(
                settings.copyDetailToStdout(),
                settings.copySummaryToStdout(),
                settings.asyncPollInterval().toMillis(),
                settings.enableTrace());
    }

    /** Says that the run is over and its files are free; may be said again. */
    void release() {
        WRITTEN.remove(files.detail());
    }
}
