package io.loadharness.dataset;

import java.nio.file.Files;
import java.nio.file.Path;

/** What can be read more than once, from any place on, and ends. */
final class RegularFile {

    private RegularFile() {}

    /** Checks that what there is of that name, if there is anything, is one. */
    static void require(Path file) throws DatasetException {
        if (Files.isDirectory(file)) {
            throw DatasetException.of(file + " is a folder, and a data set is a file");
        } else if (Files.exists(file) && !Files.isRegularFile(file)) {
            throw DatasetException.of(file + " is a pipe or a device, and a data set is a file: write it into one");
        }
    }
}
