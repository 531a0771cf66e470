// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@EnabledOnOs(OS.LINUX)
class NativeFilesTest {

    private static final FileTime OLD = FileTime.fromMillis(1_000_000);

    @TempDir
    Path caches;

    @Test
    void unpacksTheLibrariesOnce() throws Exception {
        Path library = new NativeFiles(caches).unpacked().resolve("libonnxruntime.so");
        Files.setLastModifiedTime(library, OLD);

        assertThat(new NativeFiles(caches).unpacked()).isEqualTo(library.getParent());
        assertThat(Files.getLastModifiedTime(library)).isEqualTo(OLD);
        assertThat(library.getParent()).isDirectoryContaining("glob:**libonnxruntime4j_jni.so");
        assertThat(library.getParent().toFile().list()).hasSize(2);
    }

    @Test
    void replacesATruncatedLibrary() throws Exception {
        Path library = new NativeFiles(caches).unpacked().resolve("libonnxruntime.so");
        long size = Files.size(library);
        Files.write(library, new byte[10]);

        assertThat(new NativeFiles(caches).unpacked()).isEqualTo(library.getParent());
        assertThat(library).hasSize(size);
    }

    @Test
    void doesNotUseAFolderThatOthersCanWrite() throws Exception {
        Path folder = new NativeFiles(caches).unpacked();
        Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(new NativeFiles(caches).unpacked()).isNull();
    }

    @Test
    void setsTheFolderForOnnxRuntime() {
        assumeThat(Path.of(System.getProperty("user.home"))).isWritable();
        try (OnnxBackend backend = Samples.started(OnnxBackend.builder(Samples.model("add")))) {
            assertThat(backend.health().ready()).isTrue();
            assertThat(Path.of(System.getProperty(NativeFiles.FOLDER_PROPERTY), "libonnxruntime.so"))
                    .exists();
        }
    }
}
