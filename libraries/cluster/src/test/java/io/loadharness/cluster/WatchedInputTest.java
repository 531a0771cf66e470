// SPDX-License-Identifier: Apache-2.0
package io.loadharness.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import org.junit.jupiter.api.Test;

class WatchedInputTest {

    private long now;
    private long before;
    private long during;
    private long afterReset;

    /** A stream whose bytes arrive 7 ns after the read has started. */
    private final WatchedInput input = new WatchedInput(
            new InputStream() {

                @Override
                public int read() {
                    before = input().silence();
                    now += 7;
                    during = input().silence();
                    input().resetSilence();
                    afterReset = input().silence();
                    return 1;
                }

                @Override
                public int read(byte[] bytes, int offset, int length) throws IOException {
                    bytes[offset] = (byte) read();
                    return 1;
                }
            },
            () -> now);

    private WatchedInput input() {
        return input;
    }

    @Test
    void countsOnlyTheTimeInWhichItWaitsForBytes() throws Exception {
        assertThat(input.silence()).isZero();
        for (int i = 0; i < 2; i++) {
            now += 1000; // the reader does something else
            assertThat(input.silence()).isZero();
            int read = i == 0 ? input.read(new byte[10]) : input.read();

            assertThat(read).isEqualTo(1);
            assertThat(before).isZero();
            assertThat(during).isEqualTo(7);
            assertThat(afterReset).isZero();
            now += 1000;
            assertThat(input.silence()).isZero();
        }
    }
}
