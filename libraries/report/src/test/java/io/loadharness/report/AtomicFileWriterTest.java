// SPDX-License-Identifier: Apache-2.0
package io.loadharness.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileWriterTest {

    @TempDir
    Path folder;

    private Path file;

    @BeforeEach
    void before() throws IOException {
        file = Files.writeString(folder.resolve("report.html"), "before");
    }

    private static AtomicFileWriter.Content text(String text) {
        return out -> out.write(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void aFailureKeepsTheOldFile() {
        assertThatThrownBy(() -> AtomicFileWriter.write(file, out -> {
                    out.write(1);
                    throw new IOException("the disk is full");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage(file + " cannot be written: the disk is full");

        assertThat(folder.toFile().list()).hasSize(1);
        assertThat(file).hasContent("before");
    }

    @Test
    void twoWritersOfOneFileDoNotInterfere() throws IOException {
        AtomicFileWriter.write(file, out -> {
            text("the first").writeTo(out);
            AtomicFileWriter.write(file, text("the second"));
            assertThat(file).hasContent("the second");
        });

        assertThat(file).hasContent("the first");
        assertThat(folder.toFile().list()).hasSize(1);
    }

    @Test
    void linksAreWrittenThrough() throws IOException {
        Path link = Files.createSymbolicLink(folder.resolve("link.html"), file);

        AtomicFileWriter.write(link, text("new"));

        assertThat(link).isSymbolicLink();
        assertThat(file).hasContent("new");
    }

    @Test
    void aMissingFolderIsReported() {
        Path lost = folder.resolve("missing").resolve("report.html");

        assertThatThrownBy(() -> AtomicFileWriter.write(lost, text("")))
                .isInstanceOf(NoSuchFileException.class)
                .hasMessage(lost.toString());
    }
}
