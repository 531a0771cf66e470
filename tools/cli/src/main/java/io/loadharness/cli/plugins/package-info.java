// SPDX-License-Identifier: Apache-2.0
/**
 * Plug-ins: the folder of {@code --plugins} and the command {@code plugins}. The interfaces that plug-ins implement are in the library
 * modules. Start reading at {@link io.loadharness.cli.plugins.PluginFolder}.
 */
@NullMarked
package io.loadharness.cli.plugins;

import org.jspecify.annotations.NullMarked;
