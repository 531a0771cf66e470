// SPDX-License-Identifier: Apache-2.0
package io.loadharness.dataset.pickle;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class PickleMachineTest {

    @Test
    void storesIdsInArraysWithFewUnusedElements() throws IOException {
        PickleList lists = (PickleList) ((Mapping) run(PickleFixtures.bytes("built-in/long-4.pkl"))).get("data");
        PickleList ids = (PickleList) lists.get(0);

        assertThat(ids.isInts()).isTrue();
        assertThat(ids.length()).isEqualTo(2100);
        assertThat(ids.ints().length).isLessThanOrEqualTo(2100 * 9 / 8);
        assertThat(ids.get(2099)).isEqualTo(102_099L);
    }

    @Test
    void growsAListByOneValueAtATime() throws IOException {
        PickleList list = (PickleList) run("]" + "K\7a".repeat(100_000) + "X\1\0\0\0xa" + "K\7a".repeat(100) + ".");

        assertThat(list.isInts()).isFalse();
        assertThat(list.length()).isEqualTo(100_101);
        assertThat(list.get(99_999)).isEqualTo(7L);
        assertThat(list.get(100_000)).isEqualTo("x");
    }

    @Test
    void storesAndFetchesMemoValues() throws IOException {
        PickleList list = (PickleList)
                run("](K\5q\0X\1\0\0\0xr\1\0\0\0h\0j\1\0\0\0K\u00ffM\u00ff\u00ffJ\u00ff\u00ff\u00ff\u00ffe.");

        assertThat(list.length()).isEqualTo(7);
        assertThat(list.get(2)).isEqualTo(5L);
        assertThat(list.get(3)).isEqualTo("x");
        assertThat(list.get(4)).isEqualTo(255L);
        assertThat(list.get(5)).isEqualTo(65_535L);
        assertThat(list.get(6)).isEqualTo(-1L);
    }

    @Test
    void popsValuesAndMarks() throws IOException {
        PickleList list = (PickleList) run("](K\1K\2" + "0" + "(K\3" + "1" + "(0" + "2e.");

        assertThat(list.isInts()).isTrue();
        assertThat(list.length()).isEqualTo(2);
        assertThat(list.get(1)).isEqualTo(1L);
    }

    @ParameterizedTest
    @MethodSource("tables")
    void readsOneByteAtATime(String name) throws IOException {
        byte[] file = PickleFixtures.bytes(name);
        PickleInput whole = new PickleInput(new ByteArrayInputStream(file));
        PickleInput trickle = new PickleInput(new SingleByteStream(new ByteArrayInputStream(file)));

        assertThat(PickleMachine.run(trickle)).hasSameClassAs(PickleMachine.run(whole));

        assertThat(trickle.position()).isEqualTo(whole.position()).isEqualTo(file.length);
    }

    private static Iterable<String> tables() {
        return PickleFixtures.tables();
    }

    private static Object run(String instructions) throws IOException {
        return run(("\u0080\2" + instructions).getBytes(StandardCharsets.ISO_8859_1));
    }

    private static Object run(byte[] pickle) throws IOException {
        return PickleMachine.run(new PickleInput(new ByteArrayInputStream(pickle)));
    }

    /** A stream that returns at most one byte for each call. */
    private static final class SingleByteStream extends FilterInputStream {

        SingleByteStream(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int from, int length) throws IOException {
            return super.read(bytes, from, Math.min(1, length));
        }

        @Override
        public int readNBytes(byte[] bytes, int from, int length) throws IOException {
            int read = 0;
            while (read < length) {
                int more = read(bytes, from + read, 1);
                if (more < 0) {
                    break;
                }
                read += more;
            }
            return read;
        }
    }
}
