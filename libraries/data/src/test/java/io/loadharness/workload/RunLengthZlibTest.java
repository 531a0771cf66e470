// SPDX-License-Identifier: Apache-2.0
package io.loadharness.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import java.util.zip.InflaterInputStream;
import org.junit.jupiter.api.Test;

class RunLengthZlibTest {

    @Test
    void runsOfAnyLengthAreDecompressedByTheJdk() throws IOException {
        for (int run = 0; run <= 800; run++) {
            byte[] bytes = new byte[run + 2];
            Arrays.fill(bytes, 1, run + 1, (byte) (run * 37));

            assertThat(decompressed(compressed(bytes))).isEqualTo(bytes);
        }
    }

    @Test
    void randomBytesAreDecompressedByTheJdk() throws IOException {
        RandomBits random = new RandomBits(2);
        for (int i = 0; i < 200; i++) {
            byte[] bytes = new byte[random.below(2000)];
            int variety = 1 + random.below(256);
            for (int at = 0; at < bytes.length; at++) {
                bytes[at] = (byte) (255 - random.below(variety));
            }
            assertThat(decompressed(compressed(bytes))).isEqualTo(bytes);
        }
    }

    @Test
    void runsContinueAcrossWrites() {
        RunLengthZlib compressor = new RunLengthZlib();
        for (int i = 0; i < 1000; i++) {
            compressor.write(new byte[1000]);
        }
        assertThat(compressor.finish()).hasSizeLessThan(7000);
    }

    private static byte[] compressed(byte[] bytes) {
        RunLengthZlib compressor = new RunLengthZlib();
        compressor.write(bytes);
        return compressor.finish();
    }

    private static byte[] decompressed(byte[] compressed) throws IOException {
        return new InflaterInputStream(new ByteArrayInputStream(compressed)).readAllBytes();
    }
}
