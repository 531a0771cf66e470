package io.loadharness.loadgen;

import java.nio.Buffer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.IntBuffer;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.bytedeco.javacpp.Pointer;

/**
 * Memory that LoadGen can read, for the time of one call. Answers are copied into it, which checks them as Java checks every
 * access: whatever a user's buffer has become, LoadGen reads valid bytes. As many buffers exist as threads ever answered at the
 * same time; a pool and not thread-locals, because virtual threads come by the hundred thousand.
 */
final class ScratchBuffers {

    private static final int INITIAL_BYTES = 16 * 1024;

    private final ConcurrentLinkedQueue<Scratch> free = new ConcurrentLinkedQueue<>();

    /** A buffer that holds a copy of an answer. Give it back with {@link #release}. */
    Scratch holding(Buffer answer) {
        Scratch scratch = free.poll();
        if (scratch == null) {
            scratch = new Scratch();
        }
        try {
            scratch.copy(answer);
        } catch (Throwable e) {
            free.add(scratch);
            throw e;
        }
        return scratch;
    }

    void release(Scratch scratch) {
        free.add(scratch);
    }

    /** One buffer. */
    static final class Scratch {

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

    static int sizeOf(Buffer answer) {
        return answer instanceof IntBuffer ? Math.multiplyExact(answer.remaining(), Integer.BYTES) : answer.remaining();
    }
}
