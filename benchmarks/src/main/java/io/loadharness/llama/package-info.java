// SPDX-License-Identifier: Apache-2.0
/**
 * Comparisons that need package-private classes of {@code io.loadharness.llama}, from the package of the same name in another module. The
 * commands that run the comparisons are in {@code io.loadharness.benchmarks}. Start reading at {@link io.loadharness.llama.BareLoop}.
 */
@NullMarked
package io.loadharness.llama;

import org.jspecify.annotations.NullMarked;
