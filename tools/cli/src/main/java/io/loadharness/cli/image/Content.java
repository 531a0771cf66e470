// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.image;

import io.loadharness.internal.TarWriter;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** Bytes of known number that can be read several times: a file, a part of an archive, or an array. */
interface Content {

    /** Returns the number of bytes. */
    long size();

    /** Returns a stream of the bytes, which the caller closes. */
    InputStream open() throws IOException;

    /** Adds a file with this content to an archive. */
    default void addTo(TarWriter tar, String name, int mode) throws IOException {
        try (InputStream in = open()) {
            tar.file(name, mode, size(), in);
        }
    }

    /** Returns the content of a file. */
    static Content of(Path file) throws IOException {
        long size = Files.size(file);
        return new Content() {
            @Override
            public long size() {
                return size;
            }

            @Override
            public InputStream open() throws IOException {
                return Files.newInputStream(file);
            }
        };
    }

    /** Returns the content of an array. */
    static Content of(byte[] bytes) {
        return new Content() {
            @Override
            public long size() {
                return bytes.length;
            }

            @Override
            public InputStream open() {
                return new ByteArrayInputStream(bytes);
            }
        };
    }
}
