// SPDX-License-Identifier: Apache-2.0
/**
 * Options for the servers that are measured and for the completions that they generate. Options of the load and the data are in {@code
 * run}. Start reading at {@link io.loadharness.cli.target.ServerOptions}.
 */
@NullMarked
package io.loadharness.cli.target;

import org.jspecify.annotations.NullMarked;
