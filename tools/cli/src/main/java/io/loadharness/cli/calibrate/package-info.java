// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code calibrate}, its file, and the check of runs against it. The package {@code io.loadharness.client} of the core contains
 * the limits of a client during a run. Start reading at {@link io.loadharness.cli.calibrate.CalibrateCommand}.
 */
@NullMarked
package io.loadharness.cli.calibrate;

import org.jspecify.annotations.NullMarked;
