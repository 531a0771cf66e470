// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class GzipCompressionTest {

    /** The text {@code "hello\n"}, compressed by GNU gzip with a file name. */
    private static final byte[] NAMED =
            HexFormat.of().parseHex("1f8b080800000000000368656c6c6f2e74787400cb48cdc9c9e70200" + "20303a3606000000");

    private static final byte[] CONTENT = content(200_000);

    private final GzipCompression gzip = new GzipCompression();

    private static byte[] content(int length) {
        byte[] content = new byte[length];
        new Random(1).nextBytes(content);
        Arrays.fill(content, length / 4, length / 2, (byte) 0);
        return content;
    }

    private static byte[] compressed(byte[] content) throws IOException {
        var compressed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(compressed)) {
            out.write(content);
        }
        return compressed.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        var joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    private byte[] decompressed(byte[] compressed) throws IOException {
        try (InputStream in = gzip.decompress(new ByteArrayInputStream(compressed))) {
            return in.readAllBytes();
        }
    }

    @Test
    void gzipIsDetectedByItsFirstBytes() throws IOException {
        assertThat(gzip.matches(new FileStart(compressed(CONTENT), "x"))).isTrue();
        assertThat(gzip.matches(new FileStart(CONTENT, "x.gz"))).isFalse();
    }

    @Test
    void decompressesTheOriginalContent() throws IOException {
        assertThat(decompressed(compressed(CONTENT))).isEqualTo(CONTENT);
        assertThat(decompressed(compressed(new byte[0]))).isEmpty();
    }

    @Test
    void aNameInTheHeaderIsSkipped() throws IOException {
        assertThat(decompressed(NAMED)).asString().isEqualTo("hello\n");
    }

    @Test
    void allMembersOfAFileAreDecompressed() throws IOException {
        byte[] members = joined(compressed(CONTENT), compressed(new byte[0]), NAMED, compressed(CONTENT));
        assertThat(decompressed(members))
                .isEqualTo(joined(CONTENT, "hello\n".getBytes(StandardCharsets.UTF_8), CONTENT));
    }

    @Test
    void zerosAfterTheLastMemberAreIgnored() throws IOException {
        assertThat(decompressed(joined(NAMED, new byte[512]))).asString().isEqualTo("hello\n");
    }

    @Test
    void singleBytesCanBeRead() throws IOException {
        try (InputStream in = gzip.decompress(new ByteArrayInputStream(NAMED))) {
            assertThat(in.read()).isEqualTo('h');
            assertThat(in.readNBytes(5)).hasSize(5);
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void aFileTruncatedAtAnyByteIsRejected() throws IOException {
        byte[] members = joined(NAMED, compressed(content(300)));
        for (int length = 0; length < members.length; length++) {
            byte[] cut = Arrays.copyOf(members, length);
            if (length == NAMED.length) {
                assertThat(decompressed(cut)).asString().isEqualTo("hello\n");
            } else {
                assertThatThrownBy(() -> decompressed(cut))
                        .isInstanceOf(DatasetException.class)
                        .hasMessageContaining("truncated");
            }
        }
    }

    @Test
    void aDamagedMemberIsRejected() throws IOException {
        byte[] members = joined(NAMED, compressed(CONTENT));
        members[NAMED.length] ^= 1;
        assertThatThrownBy(() -> decompressed(members))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void contentWithAWrongChecksumIsRejected() {
        for (int i = NAMED.length - 8; i < NAMED.length; i++) {
            byte[] damaged = NAMED.clone();
            damaged[i] ^= 4;
            assertThatThrownBy(() -> decompressed(damaged)).hasMessageContaining("checksum");
        }
    }

    @Test
    void damagedFilesAreReadOrRejected() throws IOException {
        ReaderFuzz.damage(joined(NAMED, compressed(content(100))), this::decompressed);
    }
}
