// SPDX-License-Identifier: Apache-2.0
/**
 * The commands {@code run} and {@code validate}. They convert options and files to a benchmark, and its result to an exit code. The package
 * {@code target} has the options of servers, the package {@code config} reads run files, and the module {@code benchmark} runs the
 * benchmark. Start reading at {@link io.loadharness.cli.run.RunCommand}.
 */
@NullMarked
package io.loadharness.cli.run;

import org.jspecify.annotations.NullMarked;
