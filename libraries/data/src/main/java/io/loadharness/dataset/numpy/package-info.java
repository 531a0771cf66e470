/** Arrays as NumPy saves them. */
@NullMarked
package io.loadharness.dataset.numpy;

import org.jspecify.annotations.NullMarked;
