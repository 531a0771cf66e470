// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfTextTest {

    @TempDir
    private Path directory;

    private Path file;

    @BeforeEach
    void createFile() {
        file = directory.resolve("user.conf");
    }

    @Test
    void rejectsAMissingFile() {
        assertRefused("does not exist");
    }

    @Test
    void rejectsADirectory() throws IOException {
        Files.createDirectory(file);
        assertRefused("is not a regular file");
    }

    @Test
    void rejectsAFileWithoutReadPermission() throws IOException {
        Files.writeString(file, "# mine");
        assumeThat(file.toFile().setReadable(false) && !Files.isReadable(file)).isTrue();
        assertRefused("cannot be read; check its permissions");
    }

    @Test
    void rejectsAFileThatIsTooLarge() throws IOException {
        try (RandomAccessFile huge = new RandomAccessFile(file.toFile(), "rw")) {
            huge.setLength(100L << 20);
        }
        assertRefused("is too large: a configuration file has at most 1048576 bytes");
    }

    @Test
    void rejectsOtherEncodings() throws IOException {
        Files.write(file, "# Größe".getBytes(StandardCharsets.ISO_8859_1));
        assertRefused("is not text in UTF-8");
        Files.writeString(file, "# a", StandardCharsets.UTF_16LE);
        assertRefused("U+0000");
        Files.writeString(file, "\ufeff# a");
        assertRefused("byte order mark");
    }

    @ParameterizedTest
    @CsvSource({"0, U+0000", "11, U+000B", "12, U+000C", "13, U+000D", "133, U+0085", "8232, U+2028"})
    void rejectsInvisibleCharacters(int character, String name) throws IOException {
        Files.writeString(file, "# one\n# t" + (char) character + "wo\n");
        assertRefused("line 2: the character " + name);
    }

    @Test
    void allowsAnyLanguageInCommentsOnly() throws IOException {
        Files.writeString(file, "# Größe 测试\n");
        assertThat(ConfText.read(file).lines()).containsExactly("# Größe 测试", "");
        Files.writeString(file, "*.*.mode\u00a0= 1");
        assertRefused("line 1: the character U+00A0");
    }

    private void assertRefused(String problem) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> ConfText.read(file))
                .withMessageStartingWith(file.toString())
                .withMessageContaining(problem);
    }
}
