// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dist;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class PlatformJarTest {

    private static final int X86_64 = 0x3e;
    private static final int AARCH64 = 0xb7;

    @TempDir
    Path folder;

    @Test
    void onlyTheLibrariesOfThePlatformRemain() throws IOException {
        Path jar = jar(Map.of(
                "lib/linux-x64/libreal.so", elf(X86_64, 0),
                "lib/linux-x64/libgnu.so.1", elf(X86_64, 3),
                "library.so_linux_amd64", elf(X86_64, 0),
                "library.so_linux_arm64", elf(AARCH64, 0),
                "freebsd/amd64/lib.so", elf(X86_64, 9),
                "lib/osx/lib.dylib", new byte[] {1, 2, 3},
                "lib/osx/lib.dylib.dSYM/Contents/lib.yml", new byte[] {4},
                "lib/win/lib.dll", "MZ".getBytes(),
                "org/Some.class", new byte[] {5},
                "META-INF/LICENSE", "text".getBytes()));

        assertThat(PlatformJar.copy(jar, folder.resolve("copy.jar"))).isTrue();

        assertThat(entries(folder.resolve("copy.jar")))
                .containsOnlyKeys(
                        "lib/linux-x64/libreal.so",
                        "lib/linux-x64/libgnu.so.1",
                        "library.so_linux_amd64",
                        "org/Some.class",
                        "META-INF/LICENSE")
                .containsEntry("META-INF/LICENSE", "text".getBytes());
    }

    @Test
    void entriesAreOnlyStored() throws IOException {
        Path jar = jar(Map.of("lib.so", elf(X86_64, 0), "Some.class", new byte[1000]));

        PlatformJar.copy(jar, folder.resolve("copy.jar"));

        try (ZipFile copy = new ZipFile(folder.resolve("copy.jar").toFile())) {
            assertThat(copy.stream()).hasSize(2).allMatch(each -> each.getMethod() == ZipEntry.STORED);
        }
    }

    @Test
    void librariesThatLoadHarnessUnpacksAreCompressed() throws IOException {
        String name = "native/lib/linux-x86_64/cpu/libtokenizers.so";
        Path jar = jar(Map.of(name, elf(X86_64, 0)));

        PlatformJar.copy(jar, folder.resolve("copy.jar"));

        try (ZipFile copy = new ZipFile(folder.resolve("copy.jar").toFile())) {
            ZipEntry packed = copy.getEntry(name + ".xz");
            assertThat(copy.stream()).hasSize(1);
            assertThat(packed.getComment()).isEqualTo("100");
            assertThat(new XzDecompressor().decompress(copy.getInputStream(packed)))
                    .hasBinaryContent(elf(X86_64, 0));
        }
    }

    @Test
    void duckDbGetsAnEmptyLibrary() throws IOException {
        Path jar = jar(Map.of("libduckdb_java.so_linux_amd64", elf(X86_64, 0)));

        PlatformJar.copy(jar, folder.resolve("copy.jar"));

        assertThat(entries(folder.resolve("copy.jar")))
                .containsOnlyKeys("libduckdb_java.so_linux_amd64", "libduckdb_java.so_linux_amd64.xz")
                .containsEntry("libduckdb_java.so_linux_amd64", EmptyLibrary.content());
    }

    @Test
    void aJarWithLibrariesOfOtherPlatformsOnlyIsLeftOut() throws IOException {
        Path jar = jar(Map.of(
                "META-INF/native/lib.so", elf(AARCH64, 0),
                "META-INF/versions/11/module-info.class", new byte[] {1},
                "META-INF/MANIFEST.MF", new byte[0]));

        assertThat(PlatformJar.copy(jar, folder.resolve("copy.jar"))).isFalse();
        assertThat(folder.resolve("copy.jar")).doesNotExist();
    }

    @Test
    void aJarWithoutLibrariesIsKept() throws IOException {
        Path jar = jar(Map.of("META-INF/services/some.Service", "x".getBytes()));

        assertThat(PlatformJar.copy(jar, folder.resolve("copy.jar"))).isTrue();
    }

    @Test
    void twoCopiesAreEqual() throws IOException {
        Path jar = jar(Map.of("lib.so", elf(X86_64, 0), "Some.class", new byte[1000]));

        PlatformJar.copy(jar, folder.resolve("first.jar"));
        PlatformJar.copy(jar, folder.resolve("second.jar"));

        assertThat(folder.resolve("second.jar")).hasSameBinaryContentAs(folder.resolve("first.jar"));
    }

    private static byte[] elf(int machine, int abi) {
        byte[] content = new byte[100];
        content[0] = 0x7f;
        content[1] = 'E';
        content[2] = 'L';
        content[3] = 'F';
        content[4] = 2;
        content[7] = (byte) abi;
        content[18] = (byte) machine;
        return content;
    }

    private Path jar(Map<String, byte[]> entries) throws IOException {
        Path jar = folder.resolve("original.jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            for (String name : List.copyOf(new TreeMap<>(entries).keySet())) {
                out.putNextEntry(new ZipEntry(name));
                out.write(entries.get(name));
            }
        }
        return jar;
    }

    private static Map<String, byte[]> entries(Path jar) throws IOException {
        Map<String, byte[]> all = new TreeMap<>();
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry each : zip.stream().toList()) {
                all.put(each.getName(), zip.getInputStream(each).readAllBytes());
            }
        }
        return all;
    }
}
