// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.image;

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
