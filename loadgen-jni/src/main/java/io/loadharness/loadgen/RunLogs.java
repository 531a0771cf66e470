package io.loadharness.loadgen;

import io.loadharness.LogFiles;
import io.loadharness.LogSettings;
import io.loadharness.TestLog;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.nio.file.attribute.BasicFileAttributes;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The log files of one run, which no other run may write at the same time. */
final class RunLogs {

    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'Z_'");

    private final LogSettings settings;
    private final Path directory;
    private final String prefix;
    private final LogFiles files;
    private final LogClaim claim;

    /** The files that LoadGen writes in this run, with the keys by which the file system knows them. */
    private final Map<Path, Object> opened = new LinkedHashMap<>();

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

    LogFiles files() {
        return files;
    }

    Path directory() {
        return directory;
    }

    void applyTo(NativeRun run) {
        run.setLogFiles(directory.toString(), prefix, settings.suffix());
        run.setLogOptions(settings.copyDetailToStdout(), settings.copySummaryToStdout(), settings.enableTrace());
    }

    /** Makes the files empty and remembers them. Call it before LoadGen opens them: LoadGen writes into files that exist. */
    void open() {
        List<Path> written = new ArrayList<>(List.of(files.detail(), files.summary(), files.accuracy()));
        if (settings.enableTrace()) {
            written.add(files.trace());
        }
        for (Path file : written) {
            try {
                FileChannel.open(
                                file,
                                StandardOpenOption.CREATE,
                                StandardOpenOption.WRITE,
                                StandardOpenOption.TRUNCATE_EXISTING)
                        .close();
                opened.put(file, key(file));
            } catch (IOException e) {
                // LoadGen cannot open it either, and fails
            }
        }
    }

    private static Object key(Path file) throws IOException {
        Object key = Files.readAttributes(file, BasicFileAttributes.class).fileKey();
        return key == null ? file : key; // not every file system has keys
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
        try {
            requireSameFiles();
            return LoadGenLogs.readAsFarAsPossible(files);
        } catch (UnreadableLogException e) {
            return LoadGenLogs.unread(files);
        }
    }

    private void requireSameFiles() throws UnreadableLogException {
        for (Map.Entry<Path, Object> each : opened.entrySet()) {
            Path file = each.getKey();
            try {
                if (!key(file).equals(each.getValue())) {
                    throw new UnreadableLogException(
                            file,
                            "is not the file of this run: it was replaced while the run wrote it; give each run a directory"
                                    + " of its own");
                }
            } catch (IOException e) {
                throw new UnreadableLogException(
                        file, "is missing: it or its directory was deleted or moved while the run wrote it", e);
            }
        }
    }

    /** Frees the files for other runs. Further calls do nothing. */
    void release() {
        claim.release();
    }
}
