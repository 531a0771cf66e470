// SPDX-License-Identifier: Apache-2.0
/**
 * The command {@code compare}. The comparison and its pages are in the module {@code report}. Start reading at
 * {@link io.loadharness.cli.compare.CompareCommand}.
 */
@NullMarked
package io.loadharness.cli.compare;

import org.jspecify.annotations.NullMarked;
