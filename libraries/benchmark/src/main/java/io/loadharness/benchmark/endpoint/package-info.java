// SPDX-License-Identifier: Apache-2.0
/**
 * The inference servers of a benchmark: connection settings, model detection and dialect detection. The HTTP protocol itself is in
 * {@link io.loadharness.http}. Start reading at {@link io.loadharness.benchmark.endpoint.Endpoints}.
 */
@NullMarked
package io.loadharness.benchmark.endpoint;

import org.jspecify.annotations.NullMarked;
