// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** Fills the folder with the results of a run on this machine. */
final class ResultFolder {

    /** The file that each folder of a run contains. */
    private static final String RECORDS = "records.cbor";

    /** Writes files to a folder. */
    @FunctionalInterface
    interface Writer {

        /** Writes all files, or throws an exception. */
        void write(Path folder) throws IOException, InterruptedException;
    }

    private ResultFolder() {}

    /**
     * Fills a folder with all files of a writer, or with none of them. The files are first in a subfolder.
     *
     * @throws IOException if the writer fails, or if the files would replace the records of an earlier run
     */
    static void fill(Path folder, Writer writer) throws IOException, InterruptedException {
        Path part = Files.createDirectories(folder.resolve("copy-" + UUID.randomUUID()));
        try {
            writer.write(part);
            move(part, folder);
        } finally {
            delete(part);
        }
    }

    private static void move(Path source, Path folder) throws IOException {
        List<Path> all = tree(source);
        for (Path each : all) {
            Path target = folder.resolve(source.relativize(each));
            if (each.endsWith(RECORDS) && Files.exists(target)) {
                throw new IOException(target + " has the records of an earlier run: choose another folder");
            }
        }
        for (Path each : all) {
            Path target = folder.resolve(source.relativize(each));
            if (Files.isDirectory(each)) {
                Files.createDirectories(target);
            } else {
                Files.move(each, target, StandardCopyOption.REPLACE_EXISTING);
            }
        }
    }

    /** Returns a folder and everything in it. Each folder comes before its content. */
    private static List<Path> tree(Path folder) throws IOException {
        try (Stream<Path> all = Files.walk(folder)) {
            return all.toList();
        }
    }

    private static void delete(Path folder) throws IOException {
        List<Path> all = new ArrayList<>(tree(folder));
        Collections.reverse(all);
        for (Path each : all) {
            Files.delete(each);
        }
    }
}
