// SPDX-License-Identifier: Apache-2.0
/** {@code harness probe}. */
@NullMarked
package io.loadharness.cli.probe;

import org.jspecify.annotations.NullMarked;
