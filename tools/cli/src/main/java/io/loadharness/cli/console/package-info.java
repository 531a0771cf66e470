// SPDX-License-Identifier: Apache-2.0
/** What people see on the terminal. */
@NullMarked
package io.loadharness.cli.console;

import org.jspecify.annotations.NullMarked;
