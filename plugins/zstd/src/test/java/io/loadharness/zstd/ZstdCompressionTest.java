// SPDX-License-Identifier: Apache-2.0
package io.loadharness.zstd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import io.loadharness.dataset.Compression;
import io.loadharness.dataset.DatasetException;
import io.loadharness.dataset.DatasetReader;
import io.loadharness.dataset.FileStart;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZstdCompressionTest {

    /** The text {@code "hello\n"}, compressed by the zstd tool with a checksum. */
    private static final byte[] HELLO = HexFormat.of().parseHex("28b52ffd240631000068656c6c6f0a5388bd91");

    private static final byte[] SKIPPABLE_FRAME = HexFormat.of().parseHex("502a4d1803000000" + "010203");

    private final ZstdCompression zstd = new ZstdCompression();

    private static byte[] joined(byte[]... parts) {
        var joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    private byte[] decompressed(byte[] packed) throws IOException {
        try (InputStream in = zstd.decompress(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        }
    }

    @Test
    void isLoadedAsServiceAndDetectedByFirstBytes() {
        assertThat(ServiceLoader.load(Compression.class)).anyMatch(ZstdCompression.class::isInstance);
        assertThat(zstd.matches(new FileStart(HELLO, "x"))).isTrue();
        assertThat(zstd.matches(new FileStart(SKIPPABLE_FRAME, "x"))).isTrue();
        assertThat(zstd.matches(new FileStart("hello".getBytes(StandardCharsets.UTF_8), "x.zst")))
                .isFalse();
    }

    @Test
    void decompressesAllFramesOfFile() throws IOException {
        byte[] content = new byte[300_000];
        new Random(1).nextBytes(content);
        Arrays.fill(content, 0, 100_000, (byte) 7);
        byte[] hello = "hello\n".getBytes(StandardCharsets.UTF_8);
        assertThat(decompressed(joined(SKIPPABLE_FRAME, HELLO, Zstd.compress(content), HELLO)))
                .isEqualTo(joined(hello, content, hello));
    }

    @Test
    void rejectsFileTruncatedAtAnyByte() {
        for (int length = 1; length < HELLO.length; length++) {
            byte[] cut = Arrays.copyOf(HELLO, length);
            assertThatThrownBy(() -> decompressed(cut))
                    .isInstanceOf(DatasetException.class)
                    .hasMessageContaining("truncated or damaged");
        }
    }

    @Test
    void rejectsDamageUnlessContentIsUnchanged() throws IOException {
        for (int bit = 0; bit < Byte.SIZE * HELLO.length; bit++) {
            byte[] damaged = HELLO.clone();
            damaged[bit / Byte.SIZE] ^= (byte) (1 << (bit % Byte.SIZE));
            try {
                assertThat(decompressed(damaged))
                        .asString(StandardCharsets.UTF_8)
                        .isEqualTo("hello\n");
            } catch (DatasetException expected) {
                assertThat(expected).hasMessageContaining("zstd file");
            }
        }
    }

    @Test
    void readsCompressedDataSet(@TempDir Path folder) throws IOException {
        byte[] lines = "{\"input\": \"one\"}\n{\"input\": \"two\"}\n".getBytes(StandardCharsets.UTF_8);
        Path file = Files.write(folder.resolve("set.jsonl.zst"), Zstd.compress(lines));
        assertThat(new DatasetReader().read(file).rows()).isEqualTo(2);
    }
}
