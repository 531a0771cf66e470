// SPDX-License-Identifier: Apache-2.0
/**
 * Whether the client keeps up: what of the measured times is its own, and not the server's.
 *
 * <pre>
 * SystemUnderTest.watchRun ─► ClientWatch ─ every 10 ms ─► ReadThread (each thread that reads answers): how late is it?
 *                                │                       ► itself: does the JVM stand still?
 *                                │                       ► processor time, garbage collection
 * BackendSystemUnderTest ────────┼─► SendDelays: how late was each request handed to the network?
 *                                ▼
 *                          ClientHealth ─ ClientLimits ─► objections: the run is client-limited
 * </pre>
 *
 * <p>Transports give their {@link io.loadharness.client.ReadThread}s; whoever sends records {@link io.loadharness.client.SendDelays}; a
 * {@link io.loadharness.client.ClientWatch} looks at both as long as a run goes on. The way of a request carries nothing but a few
 * counters.
 */
@NullMarked
package io.loadharness.client;

import org.jspecify.annotations.NullMarked;
