// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code calibrate}, the file with its result, and the comparison of runs with this file. The package
 * {@code io.loadharness.client} of the core contains the limits of a client during a run.
 * Start reading at {@link io.loadharness.cli.calibrate.CalibrateCommand}.
 */
@NullMarked
package io.loadharness.cli.calibrate;

import org.jspecify.annotations.NullMarked;
