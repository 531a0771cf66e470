package io.loadharness.schedule;

import io.loadharness.LogFiles;
import io.loadharness.LogSettings;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;

/** The files of one run, which no other run writes at the same time. Released once. */
final class RunFiles {

    /** So that nobody takes them for those of LoadGen. */
    private static final String PREFIX = "loadharness_schedule_";

    private static final DateTimeFormatter DATETIME = DateTimeFormatter.ofPattern("yyyy-MM-dd'T'HH:mm:ss'_'");

    private final LogSettings settings;
    private final Path directory;
    private final LogFiles paths;
    private final FileChannel summary;
    private final FileChannel detail;

    private RunFiles(LogSettings settings) throws IOException {
        this.settings = settings;
        directory =
                Files.createDirectories(settings.directory().toAbsolutePath().normalize());
        String usual = LogSettings.in(directory).prefix();
        String prefix = (settings.prefix().equals(usual) ? PREFIX : settings.prefix())
                + (settings.prefixWithDatetime() ? DATETIME.format(LocalDateTime.now(ZoneId.systemDefault())) : "");
        paths = LogFiles.in(directory, prefix, settings.suffix());
        summary = open(paths.summary());
        try {
            detail = open(paths.detail());
        } catch (Throwable e) {
            summary.close();
            throw e;
        }
    }

    /**
     * Makes the directory and claims the files.
     *
     * @throws IllegalArgumentException if they cannot be written, or another run writes them
     */
    static RunFiles claim(LogSettings settings) {
        if (settings.enableTrace()) {
            throw new IllegalArgumentException("a schedule writes no trace: leave enableTrace out of the log settings");
        }
        try {
            return new RunFiles(settings);
        } catch (IOException e) {
            throw new IllegalArgumentException(
                    "cannot write the results of the run to " + settings.directory() + ": " + trouble(e), e);
        }
    }

    private static FileChannel open(Path file) throws IOException {
        if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw new IllegalArgumentException(
                    file + " is no plain file: remove it, or give the run another directory or prefix");
        }
        FileChannel channel = FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() == null) {
                throw new OverlappingFileLockException();
            }
            return channel.truncate(0);
        } catch (OverlappingFileLockException e) {
            channel.close();
            throw new IllegalArgumentException(
                    "another run is writing " + file + ": give each run a directory or a prefix of its own", e);
        } catch (Throwable e) {
            channel.close();
            throw e;
        }
    }

    /** Why a file cannot be written, in words. */
    static String trouble(IOException e) {
        if (e instanceof FileSystemException file && file.getReason() == null) {
            return e.getClass().getSimpleName().replaceAll("Exception$", "").replaceAll("(?<=[a-z])(?=[A-Z])", " ")
                    + ", " + file.getFile();
        }
        return e.getMessage() == null ? e.toString() : e.getMessage();
    }

    LogFiles paths() {
        return paths;
    }

    Path directory() {
        return directory;
    }

    /**
     * Writes both, and lets go of them whether that works or not.
     *
     * @throws IOException if not all of it could be written
     */
    void write(String summaryText, SampleTable table) throws IOException {
        try (FileChannel one = summary;
                FileChannel other = detail) {
            write(one, out -> out.print(summaryText));
            write(other, out -> SampleRows.print(out, table));
        }
        if (settings.copySummaryToStdout()) {
            System.out.print(summaryText);
        }
        if (settings.copyDetailToStdout()) {
            SampleRows.print(System.out, table);
        }
    }

    private interface Content {
        void printTo(PrintStream out);
    }

    private static void write(FileChannel file, Content content) throws IOException {
        PrintStream out = new PrintStream(Channels.newOutputStream(file), false, StandardCharsets.UTF_8);
        content.printTo(out);
        if (out.checkError()) {
            throw new IOException("the disk took not all of it");
        }
    }
}
