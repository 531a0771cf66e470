// SPDX-License-Identifier: Apache-2.0
/** The meters of a run, in any registry of Micrometer, and an endpoint that serves them to Prometheus. */
@NullMarked
package io.loadharness.micrometer;

import org.jspecify.annotations.NullMarked;
