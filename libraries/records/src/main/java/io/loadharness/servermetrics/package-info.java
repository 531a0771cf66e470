// SPDX-License-Identifier: Apache-2.0
/**
 * What the servers of a run say of themselves while it goes on: numbers over time, on the run's clock. A
 * {@link io.loadharness.servermetrics.ScrapeLog} holds them.
 */
@NullMarked
package io.loadharness.servermetrics;

import org.jspecify.annotations.NullMarked;
