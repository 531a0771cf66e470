// SPDX-License-Identifier: Apache-2.0
/** {@code harness calibrate}, and what other commands know from it. */
@NullMarked
package io.loadharness.cli.calibrate;

import org.jspecify.annotations.NullMarked;
