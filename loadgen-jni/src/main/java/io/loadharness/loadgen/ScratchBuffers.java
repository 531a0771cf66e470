// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * Memory that LoadGen can read, for the time of one call. Answers are copied into it, which checks them as Java checks every
 * access: whatever a user's buffer has become, LoadGen reads valid bytes. As many buffers exist as threads ever answered at the
 * same time; a pool and not thread-locals, because virtual threads come by the hundred thousand.
 */
final class ScratchBuffers {

    private static final int INITIAL_BYTES = 16 * 1024;

    private @Nullable Scratch free;

    /**
     * A buffer that holds a copy of an answer. Give it back with {@link #release}.
     *
     * @throws IllegalArgumentException if the answer's memory cannot be read
     */
    Scratch holding(Buffer answer) {
        Scratch scratch = take();
        try {
            scratch.copy(answer);
            return scratch;
        } catch (RuntimeException | InternalError e) {
            // closed, another thread's, or a mapped file that was cut
            release(scratch);
            throw new IllegalArgumentException("the answer's memory cannot be read: " + e, e);
        }
    }

    private synchronized Scratch take() {
        Scratch taken = free;
        if (taken == null) {
            return new Scratch();
        }
        free = taken.next;
        return taken;
    }

    synchronized void release(Scratch scratch) {
        scratch.next = free;
        free = scratch;
    }

    /** One buffer. */
    static final class Scratch {

        private @Nullable Scratch next;
        private ByteBuffer bytes;
        private IntBuffer ints;
        private long address;
        private int size;

        Scratch() {
            allocate(INITIAL_BYTES);
        }

        long address() {
            return address;
        }

        int size() {
            return size;
        }

        private void copy(Buffer answer) {
            size = sizeOf(answer);
            if (size > bytes.capacity()) {
                allocate(Math.max(size, (int) Math.min(Integer.MAX_VALUE - 8, 2L * bytes.capacity())));
            }
            if (answer instanceof IntBuffer tokenIds) {
                ints.clear().put(tokenIds.duplicate());
            } else {
                bytes.clear().put(((ByteBuffer) answer).duplicate());
            }
        }

        private void allocate(int capacity) {
            bytes = ByteBuffer.allocateDirect(capacity);
            ints = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
            address = new Pointer(bytes).address();
        }
    }

    /**
     * The bytes of an answer.
     *
     * @throws IllegalArgumentException if there are more of them than an array could hold
     */
    static int sizeOf(Buffer answer) {
        long size = answer instanceof IntBuffer ? (long) Integer.BYTES * answer.remaining() : answer.remaining();
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException("an answer of " + size + " bytes is too large");
        }
        return (int) size;
    }
}
