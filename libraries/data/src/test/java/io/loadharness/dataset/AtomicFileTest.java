// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files in a folder in which no file can be created, although its permissions allow it. */
class AtomicFileTest {

    @TempDir
    private Path temporary;

    private Path folder;

    @BeforeEach
    void createFolder() throws Exception {
        folder = Files.createDirectory(temporary.resolve("lost"));
    }

    @Test
    void anUnwritableFileIsNamedWithoutItsTemporaryPath() throws Exception {
        Path file = folder.resolve("x.jsonl");
        try (AtomicFile unfinished = new AtomicFile(file)) {
            Files.delete(folder);

            assertThatThrownBy(unfinished::open)
                    .isInstanceOf(DatasetException.class)
                    .hasMessage(sentence(file));
        }
    }

    @Test
    void anUnwritableArrayIsNamedWithoutItsTemporaryPath() {
        Path file = folder.resolve("x.npz");

        assertThatThrownBy(() -> WritableFormat.write(file, writer -> {
                    assertThat(folder.toFile().delete()).isTrue();
                    writer.integer(writer.column("input_ids"), 7);
                    writer.endRow();
                }))
                .isInstanceOf(DatasetException.class)
                .hasMessage(sentence(file));
    }

    private String sentence(Path file) {
        return file + " cannot be written: no file can be created in the folder " + folder
                + "; write to another folder";
    }
}
