// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code probe}, which shows what servers support. The search for a dialect before a run is in the module {@code benchmark}.
 * Start reading at {@link io.loadharness.cli.probe.ProbeCommand}.
 */
@NullMarked
package io.loadharness.cli.probe;

import org.jspecify.annotations.NullMarked;
