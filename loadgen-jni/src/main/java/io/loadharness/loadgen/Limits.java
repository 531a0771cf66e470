// SPDX-License-Identifier: Apache-2.0
package io.loadharness.loadgen;

/**
 * The maximum durations with which LoadGen can calculate. LoadGen counts nanoseconds in signed 64-bit integers and doubles some durations.
 * Therefore {@link #MAX_MILLIS} is half of the maximum of such an integer.
 */
final class Limits {

    static final long MAX_NANOS = Long.MAX_VALUE;
    static final long MAX_MILLIS = MAX_NANOS / 1_000_000 / 2;

    private Limits() {}
}
