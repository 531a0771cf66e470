// SPDX-License-Identifier: Apache-2.0
/**
 * Helpers for all options: parsing of values, names of options, and the sources of their values. The options themselves are in the packages
 * of their commands. Start reading at {@link io.loadharness.cli.options.EffectiveOptions}.
 */
@NullMarked
package io.loadharness.cli.options;

import org.jspecify.annotations.NullMarked;
