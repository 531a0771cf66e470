// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmptyLibraryTest {

    @Test
    void aJvmCanLoadIt(@TempDir Path folder) throws Exception {
        assumeThat(System.getProperty("os.arch")).isEqualTo("amd64");
        Path file = Files.write(folder.resolve("libempty.so"), EmptyLibrary.content());

        assertThatCode(() -> System.load(file.toString())).doesNotThrowAnyException();

        assertThat(Files.readString(Path.of("/proc/self/maps"))).contains(file.toString());
    }
}
