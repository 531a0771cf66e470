// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code completion}, which prints the completion script for a shell. The options themselves are in the packages of
 * their commands. Start reading at {@link io.loadharness.cli.completion.CompletionCommand}.
 */
@NullMarked
package io.loadharness.cli.completion;

import org.jspecify.annotations.NullMarked;
