// SPDX-License-Identifier: Apache-2.0
package io.loadharness.onnx;

import io.loadharness.inference.SamplePreprocessor;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * The counts of a backend since {@link OnnxBackend#beginRun} or its warm-up. Immutable.
 *
 * <pre>{@code
 * OnnxStatistics statistics = backend.statistics();
 * System.out.println("samples with NaN: " + statistics.nanSamples());
 * }</pre>
 *
 * @param loadTime the time to load the model into all sessions
 * @param preparationTime the time of the {@link SamplePreprocessor}; zero without a preprocessor
 * @param warmUpTime the time of the warm-up; zero before the warm-up
 * @param samples the number of samples that the model processed, without the warm-up
 * @param batches the number of batches, that is, of runs of the model
 * @param fillerSamples the number of copies that filled incomplete batches of a model with a fixed batch size
 * @param nanSamples the number of samples whose output contained NaN
 * @param infiniteSamples the number of samples whose output contained infinity, but not NaN
 * @param heapBytesPerSample the bytes that the threads of the sessions allocate on the Java heap per sample, which includes the encoding of
 *     the output and the calls of the listener; empty before the first sample, and if the JVM does not count these bytes
 * @param meanBatchDelay the mean time from the arrival of a sample until its dynamic batch was complete, that is, until the batch was full
 *     or the maximum delay had passed; empty without dynamic batches
 * @param maxBatchDelay the maximum time from the arrival of a sample until its dynamic batch was complete; empty without dynamic batches
 */
public record OnnxStatistics(
        Duration loadTime,
        Duration preparationTime,
        Duration warmUpTime,
        long samples,
        long batches,
        long fillerSamples,
        long nanSamples,
        long infiniteSamples,
        OptionalLong heapBytesPerSample,
        Optional<Duration> meanBatchDelay,
        Optional<Duration> maxBatchDelay) {

    /** The name of the Java heap per sample in the report of a run. */
    static final String HEAP_BYTES = "bytes of Java heap per sample";

    /** The names of the delays of dynamic batches in the report of a run. */
    static final String MEAN_BATCH_DELAY = "mean batch delay in µs";

    static final String MAX_BATCH_DELAY = "maximum batch delay in µs";

    /** Returns the counts for the report of a run. The times are part of the description of the engine. */
    Map<String, String> countsByName() {
        Map<String, String> counts = new LinkedHashMap<>();
        counts.put("samples", String.valueOf(samples));
        counts.put("batches", String.valueOf(batches));
        counts.put("rows that filled batches", String.valueOf(fillerSamples));
        counts.put("samples with NaN", String.valueOf(nanSamples));
        counts.put("samples with infinite numbers", String.valueOf(infiniteSamples));
        heapBytesPerSample.ifPresent(bytes -> counts.put(HEAP_BYTES, String.valueOf(bytes)));
        meanBatchDelay.ifPresent(delay -> counts.put(MEAN_BATCH_DELAY, micros(delay)));
        maxBatchDelay.ifPresent(delay -> counts.put(MAX_BATCH_DELAY, micros(delay)));
        return counts;
    }

    private static String micros(Duration delay) {
        return String.valueOf(TimeUnit.NANOSECONDS.toMicros(delay.toNanos()));
    }
}
