// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code nop}, which analyzes the startup of a server from its log. The analysis is in the module {@code startup}. Start
 * reading at {@link io.loadharness.cli.startup.NopCommand}.
 */
@NullMarked
package io.loadharness.cli.startup;

import org.jspecify.annotations.NullMarked;
