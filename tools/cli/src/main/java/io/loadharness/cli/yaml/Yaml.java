// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.yaml;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.Consumer;

/**
 * A reader of YAML 1.1. As in Python's libraries, {@code yes} is a boolean and {@code 010} is 8. A file must contain one document with a
 * map at its top. The reader rejects repeated keys, tags of programming languages, anchors that contain themselves, aliases that expand to
 * too many values, and files larger than 1 MiB.
 */
public final class Yaml {

    private static final int MAX_BYTES = 1 << 20;

    private Yaml() {}

    /**
     * Reads the text of a file, for callers that change it before parsing.
     *
     * @throws YamlException if the file does not exist, is too large or is not UTF-8
     * @throws IOException if the file cannot be read
     */
    public static String text(Path file) throws IOException {
        if (!Files.exists(file)) {
            throw new YamlException(file + " does not exist");
        }
        if (Files.isDirectory(file)) {
            throw new YamlException(new SourceLocation(file.toString(), 0), "must be a YAML file: got a folder");
        }
        if (Files.size(file) > MAX_BYTES) {
            throw new YamlException(new SourceLocation(file.toString(), 0), "is larger than the maximum of 1 MiB");
        }
        try {
            return Files.readString(file);
        } catch (CharacterCodingException e) {
            throw new YamlException(file + ": is not UTF-8 text", e);
        }
    }

    /**
     * Parses a file.
     *
     * @throws YamlException if the file is not supported YAML; the message gives the line number and the reason
     * @throws IOException if the file cannot be read
     */
    public static YamlMap read(Path file) throws IOException {
        return parse(file.toString(), text(file));
    }

    /**
     * Parses a string.
     *
     * @param source the name of the text in messages
     * @throws YamlException if the text is not supported YAML; the message gives the line number and the reason
     */
    public static YamlMap parse(String source, String text) {
        return new YamlTree(source, each -> {
                    throw each;
                })
                .parse(text);
    }

    /**
     * Parses a string that may have repeated keys. The last value of a repeated key is used, as in Python.
     *
     * @param warnings receives a sentence for each repeated key
     */
    public static YamlMap parseRepeating(String source, String text, Consumer<String> warnings) {
        return new YamlTree(source, each -> warnings.accept(each.getMessage() + ": the last value is used"))
                .parse(text);
    }
}
