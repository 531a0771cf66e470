package io.loadharness.report;

import io.loadharness.record.RecordReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

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

    /** What was to be run, written before it. */
    public Path description() {
        return path.resolve("run.json");
    }

    /** How it ended, written after it; missing if the process was killed. */
    public Path outcome() {
        return path.resolve("outcome.json");
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
            throw new ReportException(
                    path + " is not the folder of a run: it has no " + records().getFileName(), e);
        }
    }
}
