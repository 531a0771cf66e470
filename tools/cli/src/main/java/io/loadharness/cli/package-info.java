// SPDX-License-Identifier: Apache-2.0
/**
 * The command line: the entry point, exit codes and error messages. Each command has a subpackage. The library modules do the work of the
 * commands. Start reading at {@link io.loadharness.cli.Harness}.
 */
@NullMarked
package io.loadharness.cli;

import org.jspecify.annotations.NullMarked;
