// SPDX-License-Identifier: Apache-2.0
/** Arrays as NumPy saves them. */
@NullMarked
package io.loadharness.dataset.numpy;

import org.jspecify.annotations.NullMarked;
