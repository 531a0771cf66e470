// SPDX-License-Identifier: Apache-2.0
/**
 * Tests to inherit. Extend the contract of what you implement, return your implementation from its abstract methods, and run it with
 * JUnit: {@link io.loadharness.testkit.SystemUnderTestContract}, {@link io.loadharness.testkit.InferenceBackendContract},
 * {@link io.loadharness.testkit.HttpTransportContract}, {@link io.loadharness.testkit.DatasetFormatContract}.
 */
@NullMarked
package io.loadharness.testkit;

import org.jspecify.annotations.NullMarked;
