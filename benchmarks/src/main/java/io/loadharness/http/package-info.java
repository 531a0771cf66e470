// SPDX-License-Identifier: Apache-2.0
/** Comparisons that need package-private classes of {@code io.loadharness.http}. They are in the same package, but in this module. */
@NullMarked
package io.loadharness.http;

import org.jspecify.annotations.NullMarked;
