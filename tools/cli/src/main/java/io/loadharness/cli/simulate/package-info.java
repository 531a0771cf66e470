// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code simulate}. The simulated server itself is in the module {@code simulator}. Start reading at
 * {@link io.loadharness.cli.simulate.SimulateCommand}.
 */
@NullMarked
package io.loadharness.cli.simulate;

import org.jspecify.annotations.NullMarked;
