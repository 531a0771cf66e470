// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.atomic.LongAccumulator;
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

    private final LongAdder batchDelayNanos = new LongAdder();
    private final LongAdder batchDelaySamples = new LongAdder();
    private final LongAccumulator maxBatchDelayNanos = new LongAccumulator(Math::max, 0);

    void reset() {
        samples.reset();
        batches.reset();
        fillerSamples.reset();
        nanSamples.reset();
        infiniteSamples.reset();
        heapBytes.reset();
        heapSamples.reset();
        batchDelayNanos.reset();
        batchDelaySamples.reset();
        maxBatchDelayNanos.reset();
    }

    /** Adds the delays of a batch that was formed of single requests and is complete. */
    void addBatchDelays(OpenBatch batch) {
        batchDelayNanos.add(batch.delays());
        batchDelaySamples.add(batch.jobs().size());
        maxBatchDelayNanos.accumulate(batch.maxDelay());
    }

    /** Returns the mean delay of a sample; empty before the first batch. */
    private Optional<Duration> meanBatchDelay() {
        long delayed = batchDelaySamples.sum();
        return delayed == 0 ? Optional.empty() : Optional.of(Duration.ofNanos(batchDelayNanos.sum() / delayed));
    }

    private Optional<Duration> maxBatchDelay() {
        return batchDelaySamples.sum() == 0
                ? Optional.empty()
                : Optional.of(Duration.ofNanos(maxBatchDelayNanos.get()));
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
                heapBytesPerSample(),
                meanBatchDelay(),
                maxBatchDelay());
    }
}
