// SPDX-License-Identifier: Apache-2.0
/**
 * A reader for Python pickles that builds lists, dictionaries, NumPy arrays and pandas frames, and never executes Python code. The
 * readers for {@code .npy} and {@code .npz} files are in {@code io.loadharness.dataset.numpy}. Start with {@link PickleFormat}, then
 * {@code PickleMachine}, which executes the opcodes, and {@code Global}, which lists the allowed names.
 */
@NullMarked
package io.loadharness.dataset.pickle;

import org.jspecify.annotations.NullMarked;
