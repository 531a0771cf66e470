// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

import io.loadharness.loadgen.Bridge.NativeRun;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.bytedeco.javacpp.Loader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class NativeLibraryTest {

    @Test
    void anEngineInAFolderIsUsedWithoutACopy() throws Exception {
        String resource = Loader.getPlatform() + "/" + System.mapLibraryName("loadgen_engine");

        assertThat(NativeLibrary.ENGINE.file())
                .isEqualTo(Path.of(NativeLibrary.class.getResource(resource).toURI()));
    }

    @Test
    void aCachedFileThatDiffersFromTheJarIsReplaced(@TempDir Path folder) throws Exception {
        Path jar = folder.resolve("natives.jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            out.putNextEntry(new ZipEntry("library.so"));
            out.write("new".getBytes(StandardCharsets.UTF_8));
        }
        Path cached = Files.writeString(folder.resolve("library.so"), "old");
        FileTime time = Files.getLastModifiedTime(cached);

        NativeLibrary.withContentOf(new URL("jar:" + jar.toUri() + "!/library.so"), cached);

        assertThat(cached).hasContent("new");
        assertThat(Files.getLastModifiedTime(cached)).isEqualTo(time);
        assertThat(folder).isDirectoryNotContaining("glob:**.so.*");
    }

    @Test
    void anEngineThatCannotBeLoadedIsRejected(@TempDir Path folder) throws Exception {
        Path garbage = Files.writeString(folder.resolve("engine.so"), "no library");

        for (Path engine : List.of(garbage, folder.resolve("missing.so"), folder)) {
            assertThatIllegalStateException()
                    .isThrownBy(() -> NativeRun.of(engine.toString()))
                    .withMessageStartingWith("cannot load LoadGen: ");
        }
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void aTruncatedEngineIsRejectedAndDoesNotKillTheJvm(@TempDir Path folder) throws Exception {
        byte[] whole = Files.readAllBytes(NativeLibrary.ENGINE.file());
        Path cut = folder.resolve("engine.so");

        for (int size : new int[] {whole.length / 8, whole.length / 2, whole.length - 1}) {
            Files.write(cut, Arrays.copyOf(whole, size));

            assertThatIllegalStateException()
                    .isThrownBy(() -> NativeRun.of(cut.toString()))
                    .withMessage("cannot load LoadGen: the LoadGen engine " + cut + " is truncated after " + size
                            + " bytes");
        }
    }
}
