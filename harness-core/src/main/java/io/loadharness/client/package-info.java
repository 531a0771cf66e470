// SPDX-License-Identifier: Apache-2.0
/**
 * The health of the client: delays, CPU time and pauses that are not caused by the server.
 *
 * <pre>
 * SystemUnderTest.monitorRun ─► ClientHealthMonitor ─ every 10 ms ─► ReadThread (each thread that reads responses): its delay
 *                                     │                 ► itself: pauses of the JVM
 *                                     │                 ► CPU time, garbage collection
 * BackendSystemUnderTest ─────────────┼─► SendDelays: the delay of each request until it is handed to the network
 *                                     ▼
 *                               ClientHealth ─ ClientLimits ─► reasons: the run is client-limited
 * </pre>
 *
 * <p>Transports provide {@link io.loadharness.client.ReadThread}s, and systems under test record {@link io.loadharness.client.SendDelays};
 * each request only updates a few counters. The transports are in their own modules. Start reading at
 * {@link io.loadharness.client.ClientHealth}.
 */
@NullMarked
package io.loadharness.client;

import org.jspecify.annotations.NullMarked;
