// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

/** Limits of LoadGen's arithmetic. It counts nanoseconds in 63 bits and doubles some durations first. */
final class Limits {

    static final long MAX_NANOS = Long.MAX_VALUE;
    static final long MAX_MILLIS = MAX_NANOS / 1_000_000 / 2;

    private Limits() {}
}
