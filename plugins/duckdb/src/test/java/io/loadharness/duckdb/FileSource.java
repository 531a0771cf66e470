// SPDX-License-Identifier: Apache-2.0
package io.loadharness.duckdb;

import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.FileStart;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** A source for a file that is not compressed. */
record FileSource(Path file) implements DatasetSource {

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
