package io.loadharness.cli.profiler;

import io.loadharness.report.RunFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
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
        if (!to.equals(output) && Files.isDirectory(output)) {
            Files.createDirectories(to);
            for (Path each : entries(output)) {
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
