// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cli.target;

import io.loadharness.http.Secret;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads a file with a header in each line, {@code Name: value}. Error messages never contain the content of the file. */
final class HeaderFile {

    private HeaderFile() {}

    /**
     * Returns the values by header name, in the order of the file.
     *
     * @throws IllegalArgumentException if a line is not a header, or a header is repeated; the message gives the line number
     */
    static Map<String, String> read(Path file) {
        Map<String, String> headers = new LinkedHashMap<>();
        List<String> lines = lines(file);
        for (int i = 0; i < lines.size(); i++) {
            String line = lines.get(i).strip();
            int colon = line.indexOf(':');
            if (line.isEmpty() || line.startsWith("#")) {
                continue;
            }
            if (colon < 1 || line.substring(0, colon).contains("=")) {
                throw new IllegalArgumentException(file + " line " + (i + 1)
                        + " must be a header, for example Authorization: Bearer abc; the line is not shown, because"
                        + " it may be secret");
            }
            if (headers.put(
                            line.substring(0, colon).strip(),
                            line.substring(colon + 1).strip())
                    != null) {
                throw new IllegalArgumentException(
                        file + " line " + (i + 1) + " repeats a header: write each header once");
            }
        }
        if (headers.isEmpty()) {
            throw new IllegalArgumentException(
                    file + " must contain a header, for example Authorization: Bearer abc: it has none");
        }
        return headers;
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " must be a text file in UTF-8", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(Secret.unreadable("header", file), e);
        }
    }
}
