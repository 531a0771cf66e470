// SPDX-License-Identifier: Apache-2.0
/** Runs beside each other, and whether one of them is worse. */
@NullMarked
package io.loadharness.cli.compare;

import org.jspecify.annotations.NullMarked;
