// SPDX-License-Identifier: Apache-2.0
/**
 * Data sets of named columns, read from files into compact memory and converted to the requests of a run. The readers for CSV, NumPy and
 * pickle are in subpackages; synthetic data is in {@link io.loadharness.workload}. Start reading at {@link io.loadharness.dataset.Dataset}.
 */
@NullMarked
package io.loadharness.dataset;

import org.jspecify.annotations.NullMarked;
