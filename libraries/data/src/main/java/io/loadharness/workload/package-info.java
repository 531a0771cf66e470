// SPDX-License-Identifier: Apache-2.0
/**
 * Synthetic workloads: generators of prompts with configured lengths, shared prefixes and turns. The same seed gives the same rows, byte
 * for byte, on every JDK and machine. Files of prompts are in {@link io.loadharness.dataset}; the times at which requests start are in the
 * module {@code io.loadharness.schedule}. Start reading at {@link io.loadharness.workload.SyntheticWorkload}.
 */
@NullMarked
package io.loadharness.workload;

import org.jspecify.annotations.NullMarked;
