// SPDX-License-Identifier: Apache-2.0
/** Where the values of options come from besides the command line: files, the environment, profiles. */
@NullMarked
package io.loadharness.cli.config;

import org.jspecify.annotations.NullMarked;
