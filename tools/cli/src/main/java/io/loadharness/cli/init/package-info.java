// SPDX-License-Identifier: Apache-2.0
/** {@code harness init}. */
@NullMarked
package io.loadharness.cli.init;

import org.jspecify.annotations.NullMarked;
