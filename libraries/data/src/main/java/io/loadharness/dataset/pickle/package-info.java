// SPDX-License-Identifier: Apache-2.0
/**
 * Reads Python pickles as data. A pickle is a program for a stack machine; this one builds lists, dictionaries, NumPy arrays and
 * pandas frames. It refuses every other name and never executes Python code.
 */
@NullMarked
package io.loadharness.dataset.pickle;

import org.jspecify.annotations.NullMarked;
