/** Arrays as NumPy saves them. */
package io.loadharness.dataset.numpy;
