// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/** The lines of a configuration file, without line feeds. A line can end with a carriage return, because LoadGen accepts LF and CRLF. */
record ConfText(Path file, List<String> lines) {

    private static final int MAX_BYTES = 1 << 20;
    private static final int BYTE_ORDER_MARK = 0xFEFF;

    /** Reads a file; throws an exception with the reason if it is not a readable text file. */
    static ConfText read(Path file) {
        if (!Files.exists(file)) {
            throw new IllegalArgumentException(file + " does not exist");
        }
        if (!Files.isRegularFile(file)) {
            throw new IllegalArgumentException(file + " is not a regular file");
        }
        ConfText text = new ConfText(file, List.of(decoded(file, bytes(file)).split("\n", -1)));
        for (int line = 1; line <= text.lines.size(); line++) {
            text.requireReadable(line);
        }
        return text;
    }

    /** Creates an exception for a problem on a line. The first line has the number 1. */
    IllegalArgumentException problem(int line, String what) {
        return new IllegalArgumentException(file + ", line " + line + ": " + what);
    }

    private static byte[] bytes(Path file) {
        byte[] bytes;
        try (InputStream in = Files.newInputStream(file)) {
            bytes = in.readNBytes(MAX_BYTES + 1);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read; check its permissions", e);
        }
        if (bytes.length > MAX_BYTES) {
            throw new IllegalArgumentException(
                    file + " is too large: a configuration file has at most " + MAX_BYTES + " bytes");
        }
        return bytes;
    }

    private static String decoded(Path file, byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " is not text in UTF-8", e);
        }
    }

    private void requireReadable(int line) {
        String text = lines.get(line - 1);
        boolean comment = text.stripLeading().startsWith("#");
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            boolean lineEnd = c == '\r' && i == text.length() - 1;
            if (line == 1 && i == 0 && c == BYTE_ORDER_MARK) {
                throw problem(line, "the file starts with a byte order mark; save it as UTF-8 without one");
            }
            if ((isUnseen(c) && !lineEnd) || (c > '~' && !comment)) {
                throw problem(line, "the character U+%04X is not allowed here".formatted((int) c));
            }
        }
    }

    private static boolean isUnseen(char c) {
        int type = Character.getType(c);
        boolean breaksLines = type == Character.LINE_SEPARATOR || type == Character.PARAGRAPH_SEPARATOR;
        return breaksLines || (type == Character.CONTROL && c != '\t');
    }
}
