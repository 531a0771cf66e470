// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/** Writes a response in small parts: splits the body into chunks and all bytes into separate writes, at random positions. */
final class SplitSocketWriter extends SocketWriter {

    private static final int MAX_PART_BYTES = 24;

    private long random;

    SplitSocketWriter(Channel channel, boolean chunked, long seed) {
        super(channel, chunked);
        this.random = seed;
    }

    @Override
    void body(byte[] bytes, int from, int length) {
        int end = from + length;
        for (int at = from; at < end; ) {
            int size = partSize(end - at);
            super.body(bytes, at, size);
            at += size;
        }
    }

    @Override
    void write(ByteBuf bytes) {
        while (bytes.readableBytes() > MAX_PART_BYTES && bytes.readableBytes() < PADDING) {
            super.write(bytes.readRetainedSlice(partSize(bytes.readableBytes())));
        }
        super.write(bytes);
    }

    private int partSize(int limit) {
        random = SplitMix.at(random, 1);
        return Math.min(limit, 1 + SplitMix.below(MAX_PART_BYTES, random));
    }
}
