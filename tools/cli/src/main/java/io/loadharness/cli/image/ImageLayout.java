// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.image;

import io.loadharness.internal.TarWriter;
import java.io.BufferedOutputStream;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** The place where an image is written: a folder in the OCI image layout, or an archive of such a folder. */
interface ImageLayout extends Closeable {

    /** Writes a file, with slashes in its name. */
    void write(String name, Content content) throws IOException;

    /** Returns a new archive if the name ends with {@code .tar}, otherwise a new folder. */
    static ImageLayout create(Path output) throws IOException {
        return output.toString().endsWith(".tar") ? new Archive(output) : new Folder(output);
    }

    /** A folder. */
    record Folder(Path root) implements ImageLayout {

        @Override
        public void write(String name, Content content) throws IOException {
            Path file = root.resolve(name);
            Files.createDirectories(file.resolveSibling(""));
            try (InputStream in = content.open()) {
                Files.copy(in, file);
            }
        }

        @Override
        public void close() {
            // all files are complete
        }
    }

    /** An archive. */
    final class Archive implements ImageLayout {

        private final OutputStream out;
        private final TarWriter tar;

        Archive(Path file) throws IOException {
            out = new BufferedOutputStream(Files.newOutputStream(file), 1 << 16);
            tar = new TarWriter(out, 0);
        }

        @Override
        public void write(String name, Content content) throws IOException {
            content.addTo(tar, name, 0644);
        }

        @Override
        public void close() throws IOException {
            try {
                tar.end();
            } finally {
                out.close();
            }
        }
    }
}
