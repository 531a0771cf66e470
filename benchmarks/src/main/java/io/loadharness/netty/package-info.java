// SPDX-License-Identifier: Apache-2.0
/**
 * Comparisons that use package-private classes of {@code io.loadharness.netty}. Therefore they are in a package of the same name. The
 * commands that run the comparisons are in {@code io.loadharness.benchmarks}. Start reading at {@link
 * io.loadharness.netty.ResponseDecoders}.
 */
@NullMarked
package io.loadharness.netty;

import org.jspecify.annotations.NullMarked;
