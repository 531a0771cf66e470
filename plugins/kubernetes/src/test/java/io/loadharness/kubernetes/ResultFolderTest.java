// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ResultFolderTest {

    @TempDir
    Path folder;

    @Test
    void aFolderIsNotFilledInPart() {
        assertThatThrownBy(() -> ResultFolder.fill(folder, part -> {
                    Files.createFile(part.resolve("records.cbor"));
                    throw new IOException("the disk is full");
                }))
                .hasMessage("the disk is full");
        assertThat(folder).isEmptyDirectory();
    }

    @Test
    void aFolderIsFilledWithAllFiles() throws Exception {
        Files.writeString(folder.resolve("harness.log"), "of an earlier attempt");
        ResultFolder.fill(folder, part -> {
            Files.writeString(part.resolve("harness.log"), "text");
            Files.writeString(Files.createDirectories(part.resolve("server/a")).resolve("b"), "deep");
        });
        assertThat(folder.resolve("harness.log")).hasContent("text");
        assertThat(folder.resolve("server/a/b")).hasContent("deep");
        assertThat(folder).isDirectoryNotContaining("glob:**/copy-*");
    }

    @Test
    void recordsOfAnEarlierRunAreNotReplaced() throws Exception {
        Path earlier = Files.createDirectory(folder.resolve("server")).resolve("records.cbor");
        Files.writeString(earlier, "earlier");
        assertThatThrownBy(() -> ResultFolder.fill(folder, part -> {
                    Path records = Files.createDirectory(part.resolve("server")).resolve("records.cbor");
                    Files.writeString(records, "later");
                }))
                .isInstanceOf(IOException.class)
                .hasMessage(earlier + " has the records of an earlier run: choose another folder");
        assertThat(earlier).hasContent("earlier");
        assertThat(folder).isDirectoryNotContaining("glob:**/copy-*");
    }
}
