// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TarGzTest {

    @TempDir
    Path folder;

    private Path top;

    @BeforeEach
    void createFiles() throws IOException {
        top = Files.createDirectory(folder.resolve("top-1.0"));
        Files.createDirectories(top.resolve("bin"));
        Files.writeString(top.resolve("bin/start"), "#!/bin/sh\necho started\n");
        Files.createDirectories(top.resolve("lib"));
        Files.writeString(top.resolve("lib/" + "a".repeat(90)), "x".repeat(1000));
    }

    @Test
    void tarUnpacksTheSameFiles() throws Exception {
        TarGz.write(top, folder.resolve("top.tar.gz"));

        Path unpacked = Files.createDirectory(folder.resolve("unpacked"));
        assertThat(outputOf("tar", "-xzf", folder + "/top.tar.gz", "-C", unpacked.toString()))
                .isEmpty();
        assertThat(unpacked.resolve("top-1.0/lib/" + "a".repeat(90))).hasContent("x".repeat(1000));
        assertThat(outputOf(unpacked + "/top-1.0/bin/start")).isEqualTo("started\n");
        assertThat(unpacked.resolve("top-1.0/lib/" + "a".repeat(90)))
                .satisfies(each -> assertThat(Files.isExecutable(each)).isFalse());
    }

    @Test
    void theArchiveDoesNotDependOnTheTimesOfTheFiles() throws IOException {
        TarGz.write(top, folder.resolve("first.tar.gz"));
        Files.setLastModifiedTime(top.resolve("bin/start"), FileTime.fromMillis(1_000_000));
        Files.setLastModifiedTime(top, FileTime.fromMillis(2_000_000));
        TarGz.write(top, folder.resolve("second.tar.gz"));

        assertThat(folder.resolve("second.tar.gz")).hasSameBinaryContentAs(folder.resolve("first.tar.gz"));
    }

    @Test
    void aNameThatTheFormatCannotStoreIsRejected() throws IOException {
        Files.writeString(top.resolve("lib/" + "b".repeat(97)), "");

        assertThatIOException()
                .isThrownBy(() -> TarGz.write(top, folder.resolve("top.tar.gz")))
                .withMessage("the name lib/" + "b".repeat(97) + " is longer than 100 characters");
    }

    private static String outputOf(String... command) throws Exception {
        Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
        return new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }
}
