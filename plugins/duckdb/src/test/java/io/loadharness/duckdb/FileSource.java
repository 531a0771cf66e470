package io.loadharness.duckdb;

import io.loadharness.dataset.FileStart;
import io.loadharness.dataset.Source;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A file that is not packed. */
record FileSource(Path file) implements Source {

    @Override
    public InputStream open() throws IOException {
        return Files.newInputStream(file);
    }

    FileStart start() throws IOException {
        try (InputStream in = open()) {
            return new FileStart(in.readNBytes(1 << 16), file.getFileName().toString());
        }
    }
}
