// SPDX-License-Identifier: Apache-2.0
/**
 * Abstract JUnit tests (contracts) for implementations of public interfaces, with a scripted server and recording listeners. To test your
 * implementation, extend a contract and return the implementation from its abstract methods. Simulated model servers are in {@code
 * tools/simulator}. Start reading at {@link io.loadharness.testkit.SystemUnderTestContract} or {@link
 * io.loadharness.testkit.InferenceBackendContract}; {@link io.loadharness.testkit.HttpTransportContract} and {@link
 * io.loadharness.testkit.DatasetFormatContract} work the same way.
 */
@NullMarked
package io.loadharness.testkit;

import org.jspecify.annotations.NullMarked;
