// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import org.jspecify.annotations.Nullable;

/** Reads the number of bytes that the current thread has allocated on the Java heap, if this JVM counts them. */
final class HeapAllocation {

    /** The result if the JVM does not count. */
    static final long UNKNOWN = -1;

    private static final @Nullable ThreadMXBean THREADS = threads();

    private HeapAllocation() {}

    private static @Nullable ThreadMXBean threads() {
        try {
            return ManagementFactory.getThreadMXBean() instanceof ThreadMXBean threads
                            && threads.isThreadAllocatedMemorySupported()
                            && threads.isThreadAllocatedMemoryEnabled()
                    ? threads
                    : null;
        } catch (LinkageError e) {
            return null; // a JVM without the module jdk.management
        }
    }

    static long ofCurrentThread() {
        return THREADS == null ? UNKNOWN : THREADS.getCurrentThreadAllocatedBytes();
    }
}
