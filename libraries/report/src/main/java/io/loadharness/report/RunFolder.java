// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import io.loadharness.accuracy.AccuracyResult;
import io.loadharness.record.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The folder of a run and the files that LoadHarness writes to it. LoadGen's own files are in the same folder.
 *
 * <pre>{@code
 * RunFolder folder = new RunFolder(Path.of("results/latest"));
 * try (RecordReader records = folder.openRecords()) {
 *     System.out.println(records.next());
 * }
 * }</pre>
 *
 * @param path the path of the folder
 */
public record RunFolder(Path path) {

    /** Returns the file with the record of each sample. The file is written during the run. */
    public Path records() {
        return path.resolve("records.cbor");
    }

    /** Returns the file with the server metrics. The file is written during the run, and is missing if server metrics were not scraped. */
    public Path serverMetrics() {
        return path.resolve("server-metrics.jsonl");
    }

    /** Returns the file with the settings of the run. The file is written before the run. */
    public Path description() {
        return path.resolve("run.json");
    }

    /** Returns the file with the outcome. The file is written after the run, and is missing if the process was killed. */
    public Path outcome() {
        return path.resolve("outcome.json");
    }

    /** Returns the file with the accuracy. The file is missing if the accuracy was not computed. */
    public Path accuracy() {
        return path.resolve(AccuracyResult.FILE_NAME);
    }

    /** Returns the paths of files relative to this folder, with slashes. */
    public List<String> relative(List<Path> files) {
        Path here = path.toAbsolutePath().normalize();
        return files.stream()
                .map(each -> here.relativize(each.toAbsolutePath().normalize()))
                .map(each -> each.toString().replace(each.getFileSystem().getSeparator(), "/"))
                .toList();
    }

    /**
     * Returns this folder with a path that has no symbolic links. If a link changes later, the path still leads to the same folder. Returns
     * this object if its path has no links. Parts of the path that do not exist are kept.
     */
    public RunFolder resolveLinks() throws IOException {
        Path absolute = path.toAbsolutePath();
        Path existing = absolute;
        while (!Files.exists(existing) && existing.getParent() != null) {
            existing = existing.getParent();
        }
        Path real = existing.toRealPath();
        for (int i = existing.getNameCount(); i < absolute.getNameCount(); i++) {
            real = real.resolve(absolute.getName(i));
        }
        real = real.normalize();
        return real.equals(absolute.normalize()) ? this : new RunFolder(real);
    }

    /** Creates the folder and writes the settings of a run. */
    public void write(RunDescription description) throws IOException {
        Files.createDirectories(path);
        RunJson.write(description(), description);
    }

    /**
     * Reads the settings of a run.
     *
     * @throws ReportException if the folder has no readable settings
     */
    public RunDescription readDescription() throws IOException {
        return RunJson.read(description(), RunDescription.class);
    }

    /** Writes the outcome of the run. */
    public void write(RunOutcome outcome) throws IOException {
        RunJson.write(outcome(), outcome);
    }

    /**
     * Opens the records. The caller closes the reader.
     *
     * @throws ReportException if the folder has no records
     */
    public RecordReader openRecords() throws IOException {
        try {
            return RecordReader.open(records());
        } catch (NoSuchFileException e) {
            throw missing(records(), e);
        }
    }

    /** Returns the exception for a missing file. The message suggests a subfolder that contains a run, if there is one. */
    ReportException missing(Path file, NoSuchFileException cause) {
        if (Files.notExists(path)) {
            return new ReportException(path + " does not exist: give the folder of a run", cause);
        }
        return new ReportException(
                path + " is not the folder of a run: it has no " + file.getFileName()
                        + firstRunInside()
                                .map(run -> "; did you mean " + run + "?")
                                .orElse(""),
                cause);
    }

    /** Returns the first subfolder that contains a run, such as a scenario or a stage of a sweep; empty if there is no such subfolder. */
    private Optional<Path> firstRunInside() {
        try (Stream<Path> folders = Files.list(path)) {
            return folders.sorted()
                    .filter(each -> Files.exists(new RunFolder(each).description()))
                    .findFirst();
        } catch (IOException e) {
            return Optional.empty();
        }
    }
}
