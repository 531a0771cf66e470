// SPDX-License-Identifier: Apache-2.0
/**
 * What goes into a run: a {@link io.loadharness.dataset.Dataset} of named columns, read once from a file of any usual format, held
 * compactly, and turned into a sample library.
 */
@NullMarked
package io.loadharness.dataset;

import org.jspecify.annotations.NullMarked;
