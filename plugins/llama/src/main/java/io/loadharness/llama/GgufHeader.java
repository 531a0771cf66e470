// SPDX-License-Identifier: Apache-2.0
package io.loadharness.llama;

import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;

/**
 * Reads the header of a GGUF file to its end. For some damaged headers, llama.cpp would end the process, or print to the standard error
 * instead of its log.
 */
final class GgufHeader {

    private static final int MAGIC = 0x46554747; // "GGUF"
    private static final int MIN_VERSION = 2; // the first one with 64-bit sizes
    private static final int STRING = 8;
    private static final int ARRAY = 9;
    private static final int MAX_DIMENSIONS = 4;
    private static final int MAX_TEXT = 1 << 20;
    private static final String TOKENS = "tokenizer.ggml.tokens";

    /** The sizes of values by their type; 0 for strings and arrays. */
    private static final int[] SIZES = {1, 1, 2, 2, 4, 4, 4, 1, 0, 0, 8, 8, 8};

    private final DataInputStream in;

    private GgufHeader(DataInputStream in) {
        this.in = in;
    }

    /**
     * Checks that a file has a complete header.
     *
     * @throws IOException if the file is missing, has another format, or is damaged; the message is one sentence
     */
    static void check(Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new IOException("there is no model file " + file);
        }
        try (DataInputStream in = new DataInputStream(new BufferedInputStream(Files.newInputStream(file)))) {
            if (in.available() < Integer.BYTES || Integer.reverseBytes(in.readInt()) != MAGIC) {
                throw new IOException(
                        file + " is not a GGUF file: convert the model with llama.cpp's convert_hf_to_gguf.py");
            }
            new GgufHeader(in).read();
        } catch (EOFException e) {
            throw new IOException(
                    "cannot load " + file + ": its header is truncated or damaged; copy or download the file again", e);
        }
    }

    private void read() throws IOException {
        int version = number();
        if (version < MIN_VERSION) {
            throw new IOException("the file has version " + version
                    + " of GGUF, which llama.cpp cannot read: convert the model again");
        }
        long tensors = size();
        long entries = size();
        for (long i = 0; i < entries; i++) {
            String key = text();
            if (key.isEmpty()) {
                throw new EOFException();
            }
            if (key.equals(TOKENS)) {
                tokens();
            } else {
                value(number());
            }
        }
        for (long i = 0; i < tensors; i++) {
            skip(size());
            int dimensions = number();
            if (dimensions < 0 || dimensions > MAX_DIMENSIONS) {
                throw new EOFException();
            }
            skip((long) dimensions * Long.BYTES + Integer.BYTES + Long.BYTES);
        }
    }

    /** Reads the vocabulary. A token that occurs twice would end the process, since llama.cpp asserts that there is none. */
    private void tokens() throws IOException {
        if (number() != ARRAY || number() != STRING) {
            throw new EOFException();
        }
        long count = size();
        Set<String> tokens = new HashSet<>();
        for (long i = 0; i < count; i++) {
            String token = text();
            if (!token.isEmpty() && !tokens.add(token)) {
                throw new IOException("the vocabulary of the model contains a token twice, at position " + i
                        + ": copy or download the file again");
            }
        }
    }

    private String text() throws IOException {
        long length = size();
        if (length > MAX_TEXT) {
            throw new EOFException();
        }
        byte[] bytes = in.readNBytes((int) length);
        if (bytes.length < length) {
            throw new EOFException();
        }
        return new String(bytes, StandardCharsets.ISO_8859_1); // keeps each byte, also if it is not UTF-8
    }

    private void value(int type) throws IOException {
        if (type == STRING) {
            skip(size());
        } else if (type == ARRAY) {
            array(number(), size());
        } else {
            skip(sizeOf(type));
        }
    }

    private void array(int type, long count) throws IOException {
        if (type != STRING) {
            skip(count <= Long.MAX_VALUE / Long.BYTES ? count * sizeOf(type) : Long.MAX_VALUE);
            return;
        }
        for (long i = 0; i < count; i++) {
            skip(size());
        }
    }

    private static int sizeOf(int type) throws IOException {
        if (type < 0 || type >= SIZES.length || SIZES[type] == 0) {
            throw new EOFException();
        }
        return SIZES[type];
    }

    private int number() throws IOException {
        return Integer.reverseBytes(in.readInt());
    }

    private long size() throws IOException {
        long size = Long.reverseBytes(in.readLong());
        if (size < 0) {
            throw new EOFException();
        }
        return size;
    }

    private void skip(long bytes) throws IOException {
        in.skipNBytes(bytes);
    }
}
