// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class FrameWriterTest {

    private static final byte TYPE = 7;

    private final FrameWriter writer = new FrameWriter();

    /** Returns the numbers of each frame that was written. */
    private List<List<Integer>> frames() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        for (ByteBuffer each : writer.parts()) {
            Channels.newChannel(bytes).write(each);
        }
        List<List<Integer>> frames = new ArrayList<>();
        FrameReader reader = new FrameReader();
        reader.read(Channels.newChannel(new ByteArrayInputStream(bytes.toByteArray())));
        reader.parse((type, buffer, start, end) -> {
            List<Integer> numbers = new ArrayList<>();
            for (int at = start; at < end; at += Integer.BYTES) {
                numbers.add(buffer.getInt(at));
            }
            frames.add(numbers);
        });
        return frames;
    }

    @Test
    void joinedFramesHaveOneHead() throws IOException {
        writer.begin(TYPE).int32(9).end();
        writer.begin(TYPE).int32(1).int32(0).int32(11).end();
        writer.begin(TYPE).int32(1).int32(0).int32(12).int32(13).end();
        writer.join(8);
        writer.replace(0, 2);
        writer.begin(TYPE).int32(1).int32(0).int32(14).end();
        writer.join(8);
        writer.replace(0, 3);
        writer.begin(TYPE).int32(10).end();

        assertThat(frames()).containsExactly(List.of(9), List.of(3, 0, 11, 12, 13, 14), List.of(10));
    }

    @Test
    void removesOnlyTheFrameThatWasBegunLast() throws IOException {
        writer.begin(TYPE).int32(1).end();
        int first = writer.lastFrame();
        writer.begin(TYPE).int32(2).data(ByteBuffer.allocate(4));

        writer.removeAfter(first);
        writer.removeAfter(first);

        assertThat(frames()).containsExactly(List.of(1));
        assertThat(writer.lastFrame()).isEqualTo(first);
    }

    @Test
    void isEmptyAfterClear() {
        writer.begin(TYPE).int32(1).end();
        writer.clear();

        assertThat(writer.isEmpty()).isTrue();
    }

    @Test
    void largeFramesAndDataAreNotSmall() {
        writer.begin(TYPE).int32(1).end();
        assertThat(writer.isSmall()).isTrue();

        writer.begin(TYPE).bytes(new byte[1 << 20]).end();
        assertThat(writer.isSmall()).isFalse();

        writer.begin(TYPE).data(ByteBuffer.allocate(4)).end();
        assertThat(writer.isSmall()).isFalse();
    }
}
