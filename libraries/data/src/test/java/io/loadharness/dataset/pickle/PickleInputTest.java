// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.loadharness.dataset.DatasetException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class PickleInputTest {

    @Test
    void readsATextThatIsLongerThanItsBuffer() throws IOException {
        String text = "größer ".repeat(500_000);
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        PickleInput input = input(bytes);

        assertThat(input.text(bytes.length)).isEqualTo(text);

        assertThat(input.position()).isEqualTo(bytes.length);
        assertThat(input.atEnd()).isTrue();
    }

    @Test
    void continuesAfterBytesThatBypassedTheBuffer() throws IOException {
        byte[] bytes = new byte[3_000_000];
        bytes[2_999_998] = 7;
        PickleInput input = input(bytes);
        input.unsigned1();

        Blob blob = input.blob(2_999_997);

        assertThat(blob.length()).isEqualTo(2_999_997);
        assertThat(input.unsigned1()).isEqualTo(7);
        assertThat(input.position()).isEqualTo(2_999_999);
        assertThat(input.atEnd()).isFalse();
    }

    @Test
    void readsNumbersAndTextsAcrossChunks() throws IOException {
        ByteBuffer bytes = ByteBuffer.allocate(3 * Blob.CHUNK).order(ByteOrder.LITTLE_ENDIAN);
        bytes.putLong(Blob.CHUNK - Long.BYTES, Long.MIN_VALUE);
        bytes.putInt(Blob.CHUNK, 123_456);
        bytes.position(2 * Blob.CHUNK - 2).put("ab–cd".getBytes(StandardCharsets.UTF_8));
        Blob blob = input(bytes.array()).blob(bytes.capacity());

        assertThat(blob.integer(Blob.CHUNK - Long.BYTES, Long.BYTES, false)).isEqualTo(Long.MIN_VALUE);
        assertThat(blob.integer(Blob.CHUNK, Integer.BYTES, false)).isEqualTo(123_456);
        assertThat(blob.integer(Blob.CHUNK, Integer.BYTES, true)).isEqualTo(Integer.reverseBytes(123_456));
        assertThat(blob.text(2 * Blob.CHUNK - 2, 2 * Blob.CHUNK + 5)).isEqualTo("ab–cd");
        assertThat(blob.text(Blob.CHUNK + 4, 3 * Blob.CHUNK))
                .hasSize(2 * Blob.CHUNK - 6)
                .contains("ab–cd");
        assertThat(blob.text(3 * Blob.CHUNK, 3 * Blob.CHUNK)).isEmpty();
    }

    @Test
    void splitsLatin1TextsIntoChunks() throws IOException {
        String text = "\u00ff".repeat(Blob.CHUNK) + "a";

        Blob blob = Blob.latin1(text);

        assertThat(blob.length()).isEqualTo(Blob.CHUNK + 1);
        assertThat(blob.integer(Blob.CHUNK - 1, 1, false)).isEqualTo(-1);
        assertThat(blob.integer(Blob.CHUNK, 1, false)).isEqualTo('a');
    }

    @Test
    void readsSignedIntegersOfEveryLength() throws IOException {
        assertThat(input(new byte[0]).integer(0)).isZero();
        assertThat(input((byte) 0xFF).integer(1)).isEqualTo(-1);
        assertThat(input((byte) 0xFF, (byte) 0).integer(2)).isEqualTo(255);
        assertThat(input((byte) 0, (byte) 0, (byte) 0x80).integer(3)).isEqualTo(-(1 << 23));
        assertThat(input((byte) 0xFE, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) -1, (byte) 0x7F)
                        .integer(8))
                .isEqualTo(Long.MAX_VALUE - 1);
    }

    @Test
    void refusesMalformedUtf8ButReadsTheReplacementCharacter() throws IOException {
        assertThat(input("a\uFFFDb".getBytes(StandardCharsets.UTF_8)).text(5)).isEqualTo("a\uFFFDb");
        assertThatExceptionOfType(DatasetException.class)
                .isThrownBy(() -> input((byte) 'a', (byte) 0xC0).text(2));
    }

    private static PickleInput input(byte... bytes) {
        return new PickleInput(new ByteArrayInputStream(bytes));
    }
}
