// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.FileInputStream;
import java.io.IOException;
import java.nio.file.FileSystemException;
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
    void namesTheTemporaryFolderAndTheRemedy() {
        String file = folder.resolve("library.so").toString();

        assertThat(FileErrors.inTemporaryFolder(new FileSystemException(file, null, "No space left on device")))
                .isEqualTo("the temporary folder " + System.getProperty("java.io.tmpdir") + " cannot be used (" + file
                        + ": No space left on device): set another one, for example"
                        + " JAVA_TOOL_OPTIONS=-Djava.io.tmpdir=FOLDER");
    }

    @Test
    void keepsTheMessageOfAStreamThatCannotBeOpened() {
        IOException thrown =
                catchThrowableOfType(IOException.class, () -> new FileInputStream(folder.toFile()).close());

        assertThat(FileErrors.describe(thrown)).isEqualTo(folder + " (Is a directory)");
    }

    @Test
    void namesNoFolderIfAllFoldersExist() {
        Path file = folder.resolve("log.txt");

        assertThat(FileErrors.describe(new NoSuchFileException(file.toString())))
                .isEqualTo(file + " cannot be created");
    }
}
