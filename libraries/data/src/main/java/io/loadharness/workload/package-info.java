// SPDX-License-Identifier: Apache-2.0
/**
 * Synthetic data for runs: {@link io.loadharness.workload.SyntheticWorkload}s write rows of prompts whose lengths, shared beginnings and turns are
 * as asked. The same seed gives the same rows, byte for byte, on every JDK and machine.
 */
@NullMarked
package io.loadharness.workload;

import org.jspecify.annotations.NullMarked;
