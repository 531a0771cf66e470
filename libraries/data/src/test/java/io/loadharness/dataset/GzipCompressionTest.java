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

    /** {@code "hello\n"} as GNU gzip packs a file: with its name. */
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

    private static byte[] packed(byte[] content) throws IOException {
        var packed = new ByteArrayOutputStream();
        try (var out = new GZIPOutputStream(packed)) {
            out.write(content);
        }
        return packed.toByteArray();
    }

    private static byte[] joined(byte[]... parts) {
        var joined = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            joined.writeBytes(part);
        }
        return joined.toByteArray();
    }

    private byte[] unpacked(byte[] packed) throws IOException {
        try (InputStream in = gzip.unpack(new ByteArrayInputStream(packed))) {
            return in.readAllBytes();
        }
    }

    @Test
    void itIsToldByItsFirstBytes() throws IOException {
        assertThat(gzip.packed(new FileStart(packed(CONTENT), "x"))).isTrue();
        assertThat(gzip.packed(new FileStart(CONTENT, "x.gz"))).isFalse();
    }

    @Test
    void whatWasPackedComesOut() throws IOException {
        assertThat(unpacked(packed(CONTENT))).isEqualTo(CONTENT);
        assertThat(unpacked(packed(new byte[0]))).isEmpty();
    }

    @Test
    void aNameInTheHeaderIsSkipped() throws IOException {
        assertThat(unpacked(NAMED)).asString().isEqualTo("hello\n");
    }

    @Test
    void allMembersOfAFileComeOut() throws IOException {
        byte[] members = joined(packed(CONTENT), packed(new byte[0]), NAMED, packed(CONTENT));
        assertThat(unpacked(members)).isEqualTo(joined(CONTENT, "hello\n".getBytes(StandardCharsets.UTF_8), CONTENT));
    }

    @Test
    void zerosBehindTheLastMemberAreNone() throws IOException {
        assertThat(unpacked(joined(NAMED, new byte[512]))).asString().isEqualTo("hello\n");
    }

    @Test
    void bytesComeOneByOneToo() throws IOException {
        try (InputStream in = gzip.unpack(new ByteArrayInputStream(NAMED))) {
            assertThat(in.read()).isEqualTo('h');
            assertThat(in.readNBytes(5)).hasSize(5);
            assertThat(in.read()).isEqualTo(-1);
        }
    }

    @Test
    void aFileThatEndsTooEarlyIsRefusedWhereverItEnds() throws IOException {
        byte[] members = joined(NAMED, packed(content(300)));
        for (int length = 0; length < members.length; length++) {
            byte[] cut = Arrays.copyOf(members, length);
            if (length == NAMED.length) {
                assertThat(unpacked(cut)).asString().isEqualTo("hello\n");
            } else {
                assertThatThrownBy(() -> unpacked(cut))
                        .isInstanceOf(DatasetException.class)
                        .hasMessageContaining("truncated");
            }
        }
    }

    @Test
    void damageIsNotTakenForTheEnd() throws IOException {
        byte[] members = joined(NAMED, packed(CONTENT));
        members[NAMED.length] ^= 1;
        assertThatThrownBy(() -> unpacked(members))
                .isInstanceOf(DatasetException.class)
                .hasMessageContaining("damaged");
    }

    @Test
    void contentThatIsNotAsItWasPackedIsRefused() {
        for (int i = NAMED.length - 8; i < NAMED.length; i++) {
            byte[] damaged = NAMED.clone();
            damaged[i] ^= 4;
            assertThatThrownBy(() -> unpacked(damaged)).hasMessageContaining("check sum");
        }
    }

    @Test
    void anyDamageIsReadOrRefused() throws IOException {
        ReaderFuzz.damage(joined(NAMED, packed(content(100))), this::unpacked);
    }
}
