// SPDX-License-Identifier: Apache-2.0
/** Which servers are asked for their metrics while a run goes on, by {@code harness run}. */
@NullMarked
package io.loadharness.cli.scrape;

import org.jspecify.annotations.NullMarked;
