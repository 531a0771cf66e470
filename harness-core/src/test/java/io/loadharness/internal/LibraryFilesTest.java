// SPDX-License-Identifier: Apache-2.0
package io.loadharness.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@EnabledOnOs(OS.LINUX)
class LibraryFilesTest {

    private static final String PLAIN = "native/libplain.so";
    private static final String PACKED = "native/libpacked.so";
    private static final String DAMAGED = "native/libdamaged.so";
    private static final byte[] CONTENT = "content of a library".getBytes(StandardCharsets.UTF_8);
    private static final FileTime OLD = FileTime.fromMillis(1_000_000);

    /** Decompresses gzip, because the class for xz is in the module of the archive. Named by a file of the test resources. */
    public static final class Gzip implements LibraryDecompressor {

        /** Called by {@link java.util.ServiceLoader}. */
        public Gzip() {}

        @Override
        public InputStream decompress(InputStream packed) throws IOException {
            return new GZIPInputStream(packed);
        }
    }

    @TempDir
    Path folder;

    private Path cache;
    private URLClassLoader loader;

    @BeforeEach
    void writeJar() throws IOException {
        cache = folder.resolve("caches/loadharness");
        Path jar = folder.resolve("natives.jar");
        try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(jar))) {
            add(out, PLAIN, CONTENT);
            add(out, PACKED + ".xz", gzip(CONTENT));
            add(out, DAMAGED + ".xz", new byte[] {1, 2, 3});
        }
        loader = new URLClassLoader(new URL[] {jar.toUri().toURL()}, null);
    }

    @AfterEach
    void closeJar() throws IOException {
        loader.close();
    }

    private static void add(ZipOutputStream out, String name, byte[] content) throws IOException {
        ZipEntry entry = new ZipEntry(name);
        entry.setComment(String.valueOf(CONTENT.length));
        out.putNextEntry(entry);
        out.write(content);
    }

    private static byte[] gzip(byte[] content) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    private LibraryFiles files(String... resources) throws IOException {
        return new LibraryFiles(cache, "name", loader, List.of(resources));
    }

    private static Path file(Path unpacked, String resource) {
        return unpacked.resolve(Path.of(resource).getFileName());
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, PACKED})
    void librariesAreUnpackedOnce(String resource) throws Exception {
        Path library = file(files(resource).folder(), resource);
        Files.setLastModifiedTime(library, OLD);

        assertThat(file(files(resource).cached(), resource)).isEqualTo(library);
        assertThat(Files.getLastModifiedTime(library)).isEqualTo(OLD);
        assertThat(library).hasBinaryContent(CONTENT);
        assertThat(library.getParent().getParent()).isEqualTo(cache);
        assertThat(library.getParent().toFile().list()).hasSize(1);
        assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(library.getParent())))
                .isEqualTo("rwx------");
    }

    @ParameterizedTest
    @ValueSource(strings = {PLAIN, PACKED})
    void aTruncatedFileIsReplaced(String resource) throws Exception {
        Path library = file(files(resource).folder(), resource);
        Files.write(library, new byte[3]);

        assertThat(file(files(resource).folder(), resource)).isEqualTo(library);
        assertThat(library).hasBinaryContent(CONTENT);
    }

    @Test
    void onlyCompressedLibrariesArePacked() throws Exception {
        assertThat(files(PLAIN).arePacked()).isFalse();
        assertThat(files(PLAIN, PACKED).arePacked()).isTrue();
        assertThat(LibraryFiles.unpacked("name", loader, PLAIN)).isNull();
    }

    @Test
    void librariesThatAreLoadedTogetherAreInOneFolder() throws Exception {
        Path unpacked = files(PLAIN, PACKED).folder();

        assertThat(unpacked.toFile().list()).containsExactlyInAnyOrder("libplain.so", "libpacked.so");
    }

    @Test
    void aMissingLibraryIsNotCached() throws Exception {
        LibraryFiles files = files(PLAIN, "native/libmissing.so");

        assertThat(files.cached()).isNull();
        assertThat(files.arePacked()).isFalse();
    }

    @Test
    void aFolderThatOthersCanWriteIsNotUsed() throws Exception {
        Path cached = files(PACKED).cached();
        Files.setPosixFilePermissions(cached, PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(files(PACKED).cached()).isNull();
        assertThat(files(PACKED).folder()).isNotEqualTo(cached);
    }

    @Test
    void aFolderThatOthersCanReplaceIsNotUsed() throws Exception {
        assertThat(files(PLAIN).cached()).isNotNull();
        Files.setPosixFilePermissions(cache.getParent(), PosixFilePermissions.fromString("rwxrwxrwx"));

        assertThat(files(PLAIN).cached()).isNull();
    }

    /** A file where the cache should be, because root may write to any folder. */
    @Test
    void withoutACacheLibrariesAreTemporary() throws Exception {
        Files.writeString(folder.resolve("caches"), "");

        Path unpacked = files(PACKED).folder();

        assertThat(unpacked).hasParent(Path.of(System.getProperty("java.io.tmpdir")));
        assertThat(file(unpacked, PACKED)).hasBinaryContent(CONTENT);
        assertThat(new LibraryFiles(null, "name", loader, List.of(PLAIN)).cached())
                .isNull();
    }

    @Test
    void aDamagedJarIsReportedAndLeavesNoFiles() throws Exception {
        assertThatIOException().isThrownBy(() -> files(DAMAGED).folder());

        try (var all = Files.walk(cache)) {
            assertThat(all.filter(Files::isRegularFile)).isEmpty();
        }
    }
}
