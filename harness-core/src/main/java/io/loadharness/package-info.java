// SPDX-License-Identifier: Apache-2.0
/**
 * The API of runs: a {@link io.loadharness.LoadGenerator} issues {@link io.loadharness.Query queries} from a
 * {@link io.loadharness.QuerySampleLibrary} to a {@link io.loadharness.SystemUnderTest} and returns a {@link io.loadharness.TestResult}.
 * Requests to inference servers are in {@code io.loadharness.inference}. The load generators are in other modules. Start reading at
 * {@link io.loadharness.SystemUnderTest}.
 */
@NullMarked
package io.loadharness;

import org.jspecify.annotations.NullMarked;
