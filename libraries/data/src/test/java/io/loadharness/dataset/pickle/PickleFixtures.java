// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import io.loadharness.dataset.DatasetSource;
import io.loadharness.dataset.RowSink;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** Finds and reads the files that {@code make_pickles.py} wrote. */
final class PickleFixtures {

    private static final Path FOLDER = folder();

    private PickleFixtures() {}

    static Path of(String name) {
        return FOLDER.resolve(name);
    }

    /** Returns the files that hold a table, as paths relative to the folder. */
    static List<String> tables() {
        return all().filter(name -> !name.startsWith("malicious") && !name.contains("refused"))
                .toList();
    }

    /** Returns all files, valid or not. */
    static Stream<String> all() {
        try (Stream<Path> files = Files.walk(FOLDER)) {
            return files
                    .map(file -> FOLDER.relativize(file).toString())
                    .filter(name -> name.endsWith(".pkl"))
                    .sorted()
                    .toList()
                    .stream();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    static byte[] bytes(String name) throws IOException {
        return Files.readAllBytes(of(name));
    }

    static void read(byte[] content, RowSink rows) throws IOException {
        new PickleFormat().read(new Content(content), rows);
    }

    private static Path folder() {
        try {
            URI uri = PickleFixtures.class.getResource("/dataset/pickle").toURI();
            return Path.of(uri);
        } catch (URISyntaxException e) {
            throw new AssertionError(e);
        }
    }

    private static final class Content implements DatasetSource {

        private final byte[] content;

        Content(byte[] content) {
            this.content = content;
        }

        @Override
        public InputStream open() {
            return new ByteArrayInputStream(content);
        }

        @Override
        public Path file() {
            throw new AssertionError("a pickle must be read as a stream");
        }
    }
}
