// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * A server that fell asleep or woke up.
 *
 * @param isSleep whether it fell asleep
 * @param at when it had done so
 * @param seconds how long it took
 * @param freedBytes memory of devices that became free, over all processes; empty if the log does not tell
 * @param inUseBytes memory of devices that was still in use, over all processes; empty if the log does not tell
 */
public record SleepWake(
        boolean isSleep, Instant at, double seconds, OptionalDouble freedBytes, OptionalDouble inUseBytes) {}
