// SPDX-License-Identifier: Apache-2.0
/**
 * Groups of options, and the sources of option values other than the command line: run files, the environment and MLPerf profiles. The
 * options themselves are in the packages of their commands. Start reading at {@link io.loadharness.cli.config.ConfiguredArguments}.
 */
@NullMarked
package io.loadharness.cli.config;

import org.jspecify.annotations.NullMarked;
