// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * Reads YAML 1.1, in which {@code yes} is a flag and {@code 010} is 8, as Python's libraries do. One document with a map at its top.
 * Refused are keys that are there twice, tags of programming languages, anchors that contain themselves or multiply, and more than 1 MiB.
 */
public final class Yaml {

    private static final int MOST_BYTES = 1 << 20;

    private Yaml() {}

    /**
     * Reads a file as text, for those who replace something in it before it is parsed.
     *
     * @throws YamlException if it is not there, too large or not UTF-8
     * @throws IOException if it cannot be read
     */
    public static String text(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new YamlException(file + " does not exist");
        }
        if (Files.isDirectory(file)) {
            throw new YamlException(new Origin(file.toString(), 0), "is a folder and must be a file of YAML");
        }
        if (Files.size(file) > MOST_BYTES) {
            throw new YamlException(
                    new Origin(file.toString(), 0), "has more than 1 MiB, and no settings are that long");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new YamlException(file + ": is not UTF-8, so it is no text", e);
        }
    }

    /**
     * Parses a file.
     *
     * @throws YamlException if it is no YAML, or not such as is read here; says where and why
     * @throws IOException if it cannot be read
     */
    public static YamlMap read(Path file) throws IOException {
        return parse(file.toString(), text(file));
    }

    /**
     * Parses a text.
     *
     * @param source what messages call it
     * @throws YamlException if it is no YAML, or not such as is read here; says where and why
     */
    public static YamlMap parse(String source, String text) {
        return new YamlTree(source, each -> {
                    throw each;
                })
                .parse(text);
    }

    /**
     * The same, but of a key that is there twice the last value counts, as it does in Python.
     *
     * @param remarks takes a sentence on each of these keys
     */
    public static YamlMap parseRepeating(String source, String text, Consumer<String> remarks) {
        return new YamlTree(source, each -> remarks.accept(each.getMessage() + ": its last value counts")).parse(text);
    }
}
