// SPDX-License-Identifier: Apache-2.0
/** Comparisons that need package-private classes of {@code io.loadharness.netty}. They are in the same package, but in this module. */
@NullMarked
package io.loadharness.netty;

import org.jspecify.annotations.NullMarked;
