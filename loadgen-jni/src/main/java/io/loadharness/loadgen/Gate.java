// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.loadgen.Bridge.NativeResponses;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.nio.ByteBuffer;
import org.bytedeco.javacpp.Pointer;

/**
 * The memory of the native gate; {@code gate.h} documents the gate. Every response passes the gate on its way to LoadGen. After the run the
 * gate is closed and rejects responses. The garbage collector frees the memory when no sample of the run is reachable.
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
     * Returns the address of the gate. The address is valid while this object is reachable. Therefore callers must keep a reference to this
     * object until their native call has returned.
     */
    long address() {
        return address;
    }

    /** Returns a counter of samples, for example {@link Bridge#COMPLETED_SAMPLES}. */
    long count(int what) {
        return NativeResponses.count(address, what);
    }
}
