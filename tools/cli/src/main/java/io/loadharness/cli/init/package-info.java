// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code init} and its templates of run files. The package {@code config} reads run files. Start reading at
 * {@link io.loadharness.cli.init.InitCommand}.
 */
@NullMarked
package io.loadharness.cli.init;

import org.jspecify.annotations.NullMarked;
