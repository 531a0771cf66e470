// SPDX-License-Identifier: Apache-2.0
package io.loadharness.simulator;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Writes a response one byte at a time, with a pause after each byte. Stops when the connection ends. */
final class SlowSocketWriter extends SocketWriter {

    private final Queue<ByteBuf> waiting = new ArrayDeque<>();
    private Runnable afterLastByte = () -> {};

    SlowSocketWriter(Channel channel, boolean chunked, Duration pause) {
        super(channel, chunked);
        long nanos = pause.toNanos();
        Future<?> timer = channel.eventLoop().scheduleAtFixedRate(this::tick, 0, nanos, TimeUnit.NANOSECONDS);
        channel.closeFuture().addListener(closed -> {
            timer.cancel(false);
            waiting.forEach(ByteBuf::release);
            waiting.clear();
        });
    }

    @Override
    void write(ByteBuf bytes) {
        waiting.add(bytes);
    }

    @Override
    void fin() {
        send();
        afterLastByte = super::fin;
    }

    @Override
    void finish(Runnable count, Runnable onSent) {
        send();
        afterLastByte = () -> {
            count.run();
            onSent.run();
        };
    }

    private void tick() {
        ByteBuf first = waiting.peek();
        if (first == null) {
            Runnable action = afterLastByte;
            afterLastByte = () -> {};
            action.run();
        } else {
            super.write(first.readRetainedSlice(1));
            if (!first.isReadable()) {
                waiting.remove().release();
            }
        }
    }
}
