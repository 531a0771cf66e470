// SPDX-License-Identifier: Apache-2.0
/** The command line: one class for each command, thin; what a command does and how it looks lie in the packages below. */
@NullMarked
package io.loadharness.cli;

import org.jspecify.annotations.NullMarked;
