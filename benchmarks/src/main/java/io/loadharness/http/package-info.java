// SPDX-License-Identifier: Apache-2.0
/**
 * Comparisons that use package-private classes of {@code io.loadharness.http}. Therefore they are in a package of the same name. The
 * commands that run the comparisons are in {@code io.loadharness.benchmarks}. Start reading at {@link io.loadharness.http.EventReaders}.
 */
@NullMarked
package io.loadharness.http;

import org.jspecify.annotations.NullMarked;
