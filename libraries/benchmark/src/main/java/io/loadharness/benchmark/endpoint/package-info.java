// SPDX-License-Identifier: Apache-2.0
/** Inference servers to measure: how they are reached, which model they have, and in which dialect they answer. */
@NullMarked
package io.loadharness.benchmark.endpoint;

import org.jspecify.annotations.NullMarked;
