// SPDX-License-Identifier: Apache-2.0
package io.loadharness.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Archives of the program tar, and archives that are broken on purpose. */
class TarFileTest {

    @TempDir
    Path folder;

    private byte[] archive(String... options) throws IOException, InterruptedException {
        Path source = Files.createDirectories(folder.resolve("source"));
        Files.createDirectories(source.resolve("run/" + "long-name/".repeat(15)));
        Files.writeString(source.resolve("run/" + "long-name/".repeat(15) + "x".repeat(120)), "deep");
        Files.writeString(source.resolve("result.json"), "{}");
        Files.write(source.resolve("empty"), new byte[0]);
        Files.write(source.resolve("records.cbor"), new byte[100_000]);
        Files.createSymbolicLink(source.resolve("link"), Path.of("result.json"));
        String[] command = new String[options.length + 5];
        System.arraycopy(new String[] {"tar", "-C", source.toString(), "-cf", "-"}, 0, command, 0, 5);
        System.arraycopy(options, 0, command, 5, options.length);
        Process tar = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        byte[] bytes = tar.getInputStream().readAllBytes();
        assertThat(tar.waitFor()).isZero();
        return bytes;
    }

    private int extract(byte[] archive) throws IOException {
        try (InputStream in = new ByteArrayInputStream(archive)) {
            return TarFile.extract(in, folder.resolve("target"));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"gnu", "ustar", "pax"})
    void filesOfEachFormatAreExtracted(String format) throws Exception {
        int expected = format.equals("ustar") ? 3 : 4; // ustar has no names of this length
        String[] options = format.equals("ustar")
                ? new String[] {"--format=ustar", "result.json", "empty", "records.cbor", "link"}
                : new String[] {"--format=" + format, "."};
        assertThat(extract(archive(options))).isEqualTo(expected);
        assertThat(folder.resolve("target/result.json")).hasContent("{}");
        assertThat(folder.resolve("target/records.cbor")).hasSize(100_000);
        assertThat(folder.resolve("target/link")).doesNotExist();
    }

    @Test
    void longNamesAreKept() throws Exception {
        extract(archive("."));
        assertThat(folder.resolve("target/run/" + "long-name/".repeat(15) + "x".repeat(120)))
                .hasContent("deep");
    }

    @Test
    void aTruncatedArchiveIsRefusedAtEachLength() throws Exception {
        byte[] archive = archive("result.json", "empty");
        for (int length = 0; length < 2048; length += 127) {
            byte[] part = Arrays.copyOf(archive, length);
            assertThatThrownBy(() -> extract(part)).hasMessageContaining("truncated");
        }
    }

    @Test
    void filesOutsideTheFolderAreRefused() throws Exception {
        byte[] archive = archive("--transform=s,result.json,../../evil,", "-P", "result.json");
        assertThatThrownBy(() -> extract(archive)).hasMessageContaining("a file outside its folder");
        assertThat(folder.resolve("evil")).doesNotExist();
    }

    @Test
    void filesBehindLinksAreRefused() throws Exception {
        Path target = Files.createDirectories(folder.resolve("target"));
        Files.createSymbolicLink(target.resolve("result.json"), folder.resolve("elsewhere"));
        byte[] archive = archive("result.json");
        assertThatThrownBy(() -> extract(archive)).hasMessageContaining("behind a link");
        assertThat(folder.resolve("elsewhere")).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(chars = {'0', 'L', 'x', '5'})
    void negativeSizesAreRefused(char type) throws Exception {
        byte[] archive = archive("result.json");
        write(archive, 124, "-0000000777");
        archive[156] = (byte) type;
        write(archive, 148, "        ");
        int sum = 0;
        for (int i = 0; i < 512; i++) {
            sum += archive[i] & 0xff;
        }
        write(archive, 148, String.format(Locale.ROOT, "%06o", sum));
        assertThatThrownBy(() -> extract(archive))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("a negative size");
    }

    private static void write(byte[] archive, int at, String text) {
        System.arraycopy(text.getBytes(StandardCharsets.US_ASCII), 0, archive, at, text.length());
    }

    @Test
    void randomBytesNeverEscape() {
        Random random = new Random(7);
        for (int i = 0; i < 2000; i++) {
            byte[] bytes = new byte[2048];
            random.nextBytes(bytes);
            assertThatThrownBy(() -> extract(bytes)).isInstanceOf(IOException.class);
        }
    }

    @Test
    void changedBytesOfTheHeaderAreDetected() throws Exception {
        byte[] archive = archive("result.json");
        for (int i = 0; i < 500; i++) {
            if (i >= 148 && i < 156) {
                continue; // the checksum itself ends with bytes that have no meaning
            }
            byte[] changed = archive.clone();
            changed[i] ^= 1;
            assertThatThrownBy(() -> extract(changed)).isInstanceOf(IOException.class);
        }
    }
}
