// SPDX-License-Identifier: Apache-2.0
/**
 * Workers without an engine that need package-private classes of {@code io.loadharness.engine}, from the package of the same name in
 * another module. The commands that measure with them are in {@code io.loadharness.benchmarks}. Start reading at
 * {@link io.loadharness.engine.NullWorker}.
 */
@NullMarked
package io.loadharness.engine;

import org.jspecify.annotations.NullMarked;
