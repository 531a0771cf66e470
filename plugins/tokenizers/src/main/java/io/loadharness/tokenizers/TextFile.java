// SPDX-License-Identifier: Apache-2.0
package io.loadharness.tokenizers;

import io.loadharness.internal.FileErrors;
import java.io.IOException;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;

/** Reads text files. */
final class TextFile {

    private static final String LFS_POINTER = "version https://git-lfs";

    private TextFile() {}

    /**
     * Reads the whole file.
     *
     * @throws IllegalArgumentException if the file cannot be read; the message suggests a remedy
     */
    static String read(Path file) {
        try {
            String text = Files.readString(file, StandardCharsets.UTF_8);
            if (text.startsWith(LFS_POINTER)) {
                throw new IllegalArgumentException(
                        file + " is only a pointer to a file in Git LFS: fetch the file with \"git lfs pull\"");
            }
            return text;
        } catch (CharacterCodingException e) {
            throw new IllegalArgumentException(file + " is not UTF-8 text: download it again", e);
        } catch (NoSuchFileException e) {
            throw new IllegalArgumentException(file + " does not exist", e);
        } catch (IOException e) {
            throw new IllegalArgumentException(file + " cannot be read: " + FileErrors.describe(e), e);
        } catch (OutOfMemoryError e) {
            throw new IllegalArgumentException(file + " is too large to be read", e);
        }
    }
}
