// SPDX-License-Identifier: Apache-2.0
/** The commands that make reports of recorded runs again, and export their records. */
@NullMarked
package io.loadharness.cli.report;

import org.jspecify.annotations.NullMarked;
