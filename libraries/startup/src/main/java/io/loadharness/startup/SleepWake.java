// SPDX-License-Identifier: Apache-2.0
package io.loadharness.startup;

import java.time.Instant;
import java.util.OptionalDouble;

/**
 * A transition of a server into or out of sleep mode.
 *
 * @param isSleep true if the server entered sleep mode; false if the server left sleep mode
 * @param at the time at which the transition was complete
 * @param seconds the duration of the transition
 * @param freedBytes the freed device memory, as the sum over all processes; empty if not logged
 * @param inUseBytes the device memory that is still in use, as the sum over all processes; empty if not logged
 */
public record SleepWake(
        boolean isSleep, Instant at, double seconds, OptionalDouble freedBytes, OptionalDouble inUseBytes) {}
