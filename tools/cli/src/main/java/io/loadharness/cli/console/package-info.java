// SPDX-License-Identifier: Apache-2.0
/**
 * Console output: live progress, plans, summaries and verdicts. Tables and numbers are formatted in the module {@code report}, and errors
 * in {@code ErrorMessages}. Start reading at {@link io.loadharness.cli.console.ConsoleListener}.
 */
@NullMarked
package io.loadharness.cli.console;

import org.jspecify.annotations.NullMarked;
