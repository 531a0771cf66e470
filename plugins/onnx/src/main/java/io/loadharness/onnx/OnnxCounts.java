// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import java.time.Duration;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAdder;

/** The counts of all sessions of a backend. Thread-safe. */
final class OnnxCounts {

    final LongAdder samples = new LongAdder();
    final LongAdder batches = new LongAdder();
    final LongAdder fillerSamples = new LongAdder();
    final LongAdder nanSamples = new LongAdder();
    final LongAdder infiniteSamples = new LongAdder();

    /** The bytes that the threads of sessions have allocated on the heap. */
    final LongAdder heapBytes = new LongAdder();

    /** The number of samples whose allocation {@link #heapBytes} contains. */
    final LongAdder heapSamples = new LongAdder();

    void reset() {
        samples.reset();
        batches.reset();
        fillerSamples.reset();
        nanSamples.reset();
        infiniteSamples.reset();
        heapBytes.reset();
        heapSamples.reset();
    }

    /** Adds the allocation of a batch on the current thread, from a value of {@link HeapAllocation#ofCurrentThread}. */
    void addHeap(long before, int batch) {
        if (before != HeapAllocation.UNKNOWN) {
            heapBytes.add(HeapAllocation.ofCurrentThread() - before);
            heapSamples.add(batch);
        }
    }

    /** Returns the mean allocation of a sample; empty if it is unknown. */
    OptionalLong heapBytesPerSample() {
        long measured = heapSamples.sum();
        return measured == 0 ? OptionalLong.empty() : OptionalLong.of(heapBytes.sum() / measured);
    }

    OnnxStatistics with(Duration loadTime, Duration preparationTime, Duration warmUpTime) {
        return new OnnxStatistics(
                loadTime,
                preparationTime,
                warmUpTime,
                samples.sum(),
                batches.sum(),
                fillerSamples.sum(),
                nanSamples.sum(),
                infiniteSamples.sum(),
                heapBytesPerSample());
    }
}
