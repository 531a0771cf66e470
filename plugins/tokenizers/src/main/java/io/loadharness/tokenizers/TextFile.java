// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files of text. */
final class TextFile {

    private static final String POINTER = "version https://git-lfs";

    private TextFile() {}

    /**
     * All of a file.
     *
     * @throws IllegalArgumentException if that cannot be read; says what to do
     */
    static String read(Path file) {
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            if (text.startsWith(POINTER)) {
                throw new IllegalArgumentException(
                        file + " only points to a file of Git LFS: fetch that by \"git lfs pull\"");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " is no text in UTF-8: download it again", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + e, e);
        } catch (OutOfMemoryError e) {
            throw new IllegalArgumentException(file + " is too large to be read", e);
        }
    }
}
