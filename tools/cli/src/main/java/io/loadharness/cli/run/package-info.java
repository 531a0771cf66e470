// SPDX-License-Identifier: Apache-2.0
/** {@code harness run} and {@code harness validate}: options and files become a benchmark, and its result an exit code. */
@NullMarked
package io.loadharness.cli.run;

import org.jspecify.annotations.NullMarked;
