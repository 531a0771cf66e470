// SPDX-License-Identifier: Apache-2.0
package io.loadharness.engine;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Encodes frames into a buffer that is used again. Large data, such as tensors, is not copied. Not thread-safe.
 *
 * <pre>{@code
 * writer.begin(WorkerProtocol.CANCEL).int64(id).end();
 * channel.write(writer.parts());
 * writer.clear();
 * }</pre>
 */
final class FrameWriter {

    /** The frame that {@link #lastFrame} returns if there is none. */
    static final int NONE = -1;

    private static final int INITIAL_CAPACITY = 64 << 10;
    private static final int SMALL = 4 << 10;

    /** Data that is written after the bytes of the buffer before {@code position}. */
    private record Data(int position, ByteBuffer bytes) {}

    private ByteBuffer buffer = ByteBuffer.allocateDirect(INITIAL_CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
    private final List<Data> data = new ArrayList<>();
    private int frame = NONE;
    private int frameBefore = NONE;
    private long dataInFrame;

    FrameWriter begin(byte type) {
        frameBefore = frame;
        frame = buffer.position();
        dataInFrame = 0;
        return int32(0).int32(type);
    }

    /** Ends the frame and sets its length. A frame that is too long is removed. */
    void end() {
        long length = buffer.position() - frame - WorkerProtocol.HEADER + dataInFrame;
        if (length > WorkerProtocol.MAX_BODY) {
            removeAfter(frameBefore);
            throw new IllegalArgumentException("the request has " + length
                    + " bytes, but a frame of the worker protocol" + " has at most " + WorkerProtocol.MAX_BODY);
        }
        buffer.putInt(frame, (int) length);
    }

    /** Removes the frame that was begun after the given one, if there is one. */
    void removeAfter(int before) {
        if (frame == before) {
            return;
        }
        int start = frame;
        buffer.position(start);
        data.removeIf(each -> each.position() > start);
        frame = before;
    }

    boolean isEmpty() {
        return frame == NONE;
    }

    /** Returns the position of the frame that was begun last; {@link #NONE} if there is none. */
    int lastFrame() {
        return frame;
    }

    /** Returns true if the last frame is so small that it can be joined to another one. */
    boolean isSmall() {
        return dataInFrame == 0 && buffer.position() - frame <= SMALL;
    }

    /**
     * Appends the body of the last frame to the frame before it. Both must be small.
     *
     * @param head the number of bytes at the start of the body that both frames have; those of the last frame are dropped
     */
    void join(int head) {
        int from = frame + WorkerProtocol.HEADER + head;
        int length = buffer.position() - from;
        buffer.put(frame, buffer, from, length).position(frame + length);
        frame = frameBefore;
        buffer.putInt(frame, buffer.position() - frame - WorkerProtocol.HEADER);
    }

    /** Replaces a value in the body of the last frame. */
    void replace(int position, int value) {
        buffer.putInt(frame + WorkerProtocol.HEADER + position, value);
    }

    FrameWriter int32(int value) {
        ensure(Integer.BYTES).putInt(value);
        return this;
    }

    FrameWriter int64(long value) {
        ensure(Long.BYTES).putLong(value);
        return this;
    }

    FrameWriter bytes(byte[] value) {
        ensure(value.length).put(value);
        return this;
    }

    FrameWriter ints(int[] values) {
        ensure(values.length * Integer.BYTES);
        for (int each : values) {
            buffer.putInt(each);
        }
        return this;
    }

    /** Adds bytes that are not copied. They must not change. */
    FrameWriter data(ByteBuffer bytes) {
        if (bytes.hasRemaining()) {
            data.add(new Data(buffer.position(), bytes.asReadOnlyBuffer()));
            dataInFrame += bytes.remaining();
        }
        return this;
    }

    /** Adds zeros after a part of a given size, up to the alignment. */
    FrameWriter pad(long size) {
        for (long i = WorkerProtocol.padded(size) - size; i > 0; i--) {
            ensure(1).put((byte) 0);
        }
        return this;
    }

    private ByteBuffer ensure(int bytes) {
        if (buffer.remaining() < bytes) {
            int capacity = (int)
                    Math.min(Integer.MAX_VALUE - 8, Math.max(2L * buffer.capacity(), (long) buffer.position() + bytes));
            buffer = ByteBuffer.allocateDirect(capacity)
                    .order(ByteOrder.LITTLE_ENDIAN)
                    .put(buffer.flip());
        }
        return buffer;
    }

    /** Returns the frames as buffers to write. They are valid until {@link #clear}. */
    ByteBuffer[] parts() {
        if (data.isEmpty()) {
            return new ByteBuffer[] {buffer.duplicate().flip()};
        }
        List<ByteBuffer> parts = new ArrayList<>();
        int start = 0;
        for (Data each : data) {
            if (each.position() > start) {
                parts.add(buffer.duplicate().limit(each.position()).position(start));
            }
            parts.add(each.bytes());
            start = each.position();
        }
        if (buffer.position() > start) {
            parts.add(buffer.duplicate().flip().position(start));
        }
        return parts.toArray(ByteBuffer[]::new);
    }

    /** Returns a copy of what is left in the parts, which stays valid after {@link #clear}; null if nothing is left. */
    ByteBuffer @Nullable [] copyOfRest(ByteBuffer[] parts) {
        List<ByteBuffer> rest = new ArrayList<>();
        for (ByteBuffer each : parts) {
            if (each.hasRemaining()) {
                boolean isData = each.isReadOnly();
                rest.add(
                        isData
                                ? each
                                : ByteBuffer.allocate(each.remaining())
                                        .put(each)
                                        .flip());
            }
        }
        return rest.isEmpty() ? null : rest.toArray(ByteBuffer[]::new);
    }

    void clear() {
        frame = NONE;
        buffer.clear();
        data.clear();
        if (buffer.capacity() > 64 * INITIAL_CAPACITY) {
            buffer = ByteBuffer.allocateDirect(INITIAL_CAPACITY).order(ByteOrder.LITTLE_ENDIAN);
        }
    }
}
