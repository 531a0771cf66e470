// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A request to run slices: the arguments and the input files of the {@link SliceProgram} in each worker. {@link #toString} shows only the
 * number of arguments and the number of files.
 *
 * @param arguments the arguments
 * @param inputs the input files; each worker receives a copy that only the user of the worker process can read
 */
public record SliceRequest(List<String> arguments, List<Input> inputs) {

    public SliceRequest {
        arguments = List.copyOf(arguments);
        inputs = List.copyOf(inputs);
    }

    @Override
    public String toString() {
        return arguments.size() + " arguments, " + inputs.size() + " files";
    }

    /** A file that is sent to each worker. Immutable. */
    public static final class Input {

        /** A source of bytes. */
        @FunctionalInterface
        private interface Source {

            InputStream open() throws IOException;
        }

        private final String path;
        private final long size;
        private final Source source;

        private Input(String path, long size, Source source) {
            SlicePaths.check(path);
            this.path = path;
            this.size = size;
            this.source = source;
        }

        /**
         * Returns an input with the content of a file on this machine.
         *
         * @param path the path of the copy, relative to the folder of all inputs
         */
        public static Input of(String path, Path file) throws IOException {
            return new Input(path, Files.size(file), () -> Files.newInputStream(file));
        }

        /**
         * Returns an input with a text, such as a secret.
         *
         * @param path the path of the copy, relative to the folder of all inputs
         */
        public static Input of(String path, String text) {
            byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
            return new Input(path, bytes.length, () -> new ByteArrayInputStream(bytes));
        }

        /** Returns the path of the copy, relative to the folder of all inputs. */
        public String path() {
            return path;
        }

        long size() {
            return size;
        }

        InputStream open() throws IOException {
            return source.open();
        }

        @Override
        public String toString() {
            return path;
        }
    }
}
