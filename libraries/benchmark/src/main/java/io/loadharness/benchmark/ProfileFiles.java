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

/** What profilers leave in the folder that is theirs for the whole command, and where it goes from there. For one thread. */
final class ProfileFiles {

    static final String FOLDER = "profiles";

    private final Path folder;
    private final Set<Path> told = new HashSet<>();

    ProfileFiles(Path folder) {
        this.folder = folder;
    }

    /** Moves what a server's profiler has left into the folder of a run, and lists it there. */
    List<Path> collect(Path output, RunFolder run) throws IOException {
        Path to = run.path().toAbsolutePath().resolve(FOLDER).resolve(output.getFileName());
        if (!to.equals(output)) {
            for (Path each : entries(output)) {
                Files.createDirectories(to);
                Files.move(each, to.resolve(each.getFileName()));
            }
        }
        List<Path> files = files(to);
        told.addAll(files);
        return files;
    }

    /** What has come since. */
    List<Path> late() throws IOException {
        List<Path> late = new ArrayList<>();
        for (Path each : entries(folder)) {
            if (Files.isDirectory(each)) {
                late.addAll(files(each));
            }
        }
        late.removeAll(told);
        return late;
    }

    /** Deletes it, and folders in it, where nothing was left. */
    void deleteEmpty() {
        try (Stream<Path> all = Files.walk(folder)) {
            for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
                if (Files.isDirectory(each, LinkOption.NOFOLLOW_LINKS)
                        && entries(each).isEmpty()) {
                    Files.delete(each);
                }
            }
        } catch (IOException | UncheckedIOException e) {
            // there is none, or an empty one stays, which is in nobody's way
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
