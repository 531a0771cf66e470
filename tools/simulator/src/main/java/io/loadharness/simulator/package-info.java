// SPDX-License-Identifier: Apache-2.0
/**
 * A simulated LLM server over real sockets. {@link io.loadharness.simulator.SimulatedServer} is where to begin; it needs nothing
 * else of LoadHarness.
 */
@NullMarked
package io.loadharness.simulator;

import org.jspecify.annotations.NullMarked;
