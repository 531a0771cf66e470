// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmark;

import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;

/** Moves profiler files to the folders of the runs. All profilers write to one common folder. Not thread-safe. */
final class ProfileFiles {

    static final String FOLDER = "profiles";

    private final Path folder;
    private final Set<Path> reported = new HashSet<>();

    ProfileFiles(Path folder) {
        this.folder = folder;
    }

    /** Moves the profiler files of a server to the folder of a run, and returns their new paths. */
    List<Path> collect(Path output, RunFolder run) throws IOException {
        Path to = run.path().toAbsolutePath().resolve(FOLDER).resolve(output.getFileName());
        if (!to.equals(output)) {
            for (Path each : entries(output)) {
                Files.createDirectories(to);
                Files.move(each, to.resolve(each.getFileName()));
            }
        }
        List<Path> files = files(to);
        reported.addAll(files);
        return files;
    }

    /** Returns the files that were written after the last {@link #collect}. */
    List<Path> late() throws IOException {
        List<Path> late = new ArrayList<>();
        for (Path each : entries(folder)) {
            if (Files.isDirectory(each)) {
                late.addAll(files(each));
            }
        }
        late.removeAll(reported);
        return late;
    }

    /** Deletes the common folder and its subfolders if they are empty. */
    void deleteEmpty() {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
                        && entries(each).isEmpty()) {
                    Files.delete(each);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // the folder does not exist, or an empty folder remains; both are harmless
        }
    }

    private static List<Path> entries(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.sorted().toList();
        }
    }

    private static List<Path> files(Path folder) throws IOException {
        if (!Files.isDirectory(folder)) {
            return List.of();
        }
        try (Stream<Path> all = Files.walk(folder)) {
            return all.filter(Files::isRegularFile).sorted().toList();
        }
    }
}
