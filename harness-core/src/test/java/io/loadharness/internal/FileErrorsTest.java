// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileErrorsTest {

    @TempDir
    Path folder;

    @Test
    void namesTheFirstMissingFolder() {
        Path file = folder.resolve("a/b/log.txt");
        IOException thrown = catchThrowableOfType(IOException.class, () -> Files.writeString(file, ""));

        assertThat(FileErrors.describe(thrown))
                .isEqualTo(file + " cannot be created: the folder " + folder.resolve("a") + " does not exist");
    }

    @Test
    void namesNoFolderIfAllFoldersExist() {
        Path file = folder.resolve("log.txt");

        assertThat(FileErrors.describe(new NoSuchFileException(file.toString())))
                .isEqualTo(file + " cannot be created");
    }
}
