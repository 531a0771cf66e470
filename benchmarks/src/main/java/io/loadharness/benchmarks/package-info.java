// SPDX-License-Identifier: Apache-2.0
/** {@code harness bench}: ratios to the native limit, measured in the same run. */
@NullMarked
package io.loadharness.benchmarks;

import org.jspecify.annotations.NullMarked;
