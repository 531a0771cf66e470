// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.record.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of one run and the files in it, beside those of the load generator.
 *
 * @param path where it is
 */
public record RunFolder(Path path) {

    /** What became of each sample, written while the run goes on. */
    public Path records() {
        return path.resolve("records.cbor");
    }

    /** What the servers said of themselves, written while the run goes on; missing if nobody asked them. */
    public Path serverMetrics() {
        return path.resolve("server-metrics.jsonl");
    }

    /** What was to be run, written before it. */
    public Path description() {
        return path.resolve("run.json");
    }

    /** How it ended, written after it; missing if the process was killed. */
    public Path outcome() {
        return path.resolve("outcome.json");
    }

    /** Files as paths that count from this folder, with slashes. */
    public List<String> relative(List<Path> files) {
        Path here = path.toAbsolutePath().normalize();
        return files.stream()
                .map(each -> here.relativize(each.toAbsolutePath().normalize()))
                .map(each -> each.toString().replace(each.getFileSystem().getSeparator(), "/"))
                .toList();
    }

    /** Writes what is about to be run. */
    public void write(RunDescription description) throws IOException {
        Files.createDirectories(path);
        RunJson.write(description(), description);
    }

    /** Writes how the run ended. */
    public void write(RunOutcome outcome) throws IOException {
        RunJson.write(outcome(), outcome);
    }

    /**
     * Opens the records; the caller closes them.
     *
     * @throws ReportException if there are none
     */
    public RecordReader openRecords() throws IOException {
        try {
            return RecordReader.open(records());
        } catch (NoSuchFileException e) {
            throw lacking(records(), e);
        }
    }

    /** That a file is not there, and where there is a run instead. */
    ReportException lacking(Path file, NoSuchFileException cause) {
        return new ReportException(
                path + " is not the folder of a run: it has no " + file.getFileName()
                        + inside().map(run -> "; " + run + " is one").orElse(""),
                cause);
    }

    /** The first run in a folder of this one, where several scenarios or the stages of a sweep are. */
    private Optional<Path> inside() {
        try (Stream<Path> folders = Files.list(path)) {
            return folders.sorted()
                    .filter(each -> Files.exists(new RunFolder(each).description()))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
