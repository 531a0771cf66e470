// SPDX-License-Identifier: Apache-2.0
/**
 * Readers and writers for the NumPy files {@code .npy} and {@code .npz}. The reader for arrays in pickles is in
 * {@code io.loadharness.dataset.pickle}. Start with {@link NpyFormat}, then {@code NpyArray}, which reads an array row by row.
 */
@NullMarked
package io.loadharness.dataset.numpy;

import org.jspecify.annotations.NullMarked;
