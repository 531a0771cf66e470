// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

import io.loadharness.loadgen.Bridge.NativeAnswers;
import io.loadharness.loadgen.Bridge.NativeRun;
import java.nio.ByteBuffer;
import org.bytedeco.javacpp.Pointer;

/**
 * The memory of the gate that answers pass on their way to LoadGen; {@code gate.h} says how it works. It stays for as long as
 * anybody holds a sample of the run, and says after the run that it is closed.
 */
final class Gate {

    private static final int CACHE_LINE = 64;

    private final ByteBuffer memory;
    private final long address;

    /** @param answersRead whether LoadGen looks at the bytes of answers in this run */
    Gate(NativeRun run, boolean answersRead) {
        memory =
                ByteBuffer.allocateDirect(NativeAnswers.gateSize() + CACHE_LINE).alignedSlice(CACHE_LINE);
        address = new Pointer(memory).address();
        run.openGate(address, answersRead);
    }

    /** Valid as long as this object is reachable: callers hold it until their call has returned, to see what came of it. */
    long address() {
        return address;
    }

    /** How often something happened to samples of the run. */
    long count(int what) {
        return NativeAnswers.count(address, what);
    }
}
