// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import org.bytedeco.javacpp.Pointer;
import org.jspecify.annotations.Nullable;

/**
 * A pool of native buffers. Each buffer holds a copy of one response during one call of LoadGen. Java copies a response with memory checks.
 * Therefore an invalid buffer of the user causes an exception, and LoadGen never reads invalid memory. The pool grows to the maximum number
 * of threads that complete samples at the same time. The buffers are not thread-locals, because there can be hundreds of thousands of
 * virtual threads.
 */
final class ScratchBuffers {

    private static final int INITIAL_BYTES = 16 * 1024;

    private @Nullable Scratch free;

    /**
     * Returns a buffer with a copy of a response. The caller returns it with {@link #release}.
     *
     * @throws IllegalArgumentException if the response's memory cannot be read
     */
    Scratch holding(Buffer response) {
        Scratch scratch = take();
        try {
            scratch.copy(response);
            return scratch;
        } catch (RuntimeException | InternalError e) {
            // closed, confined to another thread, or a mapped file that was truncated
            release(scratch);
            throw new IllegalArgumentException("the response's memory cannot be read: " + e, e);
        }
    }

    private synchronized Scratch take() {
        Scratch scratch = free;
        if (scratch == null) {
            return new Scratch();
        }
        free = scratch.next;
        return scratch;
    }

    synchronized void release(Scratch scratch) {
        scratch.next = free;
        free = scratch;
    }

    /** A buffer of the pool. */
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

        private void copy(Buffer response) {
            size = sizeOf(response);
            if (size > bytes.capacity()) {
                allocate(Math.max(size, (int) Math.min(Integer.MAX_VALUE - 8, 2L * bytes.capacity())));
            }
            if (response instanceof IntBuffer tokenIds) {
                ints.clear().put(tokenIds.duplicate());
            } else {
                bytes.clear().put(((ByteBuffer) response).duplicate());
            }
        }

        private void allocate(int capacity) {
            bytes = ByteBuffer.allocateDirect(capacity);
            ints = bytes.duplicate().order(ByteOrder.LITTLE_ENDIAN).asIntBuffer();
            address = new Pointer(bytes).address();
        }
    }

    /**
     * Returns the size of a response in bytes.
     *
     * @throws IllegalArgumentException if the size exceeds the maximum size of an array
     */
    static int sizeOf(Buffer response) {
        long size = response instanceof IntBuffer ? (long) Integer.BYTES * response.remaining() : response.remaining();
        if (size > Integer.MAX_VALUE) {
            throw new IllegalArgumentException(
                    "a response of " + size + " bytes is too large; the maximum is " + Integer.MAX_VALUE);
        }
        return (int) size;
    }
}
