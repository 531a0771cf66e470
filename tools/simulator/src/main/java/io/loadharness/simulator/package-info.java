// SPDX-License-Identifier: Apache-2.0
/**
 * A simulated LLM server over real sockets, with a timing model and faults. It depends on no other module of LoadHarness; the command
 * {@code simulate} is in {@code tools/cli}. Start reading at {@link io.loadharness.simulator.SimulatedServer}.
 */
@NullMarked
package io.loadharness.simulator;

import org.jspecify.annotations.NullMarked;
