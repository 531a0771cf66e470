/**
 * Pickles of Python, read as data. A pickle is a program for a small machine; this one builds lists, dictionaries, NumPy arrays and
 * pandas frames, refuses whatever else a pickle names, and runs nothing.
 */
package io.loadharness.dataset.pickle;
