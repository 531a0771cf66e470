// SPDX-License-Identifier: Apache-2.0
package io.loadharness.benchmarks;

import java.io.IOException;
import java.time.Duration;

/** A program that runs the model of an {@link OnnxWorkload} on its samples in memory, with one thread. */
interface OnnxSide {

    /** Runs batches of {@link OnnxWorkload#BATCH} samples for a duration and returns the samples per second. */
    double samplesPerSecond(Duration duration) throws IOException;

    /** Runs one sample after the other for a duration and returns the median latency in nanoseconds. */
    double medianNanos(Duration duration) throws IOException;
}
