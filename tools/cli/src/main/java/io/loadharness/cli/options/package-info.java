// SPDX-License-Identifier: Apache-2.0
/** How values are written on the command line. */
@NullMarked
package io.loadharness.cli.options;

import org.jspecify.annotations.NullMarked;
