// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.loadgen.Bridge.NativeResponses;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.nio.ByteBuffer;
import org.bytedeco.javacpp.Pointer;

/**
 * The memory of the native gate that every response passes on its way to LoadGen; {@code gate.h} documents it. It lives as long as
 * any sample of the run is reachable. After the run the gate is closed.
 */
final class Gate {

    private static final int CACHE_LINE = 64;

    private final ByteBuffer memory;
    private final long address;

    /** @param readsResponses true if LoadGen reads the bytes of responses in this run */
    Gate(NativeRun run, boolean readsResponses) {
        memory = ByteBuffer.allocateDirect(NativeResponses.gateSize() + CACHE_LINE)
                .alignedSlice(CACHE_LINE);
        address = new Pointer(memory).address();
        run.openGate(address, readsResponses);
    }

    /**
     * Returns the address of the gate. It is valid while this object is reachable: callers keep the object until their native call
     * has returned.
     */
    long address() {
        return address;
    }

    /** Returns one of the gate's counters of samples. */
    long count(int what) {
        return NativeResponses.count(address, what);
    }
}
