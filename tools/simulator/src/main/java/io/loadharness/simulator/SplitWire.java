// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;

/** Cuts the body into chunks, and all bytes into writes, at random places. */
final class SplitWire extends ServedWire {

    private static final int LONGEST = 24;

    private long random;

    SplitWire(Channel channel, boolean chunked, long seed) {
        super(channel, chunked);
        this.random = seed;
    }

    @Override
    void body(byte[] bytes, int from, int length) {
        int end = from + length;
        for (int at = from; at < end; ) {
            int piece = piece(end - at);
            super.body(bytes, at, piece);
            at += piece;
        }
    }

    @Override
    void write(ByteBuf bytes) {
        while (bytes.readableBytes() > LONGEST && bytes.readableBytes() < PADDING) {
            super.write(bytes.readRetainedSlice(piece(bytes.readableBytes())));
        }
        super.write(bytes);
    }

    private int piece(int atMost) {
        random = Mix.at(random, 1);
        return Math.min(atMost, 1 + Mix.below(LONGEST, random));
    }
}
