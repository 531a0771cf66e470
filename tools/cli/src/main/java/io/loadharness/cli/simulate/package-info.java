// SPDX-License-Identifier: Apache-2.0
/** {@code harness simulate}. */
@NullMarked
package io.loadharness.cli.simulate;

import org.jspecify.annotations.NullMarked;
